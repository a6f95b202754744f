import { fork, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { besideSources } from './besideSources';
import { readLogTail } from './readLogTail';

/** A program as the supervisor starts it; `id` names it in messages. */
export interface Program {
  readonly id: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly logPath: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A started program. */
export interface RunningProgram {
  readonly id: string;
  readonly pid: number;
  readonly logPath: string;
  /** How it ended; `undefined` while it runs. */
  ending(): string | undefined;
}

type Report =
  | { kind: 'folder'; folder: string }
  | { kind: 'started'; id: string; pid: number }
  | { kind: 'exited'; id: string; code: number | null; signal: string | null }
  | { kind: 'stopped' };

interface Waiting {
  readonly isAnswer: (report: Report) => boolean;
  readonly done: (report: Report) => void;
  readonly fail: (error: Error) => void;
}

/**
 * The parent's side of `superviseFleet.mjs`: starts programs that die, and whose folder goes, with this process.
 *
 * While it waits for an answer it keeps this process alive, else not: a program that forgets to stop its fleet
 * still ends, and the fleet with it.
 */
export class Supervisor {
  private readonly endings = new Map<string, string>();
  private readonly waiting = new Set<Waiting>();
  private stopping: Promise<void> | undefined;

  private constructor(
    private readonly child: ChildProcess,
    /** The fleet's own folder. */
    readonly folder: string,
  ) {}

  /** @param parentFolder where the fleet's folder is made; the system's folder for temporary files by default */
  static async start(parentFolder = tmpdir()): Promise<Supervisor> {
    const child = fork(besideSources('superviseFleet.mjs'), [resolve(parentFolder)], {
      detached: true,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const folder = await new Promise<string>((done, fail) => {
      child.once('message', (report: Report) => report.kind === 'folder' && done(report.folder));
      child.once('error', fail);
      child.once('exit', code => fail(new Error(`The supervisor ended with ${code} before it was ready`)));
    });
    const supervisor = new Supervisor(child, folder);
    child.on('message', (report: Report) => supervisor.take(report));
    child.on('exit', code => supervisor.cleanUpAfterChild(code));
    child.unref();
    child.channel?.unref();
    return supervisor;
  }

  /** Resolves when the program has a process; that says nothing about it being ready. */
  async run(program: Program): Promise<RunningProgram> {
    const { id, logPath } = program;
    const answer = this.answerTo(report => 'id' in report && report.id === id);
    this.child.send({ kind: 'start', env: process.env, ...program });
    const report = await answer;
    if (report.kind !== 'started')
      throw new Error(`${program.command} cannot be started: ${this.endings.get(id)}`);
    return { id, pid: report.pid, logPath, ending: () => this.endings.get(id) };
  }

  /** Kills every program and removes the folder. */
  stop(): Promise<void> {
    this.stopping ??= this.stopOnce();
    return this.stopping;
  }

  private async stopOnce(): Promise<void> {
    if (!this.child.connected) return;
    const answer = this.answerTo(report => report.kind === 'stopped');
    this.child.send({ kind: 'stop' });
    await answer;
  }

  private take(report: Report) {
    if (report.kind === 'exited') this.endings.set(report.id, report.signal ?? `exit code ${report.code}`);
    for (const each of this.waiting) if (each.isAnswer(report)) each.done(report);
  }

  private async answerTo(isAnswer: (report: Report) => boolean): Promise<Report> {
    this.child.channel?.ref();
    let waiting: Waiting | undefined;
    try {
      return await new Promise<Report>((done, fail) => {
        waiting = { isAnswer, done, fail };
        this.waiting.add(waiting);
      });
    } finally {
      if (waiting) this.waiting.delete(waiting);
      if (this.waiting.size === 0) this.child.channel?.unref();
    }
  }

  /** The supervisor never ends before its programs do, so where it was killed they are ours to kill. */
  private cleanUpAfterChild(code: number | null) {
    // With 0 it ends after everything else has; its word about that may still be on the way.
    if (code === 0) this.take({ kind: 'stopped' });
    for (const { fail } of this.waiting) fail(new Error('The supervisor of this fleet was killed'));
    if (this.stopping || this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // No process is left in its group.
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** What to print when a program did not do what it should. */
export function describeProgram(program: RunningProgram): string {
  const state = program.ending() ?? 'running';
  return `--- ${program.id} (${state}), end of its log:\n${readLogTail(program.logPath)}`;
}
