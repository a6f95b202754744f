import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  finalizerKeys,
  instant,
  labelKeys,
  memberNamespace,
  plus,
  toRfc3339,
  type InternalMemberCluster,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { loadInput } from '../__testUtils__/loadInput';
import { aMemberObject } from '../__testUtils__/objects';
import { probeDepsAt } from '../__testUtils__/probeDeps';
import { loadCluster } from '../database/clusterStore';
import type { Database } from '../database/db';
import { loadMemberAgent, saveMemberAgent } from '../database/memberAgentStore';
import { saveObject } from '../database/mirrorStore';
import { listTimeline } from '../database/timelineStore';
import { loadNamespaces } from '../database/namespaceStore';
import { savePublication } from '../database/publicationStore';
import { Connections } from '../kube/Connections';
import { probeMember } from './probeMember';

const databases = createTestDatabases();
const KEY = 'hub/edge';
const NOW = instant(1_795_262_400_000);

interface Words {
  readonly at?: Instant;
  readonly state?: string;
  readonly racks?: string;
}

const internalMember = ({ at = NOW, state = 'Join', racks = '7' }: Words = {}): InternalMemberCluster => {
  const condition = (type: string) =>
    ({ type, status: 'True', reason: 'R', message: '', lastTransitionTime: toRfc3339(NOW) }) as const;
  return {
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'InternalMemberCluster',
    metadata: { name: 'edge', namespace: memberNamespace('edge') },
    spec: { state, heartbeatPeriodSeconds: 60 },
    status: {
      agentStatus: [
        {
          type: 'MemberAgent',
          lastReceivedHeartbeat: toRfc3339(at),
          conditions: [condition('Joined'), condition('Healthy')],
        },
      ],
      conditions: [condition('NamespaceCollectionSucceeded')],
      namespaces: { shop: 'shop-work' },
      properties: { racks: { value: racks, observationTime: toRfc3339(at) } },
    },
  };
};

describe.each(databases.eachSupportedId())('the pass of a pull member on %s', databaseId => {
  let database: Database;
  let now = NOW;
  const logged: string[] = [];
  const say = (level: string) => (message: string) => void logged.push(`${level}: ${message}`);
  const effect = probeMember({
    ...probeDepsAt({ now: () => now }),
    log: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
    connections: new Connections({
      hub: { name: 'hub' },
      accessOf: () => undefined,
      requestTimeoutMs: 1_000,
      requestsPerMember: 1,
      now: () => 0,
      onRecovered: () => undefined,
      onRequest: () => undefined,
    }),
  });

  beforeEach(async () => {
    ({ database } = await openTestDatabase(databases, databaseId as TestDatabaseId));
    now = NOW;
    await saveMember();
    logged.length = 0;
  });

  function saveMember({ isHeld = true, isLeaving = false, version = '1' } = {}) {
    const object = aMemberObject('edge', { [labelKeys.memberName]: 'edge' });
    const metadata = {
      ...object.metadata,
      ...{ uid: 'u1', generation: 1, resourceVersion: version },
      finalizers: isHeld ? [finalizerKeys.memberCluster] : [],
      ...(isLeaving && { deletionTimestamp: toRfc3339(NOW) }),
    };
    return database.transact(tx => saveObject(tx, 'hub', { ...object, metadata }));
  }
  const keys = () =>
    database.transact(async tx => {
      const rows = await tx.sql('dirty_keys').orderBy('queue');
      await tx.sql('dirty_keys').delete();
      return rows.map(({ queue }) => queue);
    });

  /** Returns in how many milliseconds the pass comes again, and the keys that it marked. */
  async function hear(found?: InternalMemberCluster) {
    const input = await loadInput(database, effect, KEY);
    const heard = { kind: 'heard', ...(found && { internalMember: found }) } as const;
    const again = await database.transact(tx => effect.record(tx, KEY, input, heard));
    return { againMs: again?.afterMs, marked: await keys() };
  }
  const ensured = (patch = {}) =>
    database.transact(tx =>
      saveMemberAgent(tx, 'hub', 'edge', { memberUid: 'u1', ensuredFor: '1', joined: 'True', ...patch }),
    );

  it('C/MC-014: asks for the finalizer first, and then for the objects', async () => {
    await saveMember({ isHeld: false, version: '2' });
    expect((await hear()).marked).toEqual(['ensure-finalizer', 'publish-member']);
    await saveMember({ version: '3' });
    expect((await hear()).marked).toEqual(['ensure-membership', 'publish-member']);
    const agent = await database.transact(tx => loadMemberAgent(tx, 'hub', 'edge'));
    expect(agent).toEqual({ memberUid: 'u1' });
  });

  it('C/MC-032: writes the rows that a probe writes', async () => {
    await ensured();
    await hear(internalMember());
    const record = await database.transact(tx => loadCluster(tx, 'hub', 'edge'));
    expect(record).toMatchObject({
      health: { joined: true, healthy: 'True', lastHeartbeatAt: NOW },
      properties: { racks: '7' },
      collection: { namespaces: 'Succeeded', agent: { agents: [{ type: 'MemberAgent' }] } },
    });
    expect(await database.transact(tx => loadNamespaces(tx, 'hub', 'edge'))).toEqual({ shop: 'shop-work' });
  });

  it('C/MC-021, MC-047: one that joins is not ill; that it joined, and that its agent went, are in log and timeline', async () => {
    await hear();
    await hear();
    expect(logged).toEqual(['info: The member waits for its agent']);
    await hear(internalMember());
    now = plus(NOW, 400_000);
    await hear(internalMember());
    await hear();
    expect(logged.slice(1)).toEqual(['info: The member is healthy', 'warn: The member is not healthy']);
    const lines = await database.transact(tx =>
      listTimeline(tx, 'hub', { kind: 'MemberCluster', name: 'edge' }),
    );
    expect(lines.map(({ event, message }) => [event, message]).reverse()).toEqual([
      ['clusterJoined', undefined],
      ['heartbeatLost', 'its agent has sent no heartbeat for more than 5 minutes'],
    ]);
  });

  it('RUL 45: a heartbeat alone publishes nothing before its times are due', async () => {
    await ensured();
    await hear(internalMember());
    await database.transact(tx =>
      savePublication(tx, 'hub', { kind: 'MemberCluster', name: 'edge', hash: 'h' }),
    );
    now = plus(NOW, 60_000);
    const input = await loadInput(database, effect, KEY);
    const heard = { kind: 'heard', internalMember: internalMember({ at: now }) } as const;
    await database.transact(tx => effect.record(tx, KEY, input, heard));
    const [row, ...others] = await database.transact(tx => tx.sql('dirty_keys'));
    expect([row.queue, ...others]).toEqual(['publish-member']);
    const dueInMs = await database.transact(
      async tx => Number(row.due_at) - Number((await tx.sql('publications').first())?.published_at),
    );
    expect(dueInMs).toBeGreaterThan(100_000);
    const record = await database.transact(tx => loadCluster(tx, 'hub', 'edge'));
    expect(record?.health?.lastHeartbeatAt).toBe(now);
  });

  it.each<[string, Parameters<typeof ensured>[0], InternalMemberCluster | undefined]>([
    ['its InternalMemberCluster is gone', {}, undefined],
    ['that was changed', {}, internalMember({ state: 'Leave' })],
    ['the MemberCluster has changed', { ensuredFor: '0' }, internalMember()],
    ['whether it has joined has changed', { joined: 'Unknown' }, internalMember()],
    ['its agent was to leave', { leavingSince: NOW }, internalMember()],
    ['the MemberCluster was created anew', { memberUid: 'u0' }, internalMember()],
  ])('C/MC-020, MC-023: asks for its objects where %s', async (_, row, found) => {
    await ensured();
    await hear(internalMember());
    await ensured(row);
    expect((await hear(found)).marked).toContain('ensure-membership');
  });

  it('asks for nothing where all is as it was', async () => {
    await ensured();
    await hear(internalMember());
    expect((await hear(internalMember())).marked).toEqual(['publish-member']);
  });

  it('RUL 25: comes again when silence would be too long', async () => {
    await ensured();
    expect((await hear(internalMember())).againMs).toBe(301_000);
    now = plus(NOW, 301_000);
    expect((await hear(internalMember())).againMs).toBe(300_000);
    const record = await database.transact(tx => loadCluster(tx, 'hub', 'edge'));
    expect(record?.health).toMatchObject({ joined: true, healthy: 'Unknown' });
  });

  it('C/TR-104: a member that leaves marks its objects, and keeps its finalizer', async () => {
    await ensured();
    await hear(internalMember());
    await saveMember({ isLeaving: true, version: '2' });
    expect(await hear(internalMember())).toEqual({
      againMs: undefined,
      marked: ['ensure-membership', 'publish-member'],
    });
    const record = await database.transact(tx => loadCluster(tx, 'hub', 'edge'));
    expect(record?.health?.joined).toBe(true);
  });
});
