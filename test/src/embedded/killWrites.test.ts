import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually';
import { Random } from '../fuzz/random';
import { read } from '../story/hub';
import { followWrites, type Followed, type Following } from './followWrites';
import { startEmbedded, type EmbeddedProcess } from './startEmbedded';
import { contentOf, writeUntilKilled, type Known, type Written } from './writeUntilKilled';

// A quick run is part of the ordinary tests; `npm run test:fuzz` asks for all of it.
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3);
const WRITES = Number(process.env.KILL_WRITES ?? 2_000);
const CONNECTIONS = 50;
const COLLECTION = '/api/v1/namespaces/default/configmaps';
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

interface List {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly Followed['object'][];
}

let folder: string;
let fleet: EmbeddedProcess | undefined;
let draw: Random;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fleetstage-kill-writes-'));
  draw = new Random(seed);
  fleet = await startEmbedded({ members: 0, dataDir: folder });
}, 60_000);

afterAll(async () => {
  await fleet?.stop();
  await rm(folder, { recursive: true, force: true });
});

const revisionOf = ({ object }: Followed) => Number(object.metadata.resourceVersion);
const list = async (): Promise<List> => (await read(fleet!.hub, COLLECTION)) as unknown as List;

/** Writes, and kills the fleet after a random one of the answers. */
async function writeAndKill(round: number): Promise<Written> {
  const killAt = 1 + draw.below(Math.floor(WRITES * 0.9));
  let gone: Promise<void> | undefined;
  const written = await writeUntilKilled(fleet!.hub, {
    collection: COLLECTION,
    prefix: `round-${round}`,
    writes: WRITES,
    connections: CONNECTIONS,
    onAnswer: answers => {
      if (answers >= killAt) gone ??= fleet!.kill();
    },
  });
  await gone;
  return written;
}

/** One more write, the revision of which is the last of the round. */
async function writeLast(round: number): Promise<number> {
  const plan = { prefix: `round-${round}-last`, writes: 1, connections: 1, onAnswer: () => undefined };
  const { revisions } = await writeUntilKilled(fleet!.hub, { collection: COLLECTION, ...plan });
  return [...revisions][0];
}

/** What differs from what was answered, or asked last. */
function lossesOf(objects: ReadonlyMap<string, Known>, present: ReadonlyMap<string, string>): string[] {
  return [...objects].flatMap(([name, { answered, asked }]) => {
    const found = present.get(name);
    const isFine = found === answered || (asked !== undefined && found === asked.content);
    return isFine ? [] : [`${name} holds ${found}; answered was ${answered}, asked ${asked?.content}`];
  });
}

/** What objects a follower believes to be there. */
function fold(events: readonly Followed[]): Map<string, string> {
  const objects = new Map<string, string>();
  for (const { type, object } of events) {
    if (type === 'DELETED') objects.delete(object.metadata.name);
    else objects.set(object.metadata.name, contentOf(object));
  }
  return objects;
}

const contents = async (round: number) => {
  const { items } = await list();
  const own = items.filter(({ metadata }) => metadata.name.startsWith(`round-${round}-`));
  return new Map(own.map(item => [item.metadata.name, contentOf(item)] as const).sort());
};

/** The watch of before, taken up where it broke off. @returns all events of the round */
async function resume(before: Following, from: string, upTo: number): Promise<readonly Followed[]> {
  const last = before.events.at(-1)?.object.metadata.resourceVersion ?? from;
  const after = followWrites(fleet!.hub, COLLECTION, last);
  await eventually('the watch has received what was missed', () =>
    expect(after.events.map(revisionOf).at(-1)).toBe(upTo),
  );
  after.end();
  await after.ended;
  return [...before.events, ...after.events];
}

describe(`SIGKILL within ${WRITES} writes over ${CONNECTIONS} connections (seed ${seed})`, () => {
  it.each(Array.from({ length: ROUNDS }, (_, i) => [i + 1]))(
    `loses nothing that was answered, time %i of ${ROUNDS}`,
    async round => {
      const { metadata } = await list();
      const watch = followWrites(fleet!.hub, COLLECTION, metadata.resourceVersion);
      const { objects, revisions, answers } = await writeAndKill(round);
      await watch.ended;
      fleet = await startEmbedded({ members: 0, dataDir: folder });

      const present = await contents(round);
      expect(lossesOf(objects, present)).toEqual([]);
      expect(answers).toBeGreaterThan(0);

      const last = await writeLast(round);
      expect(last).toBeGreaterThan(Math.max(...revisions));
      const received = await resume(watch, metadata.resourceVersion, last);
      const numbers = received.map(revisionOf);
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect([...revisions].filter(revision => !numbers.includes(revision))).toEqual([]);
      expect(new Map([...fold(received)].sort())).toEqual(await contents(round));
    },
    120_000,
  );
});
