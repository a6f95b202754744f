import { sha256Hex } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Members are spread over this many shards; a replica owns shards. PostgreSQL computes the same (`dirty_keys.shard`). */
export const SHARDS = 128;

export const shardOf = (member: string): number =>
  Number.parseInt(sha256Hex(member).slice(0, 2), 16) % SHARDS;

/** What one replica gives back at a time: a newcomer gets its part in steps, and connects to few members at once. */
export const RELEASED_AT_ONCE = 16;

export interface ShardView {
  readonly self: string;
  /** Replicas whose leases are valid, this one among them. */
  readonly live: readonly string[];
  /** Who has which shard; an owner that does not live has none. */
  readonly owners: ReadonlyMap<number, string>;
}

export interface ShardPlan {
  readonly take: readonly number[];
  readonly release: readonly number[];
}

/**
 * What this replica shall take of the shards that nobody owns, and what it shall give back because it has more than its
 * part. No shard moves that need not: nobody is to have more than the even part, rounded up, and who has no more keeps what
 * it has. All replicas that see the same divide what is free in the same way, so two of them rarely ask for one shard.
 *
 *   a: 128, b comes          → a gives 16 at a time until it has 64
 *   a: 43, b: 43, c: 42, c dies → a takes 21, b takes 21
 */
export function planShards({ self, live, owners }: ShardView): ShardPlan {
  const counts = new Map([...live].sort().map(id => [id, 0]));
  const free: number[] = [];
  const own: number[] = [];
  for (let shard = 0; shard < SHARDS; shard += 1) {
    const owner = owners.get(shard) ?? '';
    const count = counts.get(owner);
    if (count === undefined) free.push(shard);
    else counts.set(owner, count + 1);
    if (owner === self) own.push(shard);
  }
  const take: number[] = [];
  for (const shard of free) {
    const [next, count] = fewest(counts);
    counts.set(next, count + 1);
    if (next === self) take.push(shard);
  }
  const surplus = own.length - Math.ceil(SHARDS / Math.max(1, live.length));
  return { take, release: surplus > 0 ? own.slice(-Math.min(surplus, RELEASED_AT_ONCE)) : [] };
}

function fewest(counts: ReadonlyMap<string, number>): readonly [string, number] {
  return [...counts].reduce((least, one) => (one[1] < least[1] ? one : least), ['', Infinity] as const);
}

/** Shards in the order of their numbers, ranges together: `0-42, 64`. */
export function shardsInWords(shards: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const shard of [...shards].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && shard <= last[1] + 1) last[1] = shard;
    else ranges.push([shard, shard]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ');
}
