import { ServiceUnavailableError } from '@backstage/errors';
import * as engine from '@fleetstage/backstage-plugin-fleetstage-engine';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Log } from '../../observe/log';
import type { Timer, Timers } from '../../ports';

type Questions = Pick<
  typeof engine,
  'whatIf' | 'viewWhy' | 'viewSuggestion' | 'suggestForShortage' | 'foreseeEviction' | 'foreseeMove'
>;
type Answer<Q extends keyof Questions> = ReturnType<Questions[Q]>;
type Arguments<Q extends keyof Questions> = Parameters<Questions[Q]>;

export interface EngineThreadOptions {
  readonly timers: Timers;
  /** For how long one question may be thought about; 30 s by default. */
  readonly deadlineMs?: number;
  readonly worker?: WorkerOptions;
}

/** Without an id: the engine is there, questions can come. */
interface Reply {
  readonly id?: number;
  readonly value?: unknown;
  readonly error?: string;
}

interface Asked {
  readonly id: number;
  readonly question: string;
  readonly args: readonly unknown[];
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Whoever asked has gone. */
  readonly signal?: AbortSignal;
}

const DEADLINE_MS = 30_000;
/** Behind the one in work; a person waits for each. */
const MOST_WAITING = 8;

/** The program of the thread: the engine is pure, so it needs nothing else. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const engine = require(workerData.engine);
parentPort.postMessage({});
parentPort.on('message', ({ id, question, args }) => {
  try {
    parentPort.postMessage({ id, value: engine[question](...args) });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) });
  }
});
`;

/**
 * One thread that answers questions to the engine one after the other, started with the first. Where it cannot be started
 * the question is answered in place: late for others, but right. A question that takes too long, or more memory than there
 * is, ends the thread; the next request starts a new one.
 */
export class EngineThread {
  private worker: Worker | undefined;
  /** Of the worker that is there: it has loaded the engine. */
  private isReady = false;
  private isBroken = false;
  private asked = 0;
  private current: { readonly asked: Asked; readonly deadline: Timer } | undefined;
  private waiting: Asked[] = [];

  constructor(
    private readonly log: Log,
    private readonly options: EngineThreadOptions,
  ) {}

  /**
   * A question whose `signal` is aborted while it waits is not started; one in work goes on, since its end would be the
   * thread's.
   *
   * @throws ServiceUnavailableError where the question takes too long, or too many wait
   */
  async ask<Q extends keyof Questions>(
    question: Q,
    args: Arguments<Q>,
    signal?: AbortSignal,
  ): Promise<Answer<Q>> {
    const here = engine[question] as unknown as (...given: Arguments<Q>) => Answer<Q>;
    if (this.isBroken) return here(...args);
    try {
      return (await this.send(question, args, signal)) as Answer<Q>;
    } catch (error) {
      if (!this.isBroken) throw error;
      return here(...args);
    }
  }

  async stop(): Promise<void> {
    this.rejectAll(new Error('Fleetstage is being stopped'));
    await this.drop();
  }

  private send(question: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    this.forgetAbandoned();
    if (this.waiting.length >= MOST_WAITING)
      throw new ServiceUnavailableError(
        `${MOST_WAITING} questions about big fleets are waiting for their answers already; ask again in a minute`,
      );
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, question, args, resolve, reject, ...(signal && { signal }) });
      this.next();
    });
  }

  private forgetAbandoned(): void {
    const isAbandoned = ({ signal }: Asked) => signal?.aborted === true;
    for (const { reject } of this.waiting.filter(isAbandoned)) reject(new Error('whoever asked has gone'));
    this.waiting = this.waiting.filter(one => !isAbandoned(one));
  }

  /** Sends the next question where none is thought about. */
  private next(): void {
    if (this.current !== undefined) return;
    this.forgetAbandoned();
    const asked = this.waiting.shift();
    if (asked === undefined) {
      this.worker?.unref();
      return;
    }
    const { timers, deadlineMs = DEADLINE_MS } = this.options;
    const deadline = timers.after(deadlineMs, () => this.giveUp(deadlineMs));
    this.current = { asked, deadline };
    try {
      this.worker ??= this.start();
      // While somebody waits the thread keeps the process alive.
      this.worker.ref();
      const { id, question, args } = asked;
      this.worker.postMessage({ id, question, args });
    } catch (error) {
      this.takeCurrent(this.current).reject(error as Error);
      this.next();
    }
  }

  private start(): Worker {
    const workerData = { engine: require.resolve('@fleetstage/backstage-plugin-fleetstage-engine') };
    const worker = new Worker(PROGRAM, { ...this.options.worker, eval: true, workerData });
    this.isReady = false;
    worker.on('message', (reply: Reply) => this.hear(worker, reply));
    worker.on('error', error => this.breakDown(worker, error));
    worker.on('exit', () => this.breakDown(worker, new Error('the thread has ended')));
    return worker;
  }

  private hear(worker: Worker, { id, value, error }: Reply): void {
    // What an ended thread had still to say.
    if (this.worker !== worker) return;
    this.isReady = true;
    if (id === undefined || this.current?.asked.id !== id) return;
    const { resolve, reject } = this.takeCurrent(this.current);
    if (error === undefined) resolve(value);
    else reject(new Error(error));
    this.next();
  }

  private giveUp(deadlineMs: number): void {
    const seconds = Math.ceil(deadlineMs / 1_000);
    this.endCurrent(
      `The answer took too long and was given up after ${seconds} seconds; try less at a time: fewer topology spread ` +
        'constraints, or fewer added clusters',
    );
  }

  private breakDown(worker: Worker, cause: Error): void {
    // Stopped on purpose, or reported before.
    if (this.worker !== worker) return;
    if (this.isReady) {
      // It worked: the question was too much for it, and in place it would be for all of us.
      this.log.warn('The thread for what-ifs on big fleets has ended; the next request starts a new one', {
        reason: String(cause),
      });
      this.endCurrent('The answer needs more memory than there is; try less at a time');
      return;
    }
    this.worker = undefined;
    this.isBroken = true;
    this.log.warn('What-ifs on big fleets run in the main thread: their thread does not work', {
      reason: String(cause),
    });
    this.rejectAll(cause);
  }

  private endCurrent(message: string): void {
    this.drop().catch(() => undefined);
    if (this.current) this.takeCurrent(this.current).reject(new ServiceUnavailableError(message));
    this.next();
  }

  private rejectAll(cause: Error): void {
    const all = [...(this.current ? [this.takeCurrent(this.current)] : []), ...this.waiting];
    this.waiting = [];
    for (const { reject } of all) reject(cause);
  }

  private takeCurrent({ asked, deadline }: NonNullable<EngineThread['current']>): Asked {
    deadline.cancel();
    this.current = undefined;
    return asked;
  }

  private async drop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }
}
