import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  finalizerKeys,
  instant,
  labelKeys,
  plus,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { addNodes, addRequests, toNamespaces } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { aMemberObject } from '../__testUtils__/objects';
import { probeDepsAt } from '../__testUtils__/probeDeps';
import { loadCluster, saveCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { saveObject } from '../database/mirrorStore';
import { claim, type Claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { queues } from '../database/queue/queues';
import { settle } from '../database/queue/settle';
import { probeMember } from './probeMember';

const databases = createTestDatabases();
const KEY = 'hub/c1';

const aMember = () => {
  const object = aMemberObject('c1', { [labelKeys.memberName]: 'c1' });
  return { ...object, metadata: { ...object.metadata, finalizers: [finalizerKeys.memberCluster] } };
};

const node = (cpu: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  status: { capacity: { cpu: '64', memory: '8Gi' }, allocatable: { cpu, memory: '8Gi' } },
});

const found = (cpu = '64', namespaces: readonly string[] = ['shop', 'Blog']) => {
  const named = namespaces.map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const seen = {
    nodes: addNodes([node(cpu)]),
    requested: addRequests([]),
    namespaces: toNamespaces(named),
  };
  return {
    kind: 'probed',
    result: { kind: 'ready' },
    collected: { seen, answers: new Map() },
  } as const;
};

/** A member that was asked twice, so that its status waits for its times; and a claim on its key. */
async function asked(database: Database) {
  let now = instant(1_795_262_400_000);
  const effect = probeMember(probeDepsAt({ now: () => now }));
  const take = async (): Promise<Claim> => {
    await database.transact(async tx => mark(tx, { queue: queues.member, key: KEY }));
    const options = { queue: queues.member, limit: 1, token: `t${now}`, leaseMs: 60_000 };
    return (await database.transact(tx => claim(tx, options)))[0];
  };
  const record = async () => {
    const taken = await take();
    const input = await loadInput(database, effect, KEY);
    await database.transact(async tx => {
      await effect.record(tx, KEY, input, found());
      settle(tx, taken, { kind: 'done', afterMs: 60_000 });
    });
    now = plus(now, 60_000);
  };
  await database.transact(tx => saveObject(tx, 'hub', aMember()));
  await record();
  await record();
  const taken = await take();
  const input = await database.ask(reader => effect.peek!(reader, KEY));
  const recordSame = (probed: ReturnType<typeof found>) =>
    database.execute(executor => effect.recordSame!(executor, taken, input!, probed));
  return { effect, input, taken, recordSame, now };
}

const rowsOf = (database: Database) =>
  database.transact(async tx => ({
    cluster: await tx.sql('clusters').first(),
    keys: await tx.sql('dirty_keys').orderBy('queue'),
  }));

const postgres = databases
  .eachSupportedId()
  .flat()
  .filter(id => String(id).startsWith('POSTGRES'));

(postgres.length > 0 ? describe.each(postgres) : describe.skip.each([['PostgreSQL']]))(
  'a heartbeat that finds everything as it was, on %s',
  databaseId => {
    const open = async () =>
      (await openTestDatabase(databases, databaseId as unknown as TestDatabaseId)).database;

    it('is loaded by one statement as by a transaction', async () => {
      const database = await open();
      const { effect, input } = await asked(database);
      const { stamp, ...peeked } = input!;
      expect(stamp).toHaveLength(16);
      expect(peeked).toEqual(await loadInput(database, effect, KEY));
    });

    it('is kept and settled together, and marks nothing', async () => {
      const database = await open();
      const { recordSame, now } = await asked(database);
      const before = await rowsOf(database);
      expect((await recordSame(found()))?.afterMs).toBeGreaterThan(50_000);
      const after = await rowsOf(database);
      const record = await database.transact(tx => loadCluster(tx, 'hub', 'c1'));
      expect(record?.health?.lastHeartbeatAt).toBe(now);
      expect(after.cluster?.stamp).not.toBe(before.cluster?.stamp);
      const [member, publish] = after.keys;
      expect([member, publish].map(({ queue }) => queue)).toEqual([queues.member, queues.publishMember]);
      expect(member).toMatchObject({ lease_token: null, claimed_version: null, attempts: 0 });
      expect(Number(member.due_at)).toBeGreaterThan(Number(before.keys[0].due_at) + 50_000);
      expect(publish).toEqual(before.keys[1]);
    });

    it.each([
      ['other resources', found('32')],
      ['another namespace', found('64', ['shop', 'Blog', 'mail'])],
    ])('is none where it finds %s: whoever waits is marked', async (_, probed) => {
      const database = await open();
      const { recordSame } = await asked(database);
      const before = await rowsOf(database);
      expect(await recordSame(probed)).toBeUndefined();
      expect(await rowsOf(database)).toEqual(before);
    });

    it('writes nothing when the key is another one’s, or the record has changed', async () => {
      const database = await open();
      const { recordSame, taken } = await asked(database);
      const give = (lease_token: string) =>
        database.transact(tx => tx.sql('dirty_keys').update({ lease_token }));
      await give('other');
      const before = await rowsOf(database);
      expect(await recordSame(found())).toBeUndefined();
      expect(await rowsOf(database)).toEqual(before);
      await give(taken.token);
      const record = await database.transact(tx => loadCluster(tx, 'hub', 'c1'));
      await database.transact(tx => saveCluster(tx, 'hub', 'c1', { ...record!, properties: { a: 'b' } }));
      const changed = await rowsOf(database);
      expect(await recordSame(found())).toBeUndefined();
      expect(await rowsOf(database)).toEqual(changed);
    });
  },
);
