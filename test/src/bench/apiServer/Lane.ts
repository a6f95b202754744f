import { createMap, deleteMap, patchMap, readMap, replaceMap } from './configMaps';
import type { LoadConnection, LoadRequest } from './LoadConnection';

export type LoadKind = 'reads' | 'writes' | 'churn';

/** What a lane asks for, one after the other, on its own objects. */
type Requests = (sent: number, prefix: string) => LoadRequest;

const OBJECTS = 20;
const nameOf = (prefix: string, sent: number) => `${prefix}-${sent % OBJECTS}`;

const REQUESTS: Readonly<Record<LoadKind, Requests>> = {
  reads: (sent, prefix) => readMap(nameOf(prefix, sent)),
  /** A third each creates, replaces and merges. */
  writes: (sent, prefix) => {
    if (sent % 3 === 0) return createMap(`${prefix}-n${sent}`);
    const name = nameOf(prefix, sent);
    return sent % 3 === 1 ? replaceMap(name, String(sent)) : patchMap(name, String(sent));
  },
  /** A quarter each creates, replaces, merges and deletes the same object: in the end there is nothing more than before. */
  churn: (sent, prefix) => {
    const name = `${prefix}-c${sent >> 2}`;
    const mark = String(sent);
    return [createMap(name), replaceMap(name, mark), patchMap(name, mark), deleteMap(name)][sent & 3];
  },
};

const OBJECT = '{"kind":"ConfigMap"';
const DELETED = '{"kind":"Status"';
/** A broken connection answers at once: without an end the loop would never yield. */
const MOST_FAILURES = 3;

/** One request is open at a time; the next is sent when it is answered. */
export class Lane {
  readonly latencies: number[] = [];
  failures = 0;
  firstFailure: string | undefined;
  /** All of them, those of before the measuring, too. */
  asked = 0;
  private sent = 0;
  private state: 'warming' | 'measuring' | 'stopped' = 'warming';

  constructor(
    private readonly connection: LoadConnection,
    private readonly prefix: string,
    private readonly kind: LoadKind,
  ) {}

  /** Creates what is read, replaced and merged. @throws Error at the first refusal */
  async prepare(): Promise<void> {
    if (this.kind === 'churn') return;
    for (let i = 0; i < OBJECTS; i += 1) await this.ask(createMap(nameOf(this.prefix, i)));
    if (this.firstFailure !== undefined)
      throw new Error(`an object could not be created: ${this.firstFailure}`);
  }

  beginMeasuring(): void {
    this.state = 'measuring';
  }

  stop(): void {
    this.state = 'stopped';
  }

  /** Until it is stopped, or `most` are sent. */
  async run(most = Infinity): Promise<void> {
    while (this.state !== 'stopped' && this.sent < most) {
      const before = performance.now();
      await this.ask(REQUESTS[this.kind](this.sent, this.prefix));
      this.sent += 1;
      if (this.state === 'measuring') this.latencies.push(performance.now() - before);
    }
  }

  private ask(request: LoadRequest): Promise<void> {
    this.asked += 1;
    const expected = request.method === 'DELETE' ? DELETED : OBJECT;
    return new Promise(done => {
      this.connection.send(request, outcome => {
        if (typeof outcome !== 'string' || !outcome.startsWith(expected)) this.noteFailure(String(outcome));
        done();
      });
    });
  }

  private noteFailure(text: string): void {
    this.failures += 1;
    this.firstFailure ??= text;
    if (this.failures > MOST_FAILURES) this.stop();
  }
}
