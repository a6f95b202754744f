import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { CapiCluster, ClusterObjects } from './objects';
import { observeCluster } from './observeCluster';
import { objectsAt, v1beta1At, type Moment } from './recorded.testing';

const NOW = instant(1_795_262_400_000);
const OLD = 'v1.33.4';
const NEW = 'v1.34.1';
const observe = (objects: ClusterObjects) => observeCluster(objects, NOW);
const withCluster = (moment: Moment, change: (cluster: CapiCluster) => object): ClusterObjects => {
  const objects = objectsAt(moment);
  return { ...objects, cluster: { ...objects.cluster, ...change(objects.cluster) } as CapiCluster };
};

interface Row {
  readonly rule: string;
  readonly moment: Moment;
  readonly controlPlane: readonly [version: string, desired: string, upgrading: boolean];
  readonly nodes: readonly [versions: readonly string[], desired: string, upgrading: boolean];
}

const rows: readonly Row[] = [
  {
    rule: 'D/CAPI-001, CAPI-006: idle',
    moment: 'idle',
    controlPlane: [OLD, OLD, false],
    nodes: [[OLD], OLD, false],
  },
  {
    rule: 'D/CAPI-010, E/CA-001: right after the patch all conditions are those of the old generation',
    moment: 'rightAfterThePatch',
    controlPlane: [OLD, NEW, true],
    nodes: [[OLD], OLD, false],
  },
  {
    rule: 'D/CAPI-004, CAPI-010, E/CA-006: the control plane has the version, and its machine not yet',
    moment: 'propagated',
    controlPlane: [OLD, NEW, true],
    nodes: [[OLD], OLD, false],
  },
  {
    rule: 'E/CA-010: the new machine starts',
    moment: 'starting',
    controlPlane: [OLD, NEW, true],
    nodes: [[OLD], OLD, false],
  },
  {
    rule: 'E/CA-003: the old machine is being deleted',
    moment: 'oldMachineGoes',
    controlPlane: [OLD, NEW, true],
    nodes: [[OLD], OLD, false],
  },
  {
    rule: 'D/CAPI-005, E/CA-003: the control plane says the old version until it has counted',
    moment: 'statusBehindMachines',
    controlPlane: [OLD, NEW, true],
    nodes: [[OLD], OLD, false],
  },
  {
    rule: 'E/CA-002, CA-007: the control plane is done, and the pool is held',
    moment: 'held',
    controlPlane: [NEW, NEW, false],
    nodes: [[OLD], OLD, false],
  },
  {
    rule: 'E/CA-001: right after the release the pool counts all as up to date',
    moment: 'rightAfterTheRelease',
    controlPlane: [NEW, NEW, false],
    nodes: [[OLD], NEW, true],
  },
  {
    rule: 'D/CAPI-006, CAPI-013: surge',
    moment: 'surge',
    controlPlane: [NEW, NEW, false],
    nodes: [[OLD, NEW], NEW, true],
  },
  {
    rule: 'D/CAPI-014, CAPI-015, E/CA-001: all machines have it, and the topology is not reconciled',
    moment: 'topologyNotReconciled',
    controlPlane: [NEW, NEW, false],
    nodes: [[NEW], NEW, true],
  },
  {
    rule: 'E/CA-001: reconciled, and the pool still counts the machine that has gone',
    moment: 'replicasBehind',
    controlPlane: [NEW, NEW, false],
    nodes: [[NEW], NEW, true],
  },
  {
    rule: 'D/CAPI-013, CAPI-014: done',
    moment: 'done',
    controlPlane: [NEW, NEW, false],
    nodes: [[NEW], NEW, false],
  },
];

describe('observeCluster', () => {
  it.each(rows)('$rule', ({ moment, controlPlane, nodes }) => {
    const observed = observe(objectsAt(moment));
    const { version, desired, upgrading } = observed.controlPlane;
    expect([version, desired, upgrading]).toEqual(controlPlane);
    const [pool] = observed.pools;
    expect([pool.versions.map(one => one.version), pool.desired, pool.upgrading]).toEqual(nodes);
    expect(observed).toMatchObject({ blocked: [], observedAt: NOW });
  });

  it('D/PRV-003: names the pool by its entry in the topology, with its nodes by version', () => {
    expect(observe(objectsAt('surge')).pools).toMatchObject([
      {
        name: 'workers',
        versions: [
          { version: OLD, nodes: 1 },
          { version: NEW, nodes: 1 },
        ],
      },
    ]);
  });

  it('D/PRV-003: has another generation after each write, and the same without one', () => {
    const generations = rows.map(({ moment }) => observe(objectsAt(moment)).generation);
    expect(new Set(generations)).toEqual(new Set(['3', '4', '5']));
    expect(generations).toEqual([...generations].sort());
  });

  it.each([
    {
      rule: 'D/CAPI-030: without a hold the pool is to follow at once',
      hold: undefined,
      desired: NEW,
      upgrading: true,
    },
    { rule: 'D/CAPI-031: held', hold: 'hold-upgrade-sequence', desired: OLD, upgrading: false },
    { rule: 'D/CAPI-032: deferred', hold: 'defer-upgrade', desired: OLD, upgrading: false },
  ])('$rule', ({ hold, desired, upgrading }) => {
    const annotations = hold && { [`topology.cluster.x-k8s.io/${hold}`]: '' };
    const objects = withCluster('held', ({ spec }) => ({
      spec: {
        ...spec,
        topology: {
          version: NEW,
          workers: {
            machineDeployments: [{ name: 'workers', ...(annotations && { metadata: { annotations } }) }],
          },
        },
      },
    }));
    expect(observe(objects).pools).toMatchObject([{ desired, upgrading }]);
  });

  it.each([
    {
      rule: 'D/CAPI-045: spec.paused',
      objects: withCluster('idle', ({ spec }) => ({ spec: { ...spec, paused: true } })),
      reason: 'ProviderPaused',
    },
    {
      rule: 'D/CAPI-045: the annotation',
      objects: withCluster('idle', ({ metadata }) => ({
        metadata: { ...metadata, annotations: { 'cluster.x-k8s.io/paused': '' } },
      })),
      reason: 'ProviderPaused',
    },
    {
      rule: 'D/EL-013: deletion',
      objects: withCluster('idle', ({ metadata }) => ({
        metadata: { ...metadata, deletionTimestamp: '2026-11-27T00:00:00Z' },
      })),
      reason: 'ClusterNotReady',
    },
    {
      rule: 'D/EL-013: a control plane that is being made',
      objects: { ...objectsAt('idle'), controlPlane: undefined },
      reason: 'ClusterNotReady',
    },
  ])('is blocked by $rule', ({ objects, reason }) => {
    expect(observe(objects).blocked).toEqual([{ reason, message: expect.any(String) }]);
  });

  it('E/CA-010: says what an upgrade waits for, with the name of the machine', () => {
    const { controlPlane } = observe(objectsAt('starting'));
    expect(controlPlane.waitsFor).toMatch(/Machine c1-\S+/);
    expect(observe(objectsAt('idle')).controlPlane.waitsFor).toBeUndefined();
  });

  it.each([
    { rule: 'by its Machines', machines: 1, versions: [{ version: NEW, nodes: 1 }], upgrading: false },
    {
      rule: 'D/CAPI-007: without Machines by its own counts',
      machines: 0,
      status: {
        versions: [
          { version: OLD, replicas: 1 },
          { version: NEW, replicas: 1 },
        ],
      },
      versions: [
        { version: OLD, nodes: 1 },
        { version: NEW, nodes: 1 },
      ],
      upgrading: true,
    },
    {
      rule: 'without either by what it is to have',
      machines: 0,
      versions: [{ version: NEW, nodes: 1 }],
      upgrading: false,
    },
  ])('D/CAPI-012: observes a MachinePool $rule', ({ machines, versions, upgrading, ...row }) => {
    const objects = withCluster('done', ({ spec }) => ({
      spec: { ...spec, topology: { version: NEW, workers: { machinePools: [{ name: 'pool' }] } } },
    }));
    const [pool] = objects.machineDeployments;
    const [machine] = objects.machines;
    const labels = { 'topology.cluster.x-k8s.io/pool-name': 'pool' };
    const observed = observe({
      ...objects,
      machineDeployments: [],
      machinePools: [
        {
          ...pool,
          kind: 'MachinePool',
          metadata: { ...pool.metadata, name: 'mp', labels },
          status: { ...(pool.status as object), ...row.status },
        },
      ],
      machines: [
        ...objects.machines.filter(
          ({ metadata }) => metadata.labels?.['cluster.x-k8s.io/control-plane'] !== undefined,
        ),
        ...Array.from({ length: machines }, () => ({
          ...machine,
          metadata: { ...machine.metadata, labels: { 'cluster.x-k8s.io/pool-name': 'mp' } },
        })),
      ],
    });
    expect(observed.pools).toMatchObject([{ name: 'pool', versions, upgrading, healthy: true }]);
  });

  it('D/CAPI-011: a control plane without machines, of a cloud, is judged by its own versions', () => {
    const { controlPlane, ...objects } = objectsAt('done');
    const ofCloud = (version: string) =>
      observe({
        ...objects,
        controlPlane: controlPlane && {
          ...controlPlane,
          spec: { version: NEW },
          status: { version, observedGeneration: controlPlane.metadata.generation },
        },
        machines: [],
      }).controlPlane;
    expect(ofCloud(NEW)).toMatchObject({ version: NEW, upgrading: false });
    expect(ofCloud(OLD)).toMatchObject({ version: OLD, upgrading: true });
  });

  it('D/CAPI-034: without a topology the objects themselves say what is desired', () => {
    const objects = withCluster('done', ({ spec: { topology, ...spec } }) => ({ spec }));
    const { controlPlane, pools, generation } = observe(objects);
    expect(controlPlane).toMatchObject({ version: NEW, desired: NEW, upgrading: false });
    expect(pools).toMatchObject([
      { name: objects.machineDeployments[0].metadata.name, desired: NEW, upgrading: false },
    ]);
    expect(generation).toBe('5.2.2');
  });

  it.each([
    { moment: 'idle', controlPlane: [OLD, OLD, false], nodes: [OLD, OLD, false] },
    { moment: 'moving', controlPlane: [OLD, NEW, true], nodes: [OLD, NEW, true] },
    { moment: 'done', controlPlane: [NEW, NEW, false], nodes: [NEW, NEW, false] },
  ] as const)('D/CAPI-008: reads v1beta1, which keeps fields below status.v1beta2: $moment', row => {
    const { controlPlane, pools } = observe(v1beta1At(row.moment));
    expect([controlPlane.version, controlPlane.desired, controlPlane.upgrading]).toEqual(row.controlPlane);
    expect([pools[0].versions[0].version, pools[0].desired, pools[0].upgrading]).toEqual(row.nodes);
    expect(controlPlane.healthy).toBe(true);
  });
});
