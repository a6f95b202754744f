import { nowMs } from '../dbNow';
import { rowsOf } from '../rows';
import type { Executor } from '../sql';
import { PRIORITIES } from './writeMarks';

/** The right to work on a key until the lease ends. */
export interface Claim {
  readonly queue: string;
  readonly key: string;
  readonly group: string;
  /** Fencing token: whoever claims the key later has another one. */
  readonly token: string;
  /** Version of the key that this work covers. */
  readonly version: number;
  /** 1 on the first try. */
  readonly attempts: number;
}

export interface ClaimOptions {
  readonly queue: string;
  readonly limit: number;
  readonly token: string;
  readonly leaseMs: number;
  readonly groups?: GroupRoom;
  /** Only keys that begin so: those of a hub that this process does not serve are somebody else's. */
  readonly keyPrefix?: string;
  /** Only keys of members of these shards; for queues whose keys are a member's each. Absent: of all members. */
  readonly shards?: readonly number[];
}

/** How many keys of one group may be in work at once; keys without a group are not counted. */
export interface GroupRoom {
  readonly perGroup: number;
  /** Keys in work by group. */
  readonly busy: ReadonlyMap<string, number>;
}

/** A claim reads this many times its limit, so that one group's long line does not hide the others. */
const LOOK_AHEAD = 4;

/** What was claimed, and how long until the next key is due; absent: nobody knows. */
export interface Claims {
  readonly claims: Claim[];
  readonly next?: { readonly dueMs: number | undefined };
}

interface ClaimedRow {
  readonly next: number | string | null;
  readonly key: string;
  readonly grp: string;
  readonly version: number;
  readonly attempts: number;
}

/**
 * Takes leases on the keys that are due longest. Selecting and leasing is one statement: on PostgreSQL rows that
 * another claim has locked are skipped, and a lease taken meanwhile is seen when the row is locked.
 *
 *   perGroup 4, c1 has 4 in work, c2 has 3 → nothing of c1, one of c2, four of each other cluster
 */
export async function claim(tx: Executor, options: ClaimOptions): Promise<Claim[]> {
  return (await claimWithNext(tx, options)).claims;
}

/** The same; on PostgreSQL also what comes next of a queue without groups, where something was claimed: in one round trip. */
export async function claimWithNext(tx: Executor, options: ClaimOptions): Promise<Claims> {
  const { queue, token, leaseMs } = options;
  const now = nowMs(tx.dialect);
  const free = `priority in (${PRIORITIES.join(', ')}) and due_at <= ${now} and (lease_until is null or lease_until <= ${now}) and parked_reason is null`;
  const { groups } = options;
  const hasNext = groups === undefined && tx.dialect === 'postgres';
  const due =
    groups === undefined ? firstDue(tx, options, free) : dueWithinRoom(tx, { ...options, groups }, free);
  // Of what is due the claim leaves out rows that another transaction has locked: they are next.
  const next = hasNext
    ? firstOf(tx, options, `(due_at > ${now} or key not in (select key from due))`)
    : { sql: 'null', bindings: [] };
  const result = await tx.sql.raw(
    `with ${due.sql}
     update dirty_keys set lease_token = ?, lease_until = ${now} + ?, claimed_version = version, attempts = attempts + 1
     from due where dirty_keys.queue = due.queue and dirty_keys.key = due.key
     returning dirty_keys.key, dirty_keys.grp, dirty_keys.version, dirty_keys.attempts, ${next.sql} as next`,
    [...due.bindings, token, leaseMs, ...next.bindings],
  );
  const rows = rowsOf<ClaimedRow>(result);
  const claims = rows.map(({ key, grp, version, attempts }) => ({
    queue,
    key,
    group: grp,
    token,
    version,
    attempts,
  }));
  if (!hasNext || rows.length === 0) return { claims };
  return { claims, next: { dueMs: toDueMs(rows[0].next) } };
}

export const toDueMs = (wait: number | string | null) =>
  wait === null ? undefined : Math.max(0, Number(wait));

/** SQL for the time until the first key is due that is free and not parked, of each priority the first of the index. */
export function firstOf(
  tx: Executor,
  { queue, groups, ...whose }: Pick<ClaimOptions, 'queue' | 'groups' | 'keyPrefix' | 'shards'>,
  more = 'true',
) {
  const now = nowMs(tx.dialect);
  const own = ownKeys(whose);
  const full = excludeGroups(groups === undefined ? [] : fullGroups(groups));
  const first = PRIORITIES.map(
    priority => `select * from (select due_at from dirty_keys
       where queue = ? and priority = ${priority} and (lease_token is null or lease_until <= ${now})
         and parked_reason is null and ${more} ${own.sql} ${full.sql}
       order by due_at limit 1) as of_${priority}`,
  );
  return {
    sql: `(select min(due_at) - ${now} from (${first.join(' union all ')}) as firsts)`,
    bindings: PRIORITIES.flatMap(() => [queue, ...own.bindings, ...full.bindings]),
  };
}

/** Without groups the index has them in order. */
function firstDue(tx: Executor, options: ClaimOptions, free: string) {
  const { queue, limit } = options;
  const own = ownKeys(options);
  return {
    sql: `due as materialized (
       select queue, key from dirty_keys where queue = ? and ${free} ${own.sql}
       order by priority, due_at limit ? ${skipLocked(tx)})`,
    bindings: [queue, ...own.bindings, limit],
  };
}

function dueWithinRoom(tx: Executor, options: ClaimOptions & { groups: GroupRoom }, free: string) {
  const { queue, limit } = options;
  const own = ownKeys(options);
  const { full, room } = groupRoom(options.groups);
  return {
    sql: `candidates as (
       select key, grp, priority, due_at from dirty_keys
       where queue = ? and ${free} ${own.sql} ${full.sql}
       order by priority, due_at limit ?),
     ranked as (
       select key, row_number() over (partition by grp order by priority, due_at, key) as place, ${room.sql(limit)} as room
       from candidates),
     due as materialized (
       select queue, key from dirty_keys
       where queue = ? and ${isRanked(tx)} and ${free}
       order by priority, due_at, key limit ? ${skipLocked(tx)})`,
    bindings: [queue, ...own.bindings, ...full.bindings, limit * LOOK_AHEAD, ...room.bindings, queue, limit],
  };
}

const skipLocked = (tx: Executor) => (tx.dialect === 'postgres' ? 'for update skip locked' : '');

/** As an array PostgreSQL looks the keys up one by one, whatever it believes about the size of a queue. */
const isRanked = (tx: Executor) =>
  tx.dialect === 'postgres'
    ? 'key = any(array(select key from ranked where place <= room))'
    : 'key in (select key from ranked where place <= room)';

/** Groups without room are left out before the look-ahead is cut; the others are cut to their room. */
function groupRoom(groups: GroupRoom) {
  const { perGroup, busy } = groups;
  const full = fullGroups(groups);
  const partly = [...busy].filter(([group, count]) => group !== '' && count > 0 && count < perGroup);
  const cases = partly.map(() => 'when ? then cast(? as integer)').join(' ');
  return {
    full: excludeGroups(full),
    room: {
      sql: (limit: number) => `case grp when '' then ${limit} ${cases} else ${perGroup} end`,
      bindings: partly.flatMap(([group, count]) => [group, perGroup - count]),
    },
  };
}

/** The groups that have no room left. */
export const fullGroups = ({ perGroup, busy }: GroupRoom) =>
  [...busy].filter(([group, count]) => group !== '' && count >= perGroup).map(([group]) => group);

/** SQL that leaves the keys of others out; without LIKE, whose wildcards may occur in a name. */
export function ownKeys({ keyPrefix, shards }: Pick<ClaimOptions, 'keyPrefix' | 'shards'>) {
  const begin = keyPrefix === undefined ? '' : `and substr(key, 1, ${keyPrefix.length}) = ?`;
  const own = shards === undefined ? '' : 'and shard = any(cast(? as smallint[]))';
  return {
    sql: `${begin} ${own}`,
    bindings: [
      ...(keyPrefix === undefined ? [] : [keyPrefix]),
      ...(shards === undefined ? [] : [`{${shards.join()}}`]),
    ],
  };
}

/** SQL that leaves groups out. */
export const excludeGroups = (groups: readonly string[]) => ({
  sql: groups.length === 0 ? '' : `and grp not in (${groups.map(() => '?').join(', ')})`,
  bindings: [...groups],
});
