/** From when to when a replica owned a shard, by what it logged. */
export interface Holding {
  readonly replica: string;
  readonly fromMs: number;
  untilMs: number;
}

interface OwnerLine {
  readonly at: string;
  readonly message: string;
  readonly shards: string;
}

const BEGINS = 'Took members';
const ENDS = new Set(['Gave members back', 'Left members to the other replicas', 'Lost members']);

/** The log of leases of several replicas: who owned which shard when. */
export class Ownership {
  private readonly holdings = new Map<number, Holding[]>();

  /** For each line that a replica logs. */
  take(replica: string, line: string): void {
    if (!line.startsWith('{')) return;
    const { at, message, shards } = JSON.parse(line) as OwnerLine;
    const isBegin = message === BEGINS;
    if (!isBegin && !ENDS.has(message)) return;
    const atMs = Date.parse(at);
    for (const shard of numbersOf(shards)) {
      if (isBegin) this.of(shard).push({ replica, fromMs: atMs, untilMs: Infinity });
      else this.end(replica, shard, atMs);
    }
  }

  /** It was killed: nothing of it happens after this. */
  noteEnd(replica: string, atMs: number): void {
    for (const shard of this.holdings.keys()) this.end(replica, shard, atMs);
  }

  /** How many shards each replica owns now. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const list of this.holdings.values())
      for (const { replica, untilMs } of list)
        if (untilMs === Infinity) counts.set(replica, (counts.get(replica) ?? 0) + 1);
    return counts;
  }

  /** Two owners at one time. */
  overlaps(): string[] {
    return [...this.holdings].flatMap(([shard, list]) =>
      list.flatMap((a, i) =>
        list
          .slice(i + 1)
          .filter(b => a.replica !== b.replica && a.fromMs < b.untilMs && b.fromMs < a.untilMs)
          .map(b => `shard ${shard}: ${JSON.stringify([a, b])}`),
      ),
    );
  }

  /** The longest time between `fromMs` and now in which a shard had no owner. */
  longestGapMs(fromMs: number): number {
    const gaps = [...this.holdings.values()].flatMap(list => {
      const sorted = [...list].sort((a, b) => a.fromMs - b.fromMs);
      return sorted
        .slice(1)
        .flatMap((next, i) => (next.fromMs >= fromMs ? [next.fromMs - sorted[i].untilMs] : []));
    });
    return Math.max(0, ...gaps);
  }

  private of(shard: number): Holding[] {
    const list = this.holdings.get(shard) ?? [];
    this.holdings.set(shard, list);
    return list;
  }

  private end(replica: string, shard: number, atMs: number): void {
    for (const one of this.of(shard))
      if (one.replica === replica && one.untilMs === Infinity) one.untilMs = atMs;
  }
}

/** `0-2, 64` → 0, 1, 2, 64. */
function numbersOf(text: string): number[] {
  return text.split(', ').flatMap(part => {
    const [from, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}
