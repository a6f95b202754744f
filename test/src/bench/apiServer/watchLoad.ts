import { ask } from './ask';
import { createMap, createNamespace, mapsOf, patchMap, WATCHED_NAMESPACE } from './configMaps';
import { connectLoad, type Protocol } from './connectLoad';
import type { LoadConnection, LoadTarget } from './LoadConnection';
import { shareOf } from './shareOf';

export interface WatchLoadOptions {
  readonly target: LoadTarget;
  readonly protocol: Protocol;
  readonly watchers: number;
  /** One after the other, {@link WRITE_EVERY_MS} apart. */
  readonly writes: number;
}

export interface WatchLoadResult {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** Events that no watcher received within {@link PATIENCE_MS} after the last write. */
  readonly missed: number;
}

export const WRITE_EVERY_MS = 200;
const PATIENCE_MS = 10_000;
/** Watches of one connection, as a client with many informers has them. */
const STREAMS = 50;
const MAPS = mapsOf(WATCHED_NAMESPACE);
const NAME = 'watched';

/** Everybody watches the same namespace; measured is from the moment a write is sent until a watcher has it. */
export async function runWatchLoad(options: WatchLoadOptions): Promise<WatchLoadResult> {
  const { target, protocol, watchers: count, writes } = options;
  await prepare(target);
  const perConnection = protocol === 'HTTP/2' ? STREAMS : 1;
  const connections: LoadConnection[] = [];
  let writer: LoadConnection | undefined;
  const ticks = new Ticks();
  try {
    while (connections.length * perConnection < count) connections.push(await connectLoad(target, protocol));
    const opened = connections.flatMap(connection =>
      Array.from({ length: perConnection }, () => openWatch(connection, ticks)),
    );
    await Promise.all(opened);
    // Only now: servers close what is idle for some seconds.
    writer = await connectLoad(target, 'HTTP/1.1');
    for (let tick = 0; tick < writes; tick += 1) {
      ticks.begin(tick);
      await ask(writer, patchMap(NAME, markOf(tick), MAPS));
      await new Promise(resolve => setTimeout(resolve, WRITE_EVERY_MS));
    }
    await ticks.untilTold(opened.length * writes);
    return ticks.result(opened.length * writes);
  } finally {
    writer?.close();
    for (const connection of connections) connection.close();
  }
}

/** The namespace and the object may be there. */
async function prepare(target: LoadTarget): Promise<void> {
  const connection = await connectLoad(target, 'HTTP/1.1');
  await new Promise(done => connection.send(createNamespace(WATCHED_NAMESPACE), done));
  await new Promise(done => connection.send(createMap(NAME, MAPS), done));
  connection.close();
}

const MARK = '"tick-';
const DIGITS = 6;
const markOf = (tick: number) => `tick-${String(tick).padStart(DIGITS, '0')}`;

class Ticks {
  private readonly sentAt: number[] = [];
  private readonly latencies: number[] = [];

  begin(tick: number): void {
    this.sentAt[tick] = performance.now();
  }

  note(tick: number): void {
    const sentAt = this.sentAt[tick];
    // An earlier load has left its last mark on the object that a watch begins with.
    if (sentAt !== undefined) this.latencies.push(performance.now() - sentAt);
  }

  async untilTold(count: number): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    while (this.latencies.length < count && performance.now() < deadline)
      await new Promise(resolve => setTimeout(resolve, 20));
  }

  result(expected: number): WatchLoadResult {
    const sorted = Float64Array.from(this.latencies).sort();
    return {
      p50Ms: shareOf(sorted, 0.5),
      p99Ms: shareOf(sorted, 0.99),
      mostMs: shareOf(sorted, 1),
      missed: expected - sorted.length,
    };
  }
}

/** Resolves when the watch has sent what is there. */
function openWatch(connection: LoadConnection, ticks: Ticks): Promise<void> {
  return new Promise((opened, fail) => {
    let rest = '';
    const request = { method: 'GET', path: `${MAPS}?watch=1&timeoutSeconds=3600` } as const;
    const onEnd = (outcome: string | Error) => fail(new Error(`a watch ended: ${outcome}`));
    connection.send(request, onEnd, bytes => {
      // A mark may begin at the end of one piece and end in the next.
      const text = rest + bytes.toString('latin1');
      let at = text.indexOf(MARK);
      let end = 0;
      for (; at !== -1 && at + MARK.length + DIGITS <= text.length; at = text.indexOf(MARK, end)) {
        end = at + MARK.length + DIGITS;
        ticks.note(Number(text.slice(at + MARK.length, end)));
      }
      rest = at === -1 ? text.slice(Math.max(end, text.length - MARK.length)) : text.slice(at);
      opened();
    });
  });
}
