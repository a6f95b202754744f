import { finalizerKeys, labelKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { keysFor, type AuthoredKind, type FleetIndex } from './keysFor';

const index: FleetIndex = {
  placements: ['web', 'db'],
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

const told = (kind: AuthoredKind, name: string, before: Edit | undefined, after: Edit | undefined) =>
  keysFor(
    { kind, name, before: before && anObject(kind, before), after: after && anObject(kind, after) },
    index,
  ).map(({ queue, name: of }) => `${queue} ${of}`);

const ofWeb = { spec: { placementName: 'web', stagedRolloutStrategyName: 's' } };
/** As the member pass wishes a MemberCluster to be; the object of these tests is named x. */
const HELD = {
  labels: { [labelKeys.memberName]: 'x' },
  finalizers: [finalizerKeys.memberCluster],
} as const;
const request = { spec: { parentStageRollout: 'r1', targetStage: 'canary' } };

describe('keysFor', () => {
  it.each<[string, AuthoredKind, string, Edit | undefined, Edit | undefined, string[]]>([
    [
      'a new member is looked at, which publishes it, and reaches every placement',
      'MemberCluster',
      'm',
      undefined,
      {},
      ['member m', 'placement web', 'placement db'],
    ],
    [
      'a label of a member reaches every placement',
      'MemberCluster',
      'm',
      {},
      { labels: { env: 'prod' } },
      ['member m', 'publish-member m', 'placement web', 'placement db'],
    ],
    [
      'our label and finalizer on a member send nobody to it',
      'MemberCluster',
      'm',
      {},
      HELD,
      ['placement web', 'placement db'],
    ],
    [
      'our finalizer that was taken off sends the member pass',
      'MemberCluster',
      'm',
      HELD,
      { ...HELD, finalizers: [] },
      ['member m', 'publish-member m'],
    ],
    [
      'a member that is to leave is looked at, our finalizer or not',
      'MemberCluster',
      'm',
      HELD,
      { ...HELD, deletionTimestamp: 'now' },
      ['member m', 'publish-member m', 'placement web', 'placement db'],
    ],
    [
      'a taint of a member reaches every placement',
      'MemberCluster',
      'm',
      {},
      { generation: 2, spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
      ['member m', 'publish-member m', 'placement web', 'placement db'],
    ],
    [
      'a heartbeat period reaches no placement',
      'MemberCluster',
      'm',
      {},
      { generation: 2, spec: { heartbeatPeriodSeconds: 5 } },
      ['member m', 'publish-member m'],
    ],
    [
      'a member status reaches no placement',
      'MemberCluster',
      'm',
      {},
      { status: { a: 1 } },
      ['publish-member m'],
    ],
    [
      'a vanished member reaches every placement',
      'MemberCluster',
      'm',
      {},
      undefined,
      ['member m', 'publish-member m', 'placement web', 'placement db'],
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
      'a spec change is captured at once',
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
      'a stopped run reaches itself',
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
      'the end of a run on the hub is news to its pass',
      'ClusterStagedUpdateRun',
      'r2',
      { ...ofWeb, status: { hash: 'a' } },
      { ...ofWeb, status: { hash: 'b', hasEnded: true } },
      ['publish-run r2', 'update-run r2'],
    ],
    [
      'an approval reaches its run',
      'ClusterApprovalRequest',
      'r1-canary',
      request,
      { ...request, status: { a: 1 } },
      ['update-run r1'],
    ],
    [
      'a deleted approval request reaches its run',
      'ClusterApprovalRequest',
      'r1-canary',
      request,
      undefined,
      ['update-run r1'],
    ],
  ])('%s', (_rule, kind, name, before, after, keys) => {
    expect(told(kind, name, before, after)).toEqual(keys);
  });
});
