import {
  annotationKeys,
  finalizerKeys,
  labelKeys,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { keysFor, type AuthoredKind, type FleetIndex } from './keysFor';

const index: FleetIndex = {
  runs: [
    { name: 'r1', placement: 'web', strategy: 's' },
    { name: 'r2', placement: 'web', strategy: 's' },
    { name: 'r3', placement: 'db', strategy: 'other' },
  ],
};

interface Edit {
  readonly uid?: string;
  readonly generation?: number;
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly finalizers?: readonly string[];
  readonly spec?: object;
  readonly status?: object;
  readonly resourceVersion?: string;
  readonly deletionTimestamp?: string;
}

function anObject(kind: AuthoredKind, { spec, status, ...meta }: Edit = {}): KubeObject {
  return {
    apiVersion: 'v1beta1',
    kind,
    metadata: { name: 'x', uid: 'u', generation: 1, ...meta },
    ...(spec && { spec }),
    ...(status && { status }),
  } as KubeObject;
}

const keysOf = (kind: AuthoredKind, name: string, before: Edit | undefined, after: Edit | undefined) =>
  keysFor(
    { kind, name, before: before && anObject(kind, before), after: after && anObject(kind, after) },
    index,
  ).map(({ queue, name: of }) => `${queue} ${of}`);

const ofWeb = { spec: { placementName: 'web', stagedRolloutStrategyName: 's' } };
/** The desired state of a MemberCluster, as the member pass saves it; the object of these tests is named x. */
const ASKED = { 'fleetstage.io/drain': 'new kernel' };
const HELD = {
  labels: { [labelKeys.memberName]: 'x' },
  finalizers: [finalizerKeys.memberCluster],
} as const;
const request = { spec: { parentStageRollout: 'r1', targetStage: 'canary' } };

const eviction = { spec: { placementName: 'web', clusterName: 'c1' } };
const EXECUTED = { status: { hash: 'b', conditions: [{ type: 'Executed', status: 'False' }] } };

describe('keysFor', () => {
  it.each<[string, AuthoredKind, string, Edit | undefined, Edit | undefined, string[]]>([
    [
      'a new member is probed, which publishes it; its provider is looked for',
      'MemberCluster',
      'm',
      undefined,
      {},
      ['member m', 'observe-versions m'],
    ],
    [
      'E/FL-005 a member that names another provider is looked for there',
      'MemberCluster',
      'm',
      HELD,
      { ...HELD, annotations: { [annotationKeys.providerRef]: 'capi/fleet/web' } },
      ['observe-versions m'],
    ],
    [
      'a label of a member sends the member pass',
      'MemberCluster',
      'm',
      {},
      { labels: { env: 'prod' } },
      ['member m', 'publish-member m'],
    ],
    ['our label and finalizer on a member send nobody to it', 'MemberCluster', 'm', {}, HELD, []],
    [
      'our finalizer that was taken off sends the member pass',
      'MemberCluster',
      'm',
      HELD,
      { ...HELD, finalizers: [] },
      ['member m', 'publish-member m'],
    ],
    [
      'a member that is to leave is probed, our finalizer or not',
      'MemberCluster',
      'm',
      HELD,
      { ...HELD, deletionTimestamp: 'now' },
      ['member m', 'publish-member m', 'publish-cluster-profile m'],
    ],
    [
      'a taint of a member sends the member pass',
      'MemberCluster',
      'm',
      {},
      { generation: 2, spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
      ['member m', 'publish-member m'],
    ],
    [
      'a heartbeat period sends the member pass',
      'MemberCluster',
      'm',
      {},
      { generation: 2, spec: { heartbeatPeriodSeconds: 5 } },
      ['member m', 'publish-member m'],
    ],
    [
      'a member status is only published again',
      'MemberCluster',
      'm',
      {},
      { status: { a: 1 } },
      ['publish-member m'],
    ],
    [
      'a vanished member is probed, and its versions are forgotten',
      'MemberCluster',
      'm',
      {},
      undefined,
      ['member m', 'publish-member m', 'publish-cluster-profile m', 'observe-versions m'],
    ],
    [
      'a drain that is asked for by an annotation alone is looked at',
      'MemberCluster',
      'm',
      HELD,
      { ...HELD, annotations: ASKED },
      ['drain-cluster m'],
    ],
    [
      'a drain that is taken back is looked at',
      'MemberCluster',
      'm',
      { ...HELD, annotations: ASKED },
      HELD,
      ['drain-cluster m'],
    ],
    [
      'C/DR-015 a taint that is taken off a drained member is looked at',
      'MemberCluster',
      'm',
      { annotations: ASKED },
      { annotations: ASKED, generation: 2 },
      ['member m', 'publish-member m', 'drain-cluster m'],
    ],
    [
      'a new placement is captured at once',
      'ClusterResourcePlacement',
      'web',
      undefined,
      {},
      ['placement web', 'publish-placement web', 'capture-resources web', 'update-run r1', 'update-run r2'],
    ],
    [
      'a placement made anew is captured at once, whatever its generation',
      'ClusterResourcePlacement',
      'db',
      { uid: 'old' },
      { uid: 'new' },
      ['placement db', 'publish-placement db', 'capture-resources db', 'update-run r3'],
    ],
    [
      'C/RL-005, PX-005 a spec change is captured at once, and reaches its runs',
      'ClusterResourcePlacement',
      'db',
      {},
      { generation: 2 },
      ['placement db', 'publish-placement db', 'capture-resources db', 'update-run r3'],
    ],
    [
      'a deletion is not captured',
      'ClusterResourcePlacement',
      'db',
      {},
      { deletionTimestamp: 'now' },
      ['placement db', 'publish-placement db', 'update-run r3'],
    ],
    [
      'a wiped status is only published again',
      'ClusterResourcePlacement',
      'web',
      { status: { a: 1 } },
      {},
      ['publish-placement web'],
    ],
    [
      'a new resource version alone is nothing',
      'ClusterResourcePlacement',
      'web',
      { resourceVersion: '1' },
      { resourceVersion: '2' },
      [],
    ],
    [
      'a strategy reaches the runs that name it',
      'ClusterStagedUpdateStrategy',
      's',
      {},
      { generation: 2 },
      ['update-run r1', 'update-run r2'],
    ],
    [
      'a new run reaches its placement and its siblings',
      'ClusterStagedUpdateRun',
      'r2',
      undefined,
      ofWeb,
      ['update-run r2', 'publish-run r2', 'placement web', 'update-run r1'],
    ],
    [
      'C/RL-001 a stopped run reaches itself',
      'ClusterStagedUpdateRun',
      'r2',
      ofWeb,
      { ...ofWeb, generation: 2 },
      ['update-run r2', 'publish-run r2'],
    ],
    [
      'a run status is only published again',
      'ClusterStagedUpdateRun',
      'r2',
      ofWeb,
      { ...ofWeb, status: { a: 1 } },
      ['publish-run r2'],
    ],
    [
      'A/PL-069 a ResourcePlacement goes by its key, and no run follows it',
      'ResourcePlacement',
      'shop/web',
      { generation: 1 },
      { generation: 2 },
      ['placement shop/web', 'publish-placement shop/web', 'capture-resources shop/web'],
    ],
    [
      'a foreign status of a ResourcePlacement is repaired',
      'ResourcePlacement',
      'shop/web',
      {},
      { status: { a: 1 } },
      ['publish-placement shop/web'],
    ],
    [
      'a run that names a ResourcePlacement concerns none',
      'ClusterStagedUpdateRun',
      'r4',
      undefined,
      { spec: { placementName: 'shop/web', stagedRolloutStrategyName: 's' } },
      ['update-run r4', 'publish-run r4'],
    ],
    [
      'the end of a run on the hub marks its pass',
      'ClusterStagedUpdateRun',
      'r2',
      { ...ofWeb, status: { hash: 'a' } },
      { ...ofWeb, status: { hash: 'b', hasEnded: true } },
      ['publish-run r2', 'update-run r2'],
    ],
    [
      'C/RL-002 an approval reaches its run',
      'ClusterApprovalRequest',
      'r1-canary',
      request,
      { ...request, status: { a: 1 } },
      ['update-run r1'],
    ],
    [
      'C/RL-003 a deleted approval request reaches its run',
      'ClusterApprovalRequest',
      'r1-canary',
      request,
      undefined,
      ['update-run r1'],
    ],
    [
      'C/EV-013 a new eviction is decided',
      'ClusterResourcePlacementEviction',
      'e1',
      undefined,
      eviction,
      ['settle-eviction e1'],
    ],
    [
      'C/EV-013 a status that decides nothing goes on to be decided',
      'ClusterResourcePlacementEviction',
      'e1',
      eviction,
      { ...eviction, status: { hash: 'a' } },
      ['settle-eviction e1', 'publish-eviction e1'],
    ],
    [
      'C/EV-011 one that is over is never decided again',
      'ClusterResourcePlacementEviction',
      'e1',
      undefined,
      { ...eviction, ...EXECUTED },
      [],
    ],
    [
      'C/EV-017 a status of one that is over is compared, and written again',
      'ClusterResourcePlacementEviction',
      'e1',
      eviction,
      { ...eviction, ...EXECUTED },
      ['publish-eviction e1'],
    ],
    [
      'C/EV-035 one that is gone leaves its row',
      'ClusterResourcePlacementEviction',
      'e1',
      eviction,
      undefined,
      ['publish-eviction e1'],
    ],
    [
      'C/EV-013 a budget decides nothing again',
      'ClusterResourcePlacementDisruptionBudget',
      'web',
      { spec: { minAvailable: 1 } },
      { generation: 2, spec: { minAvailable: 0 } },
      [],
    ],
  ])('%s', (_rule, kind, name, before, after, keys) => {
    expect(keysOf(kind, name, before, after)).toEqual(keys);
  });

  it.each<[string, Edit | undefined, Edit, number]>([
    ['a new placement is notified when its picks are there', undefined, {}, 150],
    [
      'A/ST-002 a new generation when its selectors were read, or at last that they were not',
      {},
      { generation: 2 },
      500,
    ],
    ['a label as before', {}, { labels: { a: 'b' } }, 150],
  ])('%s', (_rule, before, after, afterMs) => {
    const kind = 'ClusterResourcePlacement';
    const change = {
      kind,
      name: 'db',
      before: before && anObject(kind, before),
      after: anObject(kind, after),
    } as const;
    const publication = keysFor(change, index).find(({ queue }) => queue === 'publish-placement');
    expect(publication?.afterMs).toBe(afterMs);
  });
});
