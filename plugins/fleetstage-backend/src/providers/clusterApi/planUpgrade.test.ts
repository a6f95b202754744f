import { parseVersion, type UpgradeToJudge } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { CapiCluster, CapiPool, ClusterObjects, Topology, TopologyPool } from './objects';
import { planUpgrade, type NodeUpgrades } from './planUpgrade';
import { objectsAt } from './recorded.testing';

const HOLD = 'topology.cluster.x-k8s.io/hold-upgrade-sequence';
const DEFER = 'topology.cluster.x-k8s.io/defer-upgrade';
const HOLD_PATH = 'topology.cluster.x-k8s.io~1hold-upgrade-sequence';
const FIRST = '/spec/topology/workers/machineDeployments/0';
const SECOND = '/spec/topology/workers/machineDeployments/1';

const upgradeTo = (upgradeType: UpgradeToJudge['upgradeType'], text: string, pools?: readonly string[]) => {
  const version = parseVersion(text);
  if (!version.ok) throw new Error(version.error);
  return { upgradeType, version: version.value, ...(pools && { pools }) };
};

const entry = (
  name: string,
  annotations?: Readonly<Record<string, string>>,
  labels?: object,
): TopologyPool => ({
  name,
  ...((annotations || labels) && { metadata: { ...(annotations && { annotations }), ...labels } }),
});

/** A cluster whose pools are on v1.33.4 while its topology says `version`. */
function withTopology(version: string, workers: Topology['workers']): ClusterObjects {
  const objects = objectsAt('idle');
  const [pool] = objects.machineDeployments;
  const poolOf = ({ name }: TopologyPool): CapiPool => ({
    ...pool,
    metadata: { ...pool.metadata, name, labels: { 'topology.cluster.x-k8s.io/deployment-name': name } },
  });
  return {
    ...objects,
    cluster: { ...objects.cluster, spec: { ...objects.cluster.spec, topology: { version, workers } } },
    machineDeployments: (workers?.machineDeployments ?? []).map(poolOf),
  };
}

const operationsOf = (objects: ClusterObjects, upgrade: UpgradeToJudge, mode: NodeUpgrades = 'Held') =>
  planUpgrade(objects, upgrade, mode).flatMap(({ operations }) => operations.slice(1));

const version = (value: string) => ({ op: 'replace', path: '/spec/topology/version', value });

describe('planUpgrade, the control plane', () => {
  const to = upgradeTo('ControlPlane', '1.34.1');

  it('D/CAPI-001, CAPI-020, E/CA-007, CA-004: hold and version, with v, in one patch', () => {
    const objects = withTopology('v1.33.4', {
      machineDeployments: [entry('a'), entry('b')],
      machinePools: [entry('c')],
    });
    expect(operationsOf(objects, to)).toEqual([
      { op: 'add', path: `${FIRST}/metadata`, value: { annotations: { [HOLD]: 'fleetstage' } } },
      {
        op: 'add',
        path: '/spec/topology/workers/machinePools/0/metadata',
        value: { annotations: { [HOLD]: 'fleetstage' } },
      },
      version('v1.34.1'),
    ]);
  });

  it.each([
    {
      rule: 'beside labels',
      pool: entry('a', undefined, { labels: { x: 'y' } }),
      hold: { op: 'add', path: `${FIRST}/metadata/annotations`, value: { [HOLD]: 'fleetstage' } },
    },
    {
      rule: 'beside other annotations',
      pool: entry('a', { x: 'y' }),
      hold: { op: 'add', path: `${FIRST}/metadata/annotations/${HOLD_PATH}`, value: 'fleetstage' },
    },
  ])('D/CAPI-031: holds $rule', ({ pool, hold }) => {
    expect(operationsOf(withTopology('v1.33.4', { machineDeployments: [pool] }), to)).toEqual([
      hold,
      version('v1.34.1'),
    ]);
  });

  it('D/CAPI-031: keeps the hold of somebody', () => {
    const objects = withTopology('v1.33.4', { machineDeployments: [entry('a', { [HOLD]: '' })] });
    expect(operationsOf(objects, to)).toEqual([version('v1.34.1')]);
  });

  it.each([
    {
      rule: 'D/CAPI-030: coupled, the version alone',
      mode: 'Coupled',
      workers: { machineDeployments: [entry('a')] },
    },
    { rule: 'no pools, no hold', mode: 'Held', workers: undefined },
  ] as const)('$rule', ({ mode, workers }) => {
    expect(operationsOf(withTopology('v1.33.4', workers), to, mode)).toEqual([version('v1.34.1')]);
  });

  it('D/PRV-006: writes nothing where the topology has the version', () => {
    expect(planUpgrade(withTopology('v1.34.1', { machineDeployments: [entry('a')] }), to, 'Held')).toEqual(
      [],
    );
  });

  it('is conditional on the version that was read, and never switches checks off (D/CAPI-028, E/FL-008)', () => {
    const [{ operations }] = planUpgrade(withTopology('v1.33.4', undefined), to, 'Held');
    expect(operations[0]).toEqual({ op: 'replace', path: '/metadata/resourceVersion', value: '1' });
    expect(JSON.stringify(operations)).not.toContain('unsafe');
  });

  it('D/CAPI-004, CAPI-034: without a topology in the control plane object', () => {
    const objects = withoutTopology();
    expect(planUpgrade(objects, to, 'Held')).toEqual([
      {
        object: objects.controlPlane,
        operations: [expect.anything(), { op: 'replace', path: '/spec/version', value: 'v1.34.1' }],
      },
    ]);
  });
});

describe('planUpgrade, the nodes', () => {
  const to = upgradeTo('Node', 'v1.34.1');
  const ours = { [HOLD]: 'fleetstage' };

  it.each([
    { rule: 'the metadata that held it alone', pool: entry('a', ours), path: `${FIRST}/metadata` },
    {
      rule: 'the annotations beside labels',
      pool: entry('a', ours, { labels: { x: 'y' } }),
      path: `${FIRST}/metadata/annotations`,
    },
    {
      rule: 'the one annotation beside others',
      pool: entry('a', { ...ours, x: 'y' }),
      path: `${FIRST}/metadata/annotations/${HOLD_PATH}`,
    },
  ])('E/CA-007: releases by removing $rule', ({ pool, path }) => {
    const objects = withTopology('v1.34.1', { machineDeployments: [pool] });
    expect(operationsOf(objects, to)).toEqual([{ op: 'remove', path }]);
  });

  it('D/PRV-006: writes nothing where nothing is held by us', () => {
    const objects = withTopology('v1.34.1', { machineDeployments: [entry('a', { [HOLD]: '' }), entry('b')] });
    expect(planUpgrade(objects, to, 'Held')).toEqual([]);
  });

  it('D/CAPI-032: lets one pool go, and defers those before and behind it', () => {
    const objects = withTopology('v1.34.1', {
      machineDeployments: [entry('a', ours), entry('b'), entry('c')],
    });
    expect(operationsOf(objects, upgradeTo('Node', '1.34.1', ['b']))).toEqual([
      { op: 'remove', path: `${FIRST}/metadata/annotations/${HOLD_PATH}` },
      {
        op: 'add',
        path: `${FIRST}/metadata/annotations/topology.cluster.x-k8s.io~1defer-upgrade`,
        value: 'fleetstage',
      },
      {
        op: 'add',
        path: '/spec/topology/workers/machineDeployments/2/metadata',
        value: { annotations: { [DEFER]: 'fleetstage' } },
      },
    ]);
  });

  it('D/CAPI-032: lets the deferred go by name, or all of them without one', () => {
    const deferred = { [DEFER]: 'fleetstage' };
    const objects = withTopology('v1.34.1', {
      machineDeployments: [entry('a', deferred), entry('b', deferred)],
    });
    const removed = [FIRST, SECOND].map(path => ({ op: 'remove', path: `${path}/metadata` }));
    expect(operationsOf(objects, upgradeTo('Node', '1.34.1', ['b']))).toEqual([removed[1]]);
    expect(operationsOf(objects, to)).toEqual(removed);
  });

  it('D/CAPI-006, CAPI-034: without a topology in the templates of the pools that are behind', () => {
    const objects = withoutTopology();
    const [pool] = objects.machineDeployments;
    const ahead = structuredClone(pool) as CapiPool & { spec: { template: { spec: { version: string } } } };
    ahead.spec.template.spec.version = 'v1.34.2';
    expect(planUpgrade({ ...objects, machineDeployments: [ahead, pool] }, to, 'Held')).toEqual([
      {
        object: pool,
        operations: [expect.anything(), { op: 'add', path: '/spec/template/spec/version', value: 'v1.34.1' }],
      },
    ]);
    expect(planUpgrade(objects, upgradeTo('Node', '1.34.1', ['other']), 'Held')).toEqual([]);
  });
});

function withoutTopology(): ClusterObjects {
  const objects = objectsAt('idle');
  const { topology, ...spec } = objects.cluster.spec;
  return { ...objects, cluster: { ...objects.cluster, spec } as CapiCluster };
}
