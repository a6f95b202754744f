import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { besideSources } from '../controlPlane/besideSources';
import { startAskableChild } from './childProcess';
import type { Recording } from './recording';

/** A Knex client and its connection. */
export interface BenchDatabase {
  readonly client: 'better-sqlite3' | 'pg';
  readonly connection: string | Readonly<Record<string, unknown>>;
}

export interface EngineHostConfig {
  readonly database: BenchDatabase;
  /** The value of `fleetstage` in an app-config. */
  readonly fleetstage: unknown;
  /** Address of the hub: every other address is a member's. */
  readonly hubUrl: string;
  /** Writes a processor profile of each job into this folder. */
  readonly profileDir?: string;
}

export type HostQuestion = {
  readonly kind:
    | 'clear'
    | 'take'
    | 'pause'
    | 'startProfile'
    | 'saveProfile'
    | 'quiet'
    | 'heap'
    | 'renderings'
    | 'memberWatches'
    | 'stop';
};
export type HostAnswer =
  | { readonly kind: 'cleared' }
  | { readonly kind: 'recording'; readonly recording: Recording }
  | {
      readonly kind: 'quiet';
      readonly isReady: boolean;
      readonly quietMs: number;
      readonly lastState: string;
    }
  | { readonly kind: 'number'; readonly value: number };

/** The engine in its own process, as the benchmark steers it. */
export interface EngineHost {
  readonly pid: number;
  clear(): Promise<void>;
  take(): Promise<Recording>;
  /** Records nothing before the next `clear`: what many jobs do would fill its memory. */
  pause(): Promise<void>;
  /** Takes a processor profile of `work`, where a folder for profiles was given; records nothing of it. */
  whileProfiled<T>(work: () => Promise<T>): Promise<T>;
  /** Bytes of the heap in use after a garbage collection; what was recorded is forgotten first. */
  heapBytes(): Promise<number>;
  /** How often a snapshot was rendered since the start. */
  renderings(): Promise<number>;
  /** Open streams to members. */
  memberWatches(): Promise<number>;
  /** Resolves when nothing but heartbeats has happened for a while; ms to wait for it: 400,000 unless given. */
  untilQuiet(patienceMs?: number): Promise<void>;
  /** Runs `work` while the engine is paused, so that it takes no processor time from it. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const QUIET_MS = 1_500;
/** Each check asks the database; whoever waits for minutes can check less often. */
const LOOK_MS = { often: 100, seldom: 1_000 } as const;
const LONG_MS = 600_000;
/** Joining a thousand members on a busy machine takes minutes. */
const PATIENCE_MS = 400_000;

export interface EngineHostOptions extends EngineHostConfig {
  readonly folder: string;
}

/** Starts it and returns when its passes run. */
export async function startEngineHost({ folder, ...config }: EngineHostOptions): Promise<EngineHost> {
  const file = path.join(folder, 'engine.json');
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const main = besideSources('../bench/engineHost.ts');
  const child = await startAskableChild<HostQuestion, HostAnswer>(main, [file]);
  const ask = (kind: HostQuestion['kind']) => child.ask({ kind });
  const askNumber = async (kind: HostQuestion['kind']) => {
    const answer = await ask(kind);
    if (answer.kind !== 'number') throw new Error(`the engine did not say its ${kind}`);
    return answer.value;
  };
  return {
    pid: child.pid,
    clear: async () => void (await ask('clear')),
    async take() {
      const answer = await ask('take');
      if (answer.kind !== 'recording') throw new Error('the engine gave no recording');
      return answer.recording;
    },
    pause: async () => void (await ask('pause')),
    async whileProfiled(work) {
      await ask('startProfile');
      try {
        return await work();
      } finally {
        await ask('saveProfile');
      }
    },
    heapBytes: () => askNumber('heap'),
    renderings: () => askNumber('renderings'),
    memberWatches: () => askNumber('memberWatches'),
    async untilQuiet(patienceMs = PATIENCE_MS) {
      const deadline = Date.now() + patienceMs;
      const lookMs = patienceMs > LONG_MS ? LOOK_MS.seldom : LOOK_MS.often;
      for (;;) {
        const answer = await ask('quiet');
        if (answer.kind === 'quiet' && answer.isReady && answer.quietMs > QUIET_MS) return;
        if (Date.now() > deadline) {
          const last = answer.kind === 'quiet' ? answer.lastState : '';
          throw new Error(`the engine was not quiet within ${patienceMs} ms; last: ${last}`);
        }
        await new Promise(resolve => setTimeout(resolve, lookMs));
      }
    },
    async whilePaused(work) {
      child.kill('SIGSTOP');
      try {
        return await work();
      } finally {
        child.kill('SIGCONT');
      }
    },
    async stop() {
      await ask('stop');
      await child.gone;
    },
  };
}
