import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  aBoundBinding,
  anUnscheduledBinding,
  aPick,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  aPolicySnapshot,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  anOutcome,
  NOON,
  pickN,
  secondsAfter,
} from '../testing/builders';
import { planBlockers } from '../blocker/planBlockers';
import type { Blocker } from '../decision';
import type { ScheduleOutcome } from '../state/placement';
import { unknownOverrides } from '../desired/unknownOverrides';
import { projectBinding } from './projectBinding';
import { projectPolicySnapshots, projectResourceSnapshot } from './projectSnapshots';
import { toBase64 } from './toBase64';

const owner = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  name: 'web',
  uid: 'uid-web',
  controller: true,
  blockOwnerDeletion: true,
};

describe('toBase64', () => {
  it.each([
    ['', ''],
    ['a', 'YQ=='],
    ['ab', 'YWI='],
    ['abc', 'YWJj'],
    ['***', 'Kioq'],
    // A/POL-001 row 3
    ['479f40', 'NDc5ZjQw'],
  ])('%j → %j', (text, encoded) => expect(toBase64(text)).toBe(encoded));
});

describe('projectPolicySnapshots (A/PL-190…194, POL-015)', () => {
  const state = aPlacementState({
    policySnapshots: [
      aPolicySnapshot({ policy: pickN(2), hash: '479f40' }),
      aPolicySnapshot({ index: 1, policy: undefined, placementGeneration: 3 }),
    ],
    schedule: anOutcome({ policyIndex: 1, placementGeneration: 3, message: 'found' }),
    verdicts: [aPick('a')],
  });
  const [older, latest] = projectPolicySnapshots(state, undefined, NOON);

  it('an older one keeps its policy and says that it is not the latest', () => {
    expect(older).toEqual({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterSchedulingPolicySnapshot',
      metadata: {
        name: 'web-0',
        labels: {
          'kubernetes-fleet.io/parent-CRP': 'web',
          'kubernetes-fleet.io/is-latest-snapshot': 'false',
          'kubernetes-fleet.io/policy-index': '0',
        },
        annotations: {
          'kubernetes-fleet.io/CRP-generation': '1',
          'kubernetes-fleet.io/number-of-clusters': '2',
        },
        ownerReferences: [owner],
      },
      spec: { policy: pickN(2), policyHash: 'NDc5ZjQw' },
    });
  });

  it('the latest one carries the decision, and its time stays', () => {
    expect(latest.spec).not.toHaveProperty('policy');
    expect(latest.status).toMatchObject({
      observedCRPGeneration: 3,
      conditions: [
        {
          type: 'Scheduled',
          status: 'True',
          reason: 'SchedulingPolicyFulfilled',
          observedGeneration: 1,
          message: 'found',
        },
      ],
      targetClusters: [
        { clusterName: 'a', selected: true, clusterScore: { affinityScore: 0, priorityScore: 0 } },
      ],
    });
    expect(projectPolicySnapshots(state, latest, secondsAfter(60))[1]).toEqual(latest);
  });

  it('A/SCH-080 paths 1 and 2: lists those who are not picked where they were compared, and not where nobody was', () => {
    const verdicts = [aPick('a'), { cluster: 'b', selected: false, code: 'NotNeeded', reason: 'spare' }];
    const listed = (schedule: ScheduleOutcome) =>
      projectPolicySnapshots({ ...state, verdicts, schedule }, undefined, NOON)
        .at(-1)
        ?.status?.targetClusters?.map(({ clusterName }) => clusterName);
    const outcome = anOutcome({ policyIndex: 1 });
    expect(listed(outcome)).toEqual(['a', 'b']);
    expect(listed({ ...outcome, isRefresh: true })).toEqual(['a']);
  });
});

describe('projectResourceSnapshot (A/SNP-002…006, A/PL-195)', () => {
  const object = (kind: string, name: string, rest: Partial<KubeObject> = {}): KubeObject => ({
    apiVersion: 'v1',
    kind,
    metadata: { name },
    ...rest,
  });
  const secret = object('Secret', 's', {
    data: { password: 'aHVudGVyMg==' },
    stringData: { token: 'x' },
    type: 'Opaque',
  });
  const snapshot = aResourceSnapshot({ index: 3, hash: 'abc' });
  const state = aPlacementState({ resourceSnapshots: [snapshot] });

  it('A/SNP-003, PL-195 one part: a master that says it is alone', () => {
    expect(
      projectResourceSnapshot(
        state,
        { snapshot, manifests: [object('Namespace', 'web')] },
        { secrets: 'masked' },
      ),
    ).toEqual([
      {
        apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
        kind: 'ClusterResourceSnapshot',
        metadata: {
          name: 'web-3-snapshot',
          labels: {
            'kubernetes-fleet.io/parent-CRP': 'web',
            'kubernetes-fleet.io/resource-index': '3',
            'kubernetes-fleet.io/is-latest-snapshot': 'true',
          },
          annotations: {
            'kubernetes-fleet.io/resource-hash': 'abc',
            'kubernetes-fleet.io/number-of-resource-snapshots': '1',
            'kubernetes-fleet.io/number-of-enveloped-object': '0',
          },
          ownerReferences: [owner],
        },
        spec: { selectedResources: [object('Namespace', 'web')] },
      },
    ]);
  });

  it('A/SNP-004 several parts: only the first is a master', () => {
    const manifests = ['a', 'b', 'c'].map(name => object('ConfigMap', name));
    const parts = projectResourceSnapshot(
      state,
      { snapshot, manifests },
      { secrets: 'masked', maxPartBytes: 80 },
    );
    expect(parts.map(p => p.metadata.name)).toEqual(['web-3-snapshot', 'web-3-0', 'web-3-1']);
    expect(parts[0].metadata.annotations).toMatchObject({
      'kubernetes-fleet.io/number-of-resource-snapshots': '3',
    });
    expect(parts[2].metadata).toMatchObject({
      labels: { 'kubernetes-fleet.io/parent-CRP': 'web', 'kubernetes-fleet.io/resource-index': '3' },
      annotations: { 'kubernetes-fleet.io/subindex-of-resource-snapshot': '1' },
    });
    expect(parts[2].metadata.labels).not.toHaveProperty(['kubernetes-fleet.io/is-latest-snapshot']);
  });

  it('A/SNP-006: nothing selected is an empty master', () => {
    const parts = projectResourceSnapshot(state, { snapshot, manifests: [] }, { secrets: 'masked' });
    expect(parts.map(p => p.spec)).toEqual([{ selectedResources: [] }]);
  });

  it('A/SEL-070 counts envelopes of every kind (RUL 12)', () => {
    const marked = { name: 'e', annotations: { 'kubernetes-fleet.io/envelope-configmap': 'true' } };
    const manifests = [
      { ...object('ConfigMap', 'e'), metadata: marked },
      object('ConfigMap', 'plain'),
      { ...object('ResourceEnvelope', 'r'), apiVersion: 'placement.kubernetes-fleet.io/v1beta1' },
      { ...object('ClusterResourceEnvelope', 'c'), apiVersion: 'placement.kubernetes-fleet.io/v1beta1' },
    ];
    const [master] = projectResourceSnapshot(state, { snapshot, manifests }, { secrets: 'masked' });
    expect(master.metadata.annotations).toMatchObject({
      'kubernetes-fleet.io/number-of-enveloped-object': '3',
    });
  });

  it('RUL 40: values of Secrets are masked, keys stay', () => {
    const [master] = projectResourceSnapshot(state, { snapshot, manifests: [secret] }, { secrets: 'masked' });
    expect(master.spec.selectedResources).toEqual([
      { ...secret, data: { password: 'Kioq' }, stringData: { token: '***' } },
    ]);
    const [full] = projectResourceSnapshot(state, { snapshot, manifests: [secret] }, { secrets: 'full' });
    expect(full.spec.selectedResources).toEqual([secret]);
  });

  it('A/SNP-001 shows the hash of the manifests, where rows call them by another name', () => {
    const [master] = projectResourceSnapshot(
      state,
      { snapshot, manifests: [], hash: 'of-the-manifests' },
      { secrets: 'masked' },
    );
    expect(master.metadata.annotations?.['kubernetes-fleet.io/resource-hash']).toBe('of-the-manifests');
  });

  it('A/SNP-003 an older snapshot is not the latest', () => {
    const two = aPlacementState({ resourceSnapshots: [snapshot, aResourceSnapshot({ index: 4 })] });
    const [master] = projectResourceSnapshot(two, { snapshot, manifests: [] }, { secrets: 'masked' });
    expect(master.metadata.labels).toMatchObject({ 'kubernetes-fleet.io/is-latest-snapshot': 'false' });
  });
});

describe('projectBinding (RUL 34, A/PL-196…202)', () => {
  const statement = { generation: 4, now: NOON };
  const state = aPlacementState({
    reports: [anAvailableReport('a'), anAvailableReport('b', { revision: 'r9' })],
  });

  it('has the fields of the sample in requirement 001', () => {
    expect(projectBinding(state, aBoundBinding('a', { policyIndex: 1 }), statement)).toMatchObject({
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ClusterResourceBinding',
      metadata: { name: 'web-a', labels: { 'kubernetes-fleet.io/parent-CRP': 'web' } },
      spec: {
        state: 'Bound',
        resourceSnapshotName: 'web-0-snapshot',
        schedulingPolicySnapshotName: 'web-1',
        targetCluster: 'a',
        clusterDecision: {
          clusterName: 'a',
          selected: true,
          clusterScore: { affinityScore: 0, priorityScore: 0 },
        },
      },
    });
  });

  it('B/OV-033: names the overrides, and says by a hash what they say on the cluster', () => {
    const named = { kind: 'ClusterResourceOverrideSnapshot', name: 'cro-1' } as const;
    const matched = (rules: number[]) => ({ snapshots: [{ ...named, hash: 'h', rules }], variables: {} });
    const shown = [matched([0]), matched([1]), unknownOverrides([named])].map(overrides =>
      projectBinding(state, aBoundBinding('a', { overrides }), statement),
    );
    expect(shown.map(({ spec }) => spec.clusterResourceOverrideSnapshots)).toEqual(Array(3).fill(['cro-1']));
    const annotation = { 'fleetstage.io/overrides-hash': expect.stringMatching(/^[0-9a-f]{64}$/) };
    const annotations = shown.map(({ metadata }) => metadata.annotations);
    expect(annotations).toEqual([annotation, annotation, undefined]);
    expect(annotations[0]).not.toEqual(annotations[1]);
  });

  it('shows the rollout and what was reported for its revision', () => {
    const conditions = projectBinding(state, aBoundBinding('a'), statement).status?.conditions;
    expect(conditions?.map(c => [c.type, c.observedGeneration])).toEqual(
      ['RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied', 'Available'].map(type => [type, 4]),
    );
    expect(projectBinding(state, aBoundBinding('b'), statement).status?.conditions?.map(c => c.type)).toEqual(
      ['RolloutStarted'],
    );
  });

  it('B/RO-087: one that is held back says by whom; under External it does not', () => {
    const rollout = { status: 'False', reason: 'RolloutNotStartedYet', message: 'waits', at: NOON } as const;
    const found: Blocker[] = [
      { cause: 'MaxUnavailable', message: 'few', clusters: ['a'] },
      { cause: 'ClusterFailed', message: 'b: refused', clusters: ['b'], since: NOON },
    ];
    const blockers = planBlockers([], found, NOON).save;
    const say = (held: typeof state) =>
      projectBinding(held, aBoundBinding('a', { rollout }), statement).status?.conditions?.[0]?.message;
    expect(say({ ...state, blockers })).toBe(
      'The rollout is being blocked by the rollout strategy: maxUnavailable is used up; held by b: refused (since 2026-11-21T12:00:00Z)',
    );
    expect(say(state)).toBe('waits');
    const external = aPlacementState({
      placement: aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) }),
    });
    expect(say({ ...external, blockers })).toBe('waits');
  });

  it('a scheduled one names no snapshot', () => {
    const { spec, status } = projectBinding(state, aScheduledBinding('c'), statement);
    expect(spec).toMatchObject({ state: 'Scheduled', resourceSnapshotName: '' });
    expect(status?.conditions).toEqual([]);
  });

  it('an unscheduled one remembers its phase, a bound one does not (not A/SCH-083)', () => {
    const annotations = { 'kubernetes-fleet.io/previous-binding-state': 'Bound' };
    expect(projectBinding(state, anUnscheduledBinding('a'), statement).metadata.annotations).toEqual(
      annotations,
    );
    const bound = projectBinding(state, aBoundBinding('a', { previousPhase: 'Bound' }), statement);
    expect(bound.metadata).not.toHaveProperty('annotations');
  });
});
