import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { parseVersion, type UpgradeToJudge } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { judgeClusterApi } from './judgeClusterApi';
import type { CapiCluster, ClusterObjects } from './objects';
import { observeCluster } from './observeCluster';
import { objectsAt, type Moment } from './recorded.testing';

const judge = (objects: ClusterObjects, upgradeType: UpgradeToJudge['upgradeType'], to: string) => {
  const version = parseVersion(to);
  if (!version.ok) throw new Error(version.error);
  return judgeClusterApi(objects, observeCluster(objects, instant(0)), {
    upgradeType,
    version: version.value,
  });
};

/** The cluster on v1.34.1 whose pool is on v1.33.4, with these annotations of its entry. */
function heldBy(annotations: Readonly<Record<string, string>>): ClusterObjects {
  const objects = objectsAt('held');
  const topology = {
    version: 'v1.34.1',
    workers: { machineDeployments: [{ name: 'workers', metadata: { annotations } }] },
  };
  const spec = { ...objects.cluster.spec, topology };
  return { ...objects, cluster: { ...objects.cluster, spec } as CapiCluster };
}

const HOLD = 'topology.cluster.x-k8s.io/hold-upgrade-sequence';
const DEFER = 'topology.cluster.x-k8s.io/defer-upgrade';

describe('judgeClusterApi', () => {
  it.each([
    {
      rule: 'E/CA-007: the release of what we hold',
      objects: heldBy({ [HOLD]: 'fleetstage' }),
      type: 'Node',
      to: '1.34.1',
    },
    {
      rule: 'D/CAPI-032: and of what we defer',
      objects: heldBy({ [DEFER]: 'fleetstage' }),
      type: 'Node',
      to: '1.34.1',
    },
    { rule: 'D/PRV-006: what the nodes have', objects: objectsAt('done'), type: 'Node', to: '1.34.1' },
    {
      rule: 'D/CAPI-026: a version while the control plane moves: admission is asked',
      objects: objectsAt('propagated'),
      type: 'ControlPlane',
      to: '1.34.2',
    },
  ] as const)('lets through $rule', ({ objects, type, to }) => {
    expect(judge(objects, type, to)).toEqual({ ok: true });
  });

  it.each([
    {
      rule: 'D/RO-043, E/CA-008: two minors, although the class may chain them',
      objects: objectsAt('idle'),
      type: 'ControlPlane',
      to: '1.35.0',
      reason: 'MinorSkew',
    },
    {
      rule: 'D/CAPI-031: nodes on another version than the topology',
      objects: objectsAt('held'),
      type: 'Node',
      to: '1.33.5',
      reason: 'VersionNotAvailable',
    },
    {
      rule: 'nodes that somebody else holds',
      objects: heldBy({ [HOLD]: '' }),
      type: 'Node',
      to: '1.34.1',
      reason: 'ProviderPaused',
    },
    {
      rule: 'nodes that somebody else defers',
      objects: heldBy({ [DEFER]: '' }),
      type: 'Node',
      to: '1.34.1',
      reason: 'ProviderPaused',
    },
    {
      rule: 'D/EL-005: nodes above their control plane',
      objects: objectsAt('propagated'),
      type: 'Node',
      to: '1.34.1',
      reason: 'AboveControlPlane',
    },
  ] as const)('refuses $rule', ({ objects, type, to, reason }) => {
    expect(judge(objects, type, to)).toEqual({ ok: false, reason, message: expect.any(String) });
  });

  it.each<Moment>(['idle', 'held', 'done'])('D/CAPI-021: refuses a downgrade when %s', moment => {
    expect(judge(objectsAt(moment), 'ControlPlane', '1.32.0')).toMatchObject({ reason: 'AlreadyAtOrAbove' });
  });
});
