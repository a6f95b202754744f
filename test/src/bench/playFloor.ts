import type { Knex } from 'knex';
import { limitTo, runInOrder } from './floorOrder';
import type { FloorPlace } from './floorPlace';
import { Wires } from './floorWires';
import {
  isHeartbeat,
  isHeartbeatWrite,
  isWatch,
  preciseNow,
  type RecordedRequest,
  type RecordedTransaction,
  type Recording,
} from './recording';
import { countRows } from './recordWrites';

export interface FloorOptions {
  readonly place: FloorPlace;
  readonly recording: Recording;
  /** A copy of the database as it was when the recording began. */
  readonly database: Knex;
  readonly maxOpenTransactions: number;
  /**
   * Members by stage, each with how many of it may be at work; a stage begins when the one before it is done. Absent:
   * all of them at once.
   */
  readonly stages?: readonly { readonly members: readonly string[]; readonly maxAtOnce: number }[];
}

export interface Floor {
  /** Everything is done. */
  readonly wholeMs: number;
  /** When the requests to members, those to the hub and the writes were done. */
  readonly partMs: Readonly<Record<'members' | 'hub' | 'database', number>>;
  /** Everything that concerns a member is done there, by member. */
  readonly memberMs: ReadonlyMap<string, number>;
  /** Processor time of this process. */
  readonly cpuMs: number;
  readonly membersAtOnce: number;
  readonly requestCount: number;
  readonly transactionCount: number;
  readonly writtenRows: number;
  /** Statements that changed another number of rows than with the engine. */
  readonly otherWrites: number;
  /** Answers whose status is another than the engine got. */
  readonly otherAnswers: number;
}

/**
 * Does again what the engine did, without deciding anything: the same requests to copies of the members and of the
 * hub's objects, as many at once as the engine had, each after those that it had to wait for; and beside them the same
 * writes in the same transactions. Whatever the engine takes longer is its own.
 */
export async function playFloor(options: FloorOptions): Promise<Floor> {
  const wires = new Wires(options.place);
  const score = toScore(options, wires);
  try {
    await wires.warm([...score.members.keys()]);
    return { ...(await play(options, score)), otherAnswers: wires.otherAnswers };
  } finally {
    await wires.close();
  }
}

/** What is played: requests by member and by object of the hub, and transactions. */
function toScore({ recording, stages }: FloorOptions, wires: Wires) {
  const requests = recording.requests.filter(
    one => one.endedAt !== undefined && !isHeartbeat(one) && !isWatch(one),
  );
  const toMembers = requests.filter(one => one.cluster !== 'hub');
  const toHub = requests.filter(one => one.cluster === 'hub');
  const prepare = (list: readonly RecordedRequest[]) => list.map(one => wires.prepare(one));
  const members = new Map(
    [...groupBy(toMembers, one => one.cluster)].map(([name, list]) => [name, prepare(list)]),
  );
  const membersAtOnce = countAtOnce(toMembers, one => one.cluster);
  return {
    members,
    membersAtOnce,
    stages: stages ?? [{ members: [...members.keys()], maxAtOnce: membersAtOnce }],
    hubObjects: [...groupBy(toHub, toHubObject).values()].map(prepare),
    hubAtOnce: countAtOnce(toHub, toHubObject),
    transactions: recording.transactions.filter(one => one.writes.length > 0 && !isHeartbeatWrite(one)),
    requestCount: requests.length,
  };
}

async function play(
  { database, maxOpenTransactions }: FloorOptions,
  score: ReturnType<typeof toScore>,
): Promise<Omit<Floor, 'otherAnswers'>> {
  const memberMs = new Map<string, number>();
  const partMs = { members: 0, hub: 0, database: 0 };
  const written = { rows: 0, others: 0 };
  const cpu = process.cpuUsage();
  const startedAt = preciseNow();
  const sendToMember = async (name: string) => {
    await runInOrder(score.members.get(name) ?? []);
    memberMs.set(name, preciseNow() - startedAt);
  };
  const sendToMembers = async () => {
    for (const { members, maxAtOnce } of score.stages) {
      await limitTo(Math.min(score.membersAtOnce, maxAtOnce), members, sendToMember);
    }
  };
  const timed = async (part: keyof typeof partMs, work: Promise<void>) => {
    await work;
    partMs[part] = preciseNow() - startedAt;
  };
  await Promise.all([
    timed('members', sendToMembers()),
    timed('hub', limitTo(score.hubAtOnce, score.hubObjects, runInOrder)),
    timed(
      'database',
      limitTo(maxOpenTransactions, score.transactions, one => writeAgain(database, one, written)),
    ),
  ]);
  const wholeMs = preciseNow() - startedAt;
  const { user, system } = process.cpuUsage(cpu);
  return {
    wholeMs,
    partMs,
    memberMs,
    cpuMs: (user + system) / 1000,
    membersAtOnce: score.membersAtOnce,
    requestCount: score.requestCount,
    transactionCount: score.transactions.length,
    writtenRows: written.rows,
    otherWrites: written.others,
  };
}

/** The object of the hub that a request is about, its subresources included. */
function toHubObject({ method, path, body }: RecordedRequest): string {
  const [plain] = path.split('?', 1);
  if (method !== 'POST') return plain.replace(/\/status$/, '');
  return `${plain}/${JSON.parse(body ?? '{}').metadata?.name}`;
}

/** The most of something that had a request under way at the same moment. */
function countAtOnce(requests: readonly RecordedRequest[], keyOf: (one: RecordedRequest) => string): number {
  const moments = requests.flatMap(one => [
    { at: one.startedAt, change: 1, key: keyOf(one) },
    { at: one.endedAt ?? one.startedAt, change: -1, key: keyOf(one) },
  ]);
  const open = new Map<string, number>();
  let most = 1;
  for (const { key, change } of moments.sort((a, b) => a.at - b.at)) {
    const count = (open.get(key) ?? 0) + change;
    if (count > 0) open.set(key, count);
    else open.delete(key);
    most = Math.max(most, open.size);
  }
  return most;
}

async function writeAgain(
  database: Knex,
  transaction: RecordedTransaction,
  written: { rows: number; others: number },
): Promise<void> {
  await database.transaction(async tx => {
    for (const { sql, bindings, rows } of transaction.writes) {
      // PostgreSQL's statements are recorded with numbered places.
      const text = sql.replaceAll(/\$\d+/g, '?');
      const count = countRows(await tx.raw(text, [...bindings] as Knex.RawBinding[])) ?? 0;
      written.rows += count;
      if (rows !== undefined && rows !== count) written.others += 1;
    }
  });
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return groups;
}
