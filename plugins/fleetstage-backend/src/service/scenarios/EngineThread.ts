import * as engine from '@fleetstage/backstage-plugin-fleetstage-engine';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Log } from '../../observe/log';

type Questions = Pick<typeof engine, 'whatIf' | 'viewWhy' | 'viewWayIn' | 'findWayOut'>;
type Answer<Q extends keyof Questions> = ReturnType<Questions[Q]>;
type Arguments<Q extends keyof Questions> = Parameters<Questions[Q]>;

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** The whole program of the thread: the engine is pure, so it needs nothing else. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const engine = require(workerData.engine);
parentPort.on('message', ({ id, question, args }) => {
  try {
    parentPort.postMessage({ id, value: engine[question](...args) });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error) });
  }
});
`;

/**
 * One thread that answers questions to the engine one after the other, started with the first. Where it cannot be started the
 * question is answered in place: late for others, but right.
 */
export class EngineThread {
  private worker: Worker | undefined;
  private isBroken = false;
  private asked = 0;
  private readonly pending = new Map<number, Pending>();

  constructor(
    private readonly log: Log,
    private readonly options: WorkerOptions = {},
  ) {}

  async ask<Q extends keyof Questions>(question: Q, args: Arguments<Q>): Promise<Answer<Q>> {
    const here = engine[question] as unknown as (...given: Arguments<Q>) => Answer<Q>;
    if (this.isBroken) return here(...args);
    try {
      return (await this.send(question, args)) as Answer<Q>;
    } catch (error) {
      if (!this.isBroken) throw error;
      return here(...args);
    }
  }

  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    for (const { reject } of this.pending.values()) reject(new Error('Fleetstage is being stopped'));
    this.pending.clear();
    await worker?.terminate();
  }

  private send(question: string, args: readonly unknown[]): Promise<unknown> {
    this.worker ??= this.start();
    const { worker } = this;
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      // While somebody waits the thread keeps the process alive.
      worker.ref();
      worker.postMessage({ id, question, args });
    });
  }

  private start(): Worker {
    const workerData = { engine: require.resolve('@fleetstage/backstage-plugin-fleetstage-engine') };
    const worker = new Worker(PROGRAM, { ...this.options, eval: true, workerData });
    worker.on('message', (reply: Reply) => this.settle(worker, reply));
    worker.on('error', error => this.breakDown(worker, error));
    worker.on('exit', () => this.breakDown(worker, new Error('the thread has ended')));
    return worker;
  }

  private settle(worker: Worker, { id, value, error }: Reply): void {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    if (this.pending.size === 0) worker.unref();
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  }

  private breakDown(worker: Worker, cause: Error): void {
    // Stopped on purpose, or told before.
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.isBroken = true;
    this.log.warn('What-ifs on big fleets are decided in place: their thread does not work', {
      reason: String(cause),
    });
    for (const { reject } of this.pending.values()) reject(cause);
    this.pending.clear();
  }
}
