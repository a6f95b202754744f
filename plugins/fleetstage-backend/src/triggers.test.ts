import type { TestDatabaseId } from '@backstage/backend-test-utils';
import {
  finalizerKeys,
  instant,
  labelKeys,
  plus,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { addNodes, addRequests, toNamespaces } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { aHealthyMember, aResourceSnapshot } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { createTestDatabases, openTestDatabase } from './__testUtils__/databases';
import { loadInput } from './__testUtils__/loadInput';
import { aMemberObject, anObject, aPlacementObject } from './__testUtils__/objects';
import { probeDepsAt } from './__testUtils__/probeDeps';
import { loadBindings } from './database/bindingStore';
import { saveCapture } from './database/captureStore';
import { loadCluster, saveCluster } from './database/clusterStore';
import type { Database, Tx } from './database/db';
import { nowMs } from './database/dbNow';
import { fromHubKey } from './database/keys';
import { lockPlacement } from './database/lockPlacement';
import { markNewNamespaces } from './database/markNewNamespaces';
import { markTriggers } from './database/markTriggers';
import { deleteObject, saveObject } from './database/mirrorStore';
import { savePlacementInputs } from './database/placementInputs';
import { keyOfObject } from './database/placementObject';
import { claim } from './database/queue/claim';
import { mark } from './database/queue/mark';
import { queues } from './database/queue/queues';
import { savePublication } from './database/publicationStore';
import { saveResourceSnapshot } from './database/snapshotStore';
import { probeMember } from './effects/probeMember';
import { clusterTriggers } from './ingest/clusterTriggers';
import type { AuthoredKind, ObjectChange } from './ingest/keysFor';
import { placementReads } from './ingest/placementReads';
import { reconcileOnce } from './loop/reconcileOnce';
import { placementReconciler } from './reconcilers/placement';

jest.setTimeout(120_000);

const databases = createTestDatabases();
const PUT_OFF_MS = 3_600_000;
const CPU = 'resources.kubernetes-fleet.io/available-cpu';
const MEMORY = 'resources.kubernetes-fleet.io/available-memory';

/** The desired state of a MemberCluster, as the member pass saves it. */
const aMember = (name: string, labels: Record<string, string> = {}, spec: Record<string, unknown> = {}) => {
  const object = aMemberObject(name, { ...labels, [labelKeys.memberName]: name });
  const metadata = { ...object.metadata, finalizers: [finalizerKeys.memberCluster] };
  return { ...object, metadata, spec: { identity: { kind: 'User', name: 'fleetstage' }, ...spec } };
};

const node = (cpu: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  status: { capacity: { cpu: '64', memory: '8Gi' }, allocatable: { cpu, memory: '8Gi' } },
});

const atLeast = (name: string, value: string) => ({
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [
          { propertySelector: { matchExpressions: [{ name, operator: 'Ge', values: [value] }] } },
        ],
      },
    },
  },
});
const sortedBy = (name: string) => ({
  affinity: {
    clusterAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, preference: { propertySorter: { name, sortOrder: 'Descending' } } },
      ],
    },
  },
});
const inEnv = (env: string) => ({
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [{ labelSelector: { matchLabels: { env } } }],
      },
    },
  },
});
const aPlacement = (name: string, policy: Record<string, unknown>, generation = 1) =>
  aPlacementObject(name, { policy }, { generation });

interface Heartbeat {
  readonly cpu?: string;
  readonly namespaces?: readonly string[];
  readonly isSilent?: true;
}

/** The mirror, the member passes and the placement passes of one hub; nothing is reached outside. */
class Scene {
  now: Instant = instant(1_795_262_400_000);
  private versions = 0;
  private tokens = 0;

  constructor(readonly database: Database) {}

  /** Takes objects as the ingest does. */
  async see(...objects: KubeObject[]): Promise<void> {
    await this.database.transact(async tx => {
      for (const object of objects) {
        this.versions += 1;
        const metadata = { ...object.metadata, resourceVersion: `${this.versions}` };
        const saved = await saveObject(tx, 'hub', { ...object, metadata });
        await this.take(tx, { kind: object.kind as AuthoredKind, name: keyOfObject(object), ...saved });
      }
    });
  }

  async lose(kind: AuthoredKind, name: string): Promise<void> {
    await this.database.transact(async tx => {
      const before = await deleteObject(tx, { hub: 'hub', kind, name });
      await this.take(tx, { kind, name, before });
    });
  }

  private async take(tx: Tx, change: ObjectChange): Promise<void> {
    await savePlacementInputs(tx, 'hub', placementReads([change], undefined));
    await markTriggers(tx, 'hub', clusterTriggers([change], this.now));
    if (change.kind !== 'MemberCluster') mark(tx, { queue: queues.placement, key: `hub/${change.name}` });
  }

  /** What a member pass finds on its member. */
  async heartbeat(cluster: string, { cpu = '64', namespaces = [], isSilent }: Heartbeat = {}): Promise<void> {
    const effect = probeMember(probeDepsAt({ now: () => this.now }));
    const key = `hub/${cluster}`;
    const input = await loadInput(this.database, effect, key);
    const seen = {
      nodes: addNodes([node(cpu)]),
      requested: addRequests([]),
      namespaces: toNamespaces(namespaces.map(aNamespace)),
    };
    const probed = isSilent
      ? ({ kind: 'probed', result: { kind: 'unreachable', message: 'no answer' } } as const)
      : ({
          kind: 'probed',
          result: { kind: 'ready' },
          collected: { seen, answers: new Map() },
        } as const);
    await this.database.transact(tx => effect.record(tx, key, input, probed));
  }

  /** Joins members that have been healthy for an hour. */
  async join(...members: KubeObject[]): Promise<void> {
    await this.see(...members);
    for (const { metadata } of members) await this.heartbeat(metadata.name);
  }

  wait(ms: number): void {
    this.now = plus(this.now, ms);
  }

  /**
   * Runs the passes that are due; returns the placements that were reconciled. What waits for its time is put off, until
   * `rechecks`: how long a test takes here must not matter.
   */
  async passes(): Promise<string[]> {
    const read: string[] = [];
    for (;;) {
      this.tokens += 1;
      const options = { queue: queues.placement, limit: 1, token: `t${this.tokens}`, leaseMs: 60_000 };
      const [taken] = await this.database.transact(tx => claim(tx, options));
      if (taken === undefined) return read.sort();
      read.push(fromHubKey(taken.key).name);
      await reconcileOnce(
        { database: this.database, clock: { now: () => this.now } },
        placementReconciler,
        taken,
      );
      await this.postpone(PUT_OFF_MS);
    }
  }

  /** Plays what waited for its moment. */
  async rechecks(): Promise<string[]> {
    this.wait(1_000);
    await this.postpone(-PUT_OFF_MS - 1_000);
    return this.passes();
  }

  private postpone(ms: number): Promise<unknown> {
    return this.database.transact(tx =>
      tx
        .sql('dirty_keys')
        .where({ queue: queues.placement })
        .whereNull('lease_token')
        .where('due_at', '>', tx.sql.raw(`${nowMs(tx.dialect)} + ?`, [ms > 0 ? 0 : PUT_OFF_MS / 2]))
        .where(
          'due_at',
          '<',
          tx.sql.raw(`${nowMs(tx.dialect)} + ?`, [ms > 0 ? PUT_OFF_MS / 2 : 2 * PUT_OFF_MS]),
        )
        .update({ due_at: tx.sql.raw('due_at + ?', [ms]) }),
    );
  }

  /** A capture has read what the placement selects. */
  async read(placement: string, generation: number): Promise<void> {
    await this.database.transact(async tx => {
      await saveCapture(tx, { hub: 'hub', name: placement }, { through: generation, generation });
    });
  }

  /** The status of a member was written so long ago. */
  async wrote(name: string, agoMs: number): Promise<void> {
    const object = { kind: 'MemberCluster', name };
    await this.database.transact(async tx => {
      await tx.sql('dirty_keys').where({ queue: queues.publishMember }).delete();
      await savePublication(tx, 'hub', { ...object, hash: 'h' });
      const at = tx.sql.raw('published_at - ?', [agoMs]);
      await tx.sql('publications').where(object).update({ published_at: at });
    });
  }

  /** How soon its status is published, in ms. */
  async publishesIn(name: string): Promise<number> {
    const row = await this.database.transact(tx =>
      tx
        .sql('dirty_keys')
        .where({ queue: queues.publishMember, key: `hub/${name}` })
        .first<{ wait: string }>(tx.sql.raw(`due_at - ${nowMs(tx.dialect)} as wait`)),
    );
    return Number(row?.wait);
  }

  async picked(placement: string): Promise<string[]> {
    const bindings = await this.database.transact(tx => loadBindings(tx, 'hub', placement));
    return bindings.filter(({ phase }) => phase !== 'Unscheduled').map(({ cluster }) => cluster);
  }
}

const aNamespace = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

describe.each(databases.eachSupportedId())('what wakes placements on %s', databaseId => {
  let scene: Scene;

  beforeEach(async () => {
    const { database } = await openTestDatabase(databases, databaseId as TestDatabaseId);
    scene = new Scene(database);
  });

  it('A/SCH-116, A/SEL-024: while a changed policy is held, what the one before it reads wakes, too', async () => {
    await scene.join(aMember('c1', { env: 'prod' }), aMember('c2', { env: 'dev' }));
    await scene.see(aPlacement('web', { placementType: 'PickAll', ...inEnv('prod') }));
    await scene.read('web', 1);
    await scene.passes();
    await scene.rechecks();
    expect(await scene.picked('web')).toEqual(['c1']);
    const sized = { placementType: 'PickAll', ...atLeast('kubernetes-fleet.io/node-count', '9') };
    await scene.see(aPlacement('web', sized, 2));
    await scene.passes();
    await scene.rechecks();
    await scene.see(aMember('c2', { env: 'prod' }));
    expect(await scene.passes()).toEqual(['web']);
    expect(await scene.picked('web')).toEqual(['c1', 'c2']);
    await scene.read('web', 2);
    await scene.passes();
    expect(await scene.picked('web')).toEqual([]);
  });

  it.each([
    ['two minutes after the last write', 60_000, 60_000],
    ['two minutes after the last write, not after a heartbeat in between', 90_000, 30_000],
    ['at once where they are older', 150_000, 0],
  ])('RUL 45: times alone are written %s', async (_, agoMs, dueInMs) => {
    await scene.join(aMember('c1'));
    await scene.wrote('c1', agoMs);
    scene.wait(60_000);
    await scene.heartbeat('c1');
    const wait = await scene.publishesIn('c1');
    expect(wait).toBeLessThanOrEqual(dueInMs);
    expect(wait).toBeGreaterThan(dueInMs - 20_000);
  });

  describe('with three members and placements of every kind', () => {
    beforeEach(async () => {
      await scene.join(
        aMember('c1', { env: 'prod' }),
        aMember('c2', { env: 'prod' }),
        aMember('c3', { env: 'dev' }, { taints: [{ key: 'gpu', effect: 'NoSchedule' }] }),
      );
      await scene.see(
        aPlacement('all', { placementType: 'PickAll' }),
        aPlacement('all-prod', { placementType: 'PickAll', ...inEnv('prod') }),
        aPlacement('fixed', { placementType: 'PickFixed', clusterNames: ['c1'] }),
        aPlacement('fixed-short', { placementType: 'PickFixed', clusterNames: ['c1', 'c9'] }),
        aPlacement('n-full', { placementType: 'PickN', numberOfClusters: 1, ...inEnv('prod') }),
        aPlacement('n-short', { placementType: 'PickN', numberOfClusters: 3, ...inEnv('prod') }),
      );
      await scene.passes();
    });

    it.each<{ rule: string; event: () => Promise<void>; woken: string[] }>([
      {
        rule: 'A/SCH-110, SCH-116 1: a label wakes who reads it, may it still pick',
        event: () =>
          scene.see(aMember('c3', { env: 'prod' }, { taints: [{ key: 'gpu', effect: 'NoSchedule' }] })),
        woken: ['all-prod', 'n-short'],
      },
      {
        rule: 'A/SCH-110: a label that nobody reads wakes nobody',
        event: () => scene.see(aMember('c1', { env: 'prod', team: 'blue' })),
        woken: [],
      },
      {
        rule: 'A/SCH-111, SCH-116 3: a taint that is removed',
        event: () => scene.see(aMember('c3', { env: 'dev' })),
        woken: ['all', 'all-prod', 'n-short'],
      },
      {
        rule: 'A/SCH-111, SCH-116 4: a taint that is added wakes nobody',
        event: () =>
          scene.see(aMember('c1', { env: 'prod' }, { taints: [{ key: 'gpu', effect: 'NoSchedule' }] })),
        woken: [],
      },
      {
        rule: 'A/SCH-107: a new member wakes those that may pick',
        event: () => scene.see(aMember('c4', { env: 'prod' })),
        woken: ['all', 'all-prod', 'fixed-short', 'n-short'],
      },
      {
        rule: 'A/SCH-108, SCH-116 5: a member that is gone wakes everybody',
        event: () => scene.lose('MemberCluster', 'c3'),
        woken: ['all', 'all-prod', 'fixed', 'fixed-short', 'n-full', 'n-short'],
      },
      {
        rule: 'A/SCH-109: a member that begins to leave wakes those that hold it',
        event: async () => {
          const leaving = aMember('c2', { env: 'prod' });
          await scene.see({ ...leaving, metadata: { ...leaving.metadata, deletionTimestamp: 'now' } });
        },
        woken: ['all', 'all-prod', 'n-full', 'n-short'],
      },
      {
        rule: 'A/SCH-112, SCH-114: a heartbeat with other figures wakes nobody who does not read them',
        event: () => scene.heartbeat('c1', { cpu: '3' }),
        woken: [],
      },
      {
        rule: 'A/SCH-115, SCH-116 6: a heartbeat that stops wakes nobody',
        event: async () => {
          scene.wait(6 * 60_000);
          await scene.heartbeat('c1', { isSilent: true });
        },
        woken: [],
      },
      {
        rule: 'A/DOC-10, A/SCH-115: a heartbeat that resumes after more than five minutes',
        event: async () => {
          scene.wait(6 * 60_000);
          await scene.heartbeat('c1', { isSilent: true });
          await scene.heartbeat('c1');
        },
        woken: ['all', 'all-prod', 'fixed-short', 'n-short'],
      },
      {
        rule: 'A/SCH-104: an edit of the placement itself',
        event: () =>
          scene.see(aPlacement('fixed', { placementType: 'PickFixed', clusterNames: ['c1', 'c2'] }, 2)),
        woken: ['fixed'],
      },
      {
        rule: 'A/SCH-106: its deletion',
        event: () =>
          scene.see(
            aPlacementObject('fixed', {}, { deletionTimestamp: '2026-11-21T12:00:00Z', generation: 2 }),
          ),
        woken: ['fixed'],
      },
    ])('$rule', async ({ event, woken }) => {
      await event();
      expect(await scene.passes()).toEqual(woken);
    });

    it('A/SCH-013, SCH-110: who holds a member keeps it whatever becomes of its labels', async () => {
      const held = (await scene.picked('n-full'))[0];
      await scene.see(aMember(held, { env: 'dev' }));
      await scene.passes();
      expect([await scene.picked('n-full'), await scene.picked('all-prod')]).toEqual([[held], ['c1', 'c2']]);
    });

    it('A/SCH-116: PickN is asked again as soon as its number is raised', async () => {
      await scene.see(
        aPlacement('n-full', { placementType: 'PickN', numberOfClusters: 3, ...inEnv('prod') }, 2),
      );
      await scene.see(aMember('c3', { env: 'prod' }));
      expect(await scene.passes()).toContain('n-full');
      expect(await scene.picked('n-full')).toEqual(['c1', 'c2', 'c3']);
    });

    it('a placement made anew under its name may pick again, though its generation is the same', async () => {
      const anew = aPlacementObject(
        'n-full',
        { policy: { placementType: 'PickN', numberOfClusters: 1, ...inEnv('prod') } },
        { uid: 'uid-anew' },
      );
      await scene.see(anew);
      const settled = await scene.database.transact(tx =>
        tx.sql('placements').where({ name: 'n-full' }).first(),
      );
      expect(settled?.settled_for).toBe('uid-n-full/1');
      await scene.database.transact(tx => tx.sql('dirty_keys').delete());
      await scene.see(aMember('c1', { env: 'other' }));
      expect(await scene.passes()).toContain('n-full');
    });

    it('a placement that is gone is woken no more', async () => {
      await scene.lose('ClusterResourcePlacement', 'all-prod');
      await scene.passes();
      await scene.see(aMember('c1', { env: 'dev' }));
      expect(await scene.passes()).toEqual(['n-short']);
    });

    it('reads each new version once', async () => {
      expect(await scene.rechecks()).toEqual([]);
      await scene.see(aPlacement('all', { placementType: 'PickAll' }, 2));
      expect(await scene.passes()).toEqual(['all']);
      expect(await scene.rechecks()).toEqual([]);
    });
  });

  it('A/SCH-113, SCH-116 7: the namespace of a ResourcePlacement that appears on a member', async () => {
    await scene.join(aMember('c1'));
    const placement = anObject('ResourcePlacement', 'web', {
      metadata: {
        namespace: 'shop',
        finalizers: [finalizerKeys.placement, finalizerKeys.scheduler],
      },
      spec: aPlacementObject('web').spec,
    });
    await scene.see(placement, aPlacement('all', { placementType: 'PickAll' }));
    await scene.passes();
    expect(await scene.picked('shop/web')).toEqual([]);
    await scene.heartbeat('c1', { namespaces: ['default', 'other'] });
    expect(await scene.passes()).toEqual([]);
    await scene.heartbeat('c1', { namespaces: ['default', 'other', 'shop'] });
    expect(await scene.passes()).toEqual(['shop/web']);
    expect(await scene.picked('shop/web')).toEqual(['c1']);
  });

  it('probes a member at once when it got a namespace that a ResourcePlacement waits for', async () => {
    await scene.join(aMember('c1'));
    const metadata = { namespace: 'shop' };
    await scene.see(anObject('ResourcePlacement', 'web', { metadata, spec: aPlacementObject('web').spec }));
    const madeOnC1 = (...names: string[]) =>
      scene.database.transact(async tx => {
        const made = { group: '', version: 'v1', kind: 'Namespace' };
        const objects = names.map((name, ordinal) => ({ ...made, name, ordinal }));
        await markNewNamespaces(tx, { hub: 'hub', cluster: 'c1' }, { objects });
      });
    const isLookedAt = async () => {
      const due = await scene.database.transact(tx => tx.sql('dirty_keys').where({ queue: queues.member }));
      return due.map(({ key }) => key);
    };
    await madeOnC1('other');
    expect(await isLookedAt()).toEqual([]);
    await madeOnC1('other', 'shop');
    expect(await isLookedAt()).toEqual(['hub/c1']);
    await scene.database.transact(tx => tx.sql('dirty_keys').delete());
    await scene.heartbeat('c1', { namespaces: ['shop'] });
    await madeOnC1('shop');
    expect(await isLookedAt()).toEqual([]);
  });

  it('A/SCH-112, SCH-114: 1,000 heartbeats with new CPU figures wake nobody who does not read CPU', async () => {
    // Each heartbeat is a separate transaction, and PostgreSQL takes its time for one.
    const count = databaseId === 'SQLITE_3' ? 1_000 : 100;
    const names = Array.from({ length: count }, (_, i) => `m${String(i).padStart(3, '0')}`);
    const few = { cpu: '8', memory: '8Gi' };
    const resourceUsage = { capacity: { ...few, cpu: '64' }, allocatable: few, available: few };
    const health = aHealthyMember({
      lastHeartbeatAt: scene.now,
      healthChangedAt: plus(scene.now, -3_600_000),
    });
    await scene.database.transact(async tx => {
      for (const name of names) {
        await saveObject(tx, 'hub', aMember(name));
        await saveCluster(tx, 'hub', name, { health, properties: {}, resourceUsage });
      }
      await lockPlacement(tx, 'hub', 'all');
      await saveResourceSnapshot(tx, { hub: 'hub', name: 'all' }, aResourceSnapshot(), []);
    });
    await scene.see(
      aPlacement('all', { placementType: 'PickAll' }),
      aPlacement('all-with-memory', { placementType: 'PickAll', ...atLeast(MEMORY, '1Gi') }),
      aPlacement('all-with-cpu', { placementType: 'PickAll', ...atLeast(CPU, '16') }),
      aPlacement('ten', { placementType: 'PickN', numberOfClusters: 10, ...sortedBy(CPU) }),
      aPlacement('more-than-there-are', {
        placementType: 'PickN',
        numberOfClusters: count + 1,
        ...sortedBy(CPU),
      }),
    );
    expect(await scene.passes()).toHaveLength(5);
    const sum = new Map<string, number>();
    for (const [i, name] of names.entries()) {
      await scene.heartbeat(name, { cpu: String(16 + (i % 7)) });
      if ((i + 1) % (count / 10) !== 0) continue;
      for (const read of await scene.passes()) sum.set(read, (sum.get(read) ?? 0) + 1);
    }
    expect(Object.fromEntries(sum)).toEqual({ 'all-with-cpu': 10, 'more-than-there-are': 10 });
    expect(await scene.picked('all-with-cpu')).toEqual(names);
    expect(await scene.picked('ten')).toHaveLength(10);
    const record = await scene.database.transact(tx => loadCluster(tx, 'hub', 'm008'));
    expect(record?.resourceUsage?.available).toMatchObject({ cpu: '17' });
  });
});
