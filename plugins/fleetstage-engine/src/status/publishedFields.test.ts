import {
  NOON,
  aBoundBinding,
  aPick,
  aPlacementState,
  aPolicySnapshot,
  aScheduledBinding,
  anOutcome,
  anUnscheduledBinding,
  pickN,
} from '../testing/builders';
import { projectBinding } from './projectBinding';
import { projectPolicySnapshots } from './projectSnapshots';

const refused = (cluster: string) => ({
  cluster,
  selected: false,
  code: 'NotEligible',
  reason: `${cluster} is not eligible`,
});
const state = aPlacementState({
  policySnapshots: [
    aPolicySnapshot({ policy: undefined, hash: '74234e98' }),
    aPolicySnapshot({ index: 1, policy: pickN(2), hash: '479f40' }),
  ],
  schedule: anOutcome({ policyIndex: 1, placementGeneration: 3, message: 'found' }),
  verdicts: [aPick('a', { score: { affinityScore: 5, priorityScore: -1 } }), refused('b')],
});

describe('fields of published policy snapshots', () => {
  const [older, latest] = projectPolicySnapshots(state, undefined, NOON);

  it.each([
    { field: 'A/PL-190 spec.policy is the placement’s', found: latest.spec.policy, expected: pickN(2) },
    {
      field: 'A/PL-190 spec.policy is absent where it has none',
      found: 'policy' in older.spec,
      expected: false,
    },
    {
      field: 'A/PL-191 spec.policyHash is base64 of the hex text',
      found: latest.spec.policyHash,
      expected: 'NDc5ZjQw',
    },
    {
      field: 'A/PL-192 status.observedCRPGeneration',
      found: latest.status?.observedCRPGeneration,
      expected: 3,
    },
    {
      field: 'A/PL-193 status.conditions is Scheduled alone',
      found: latest.status?.conditions?.map(({ type, status }) => `${type} ${status}`),
      expected: ['Scheduled True'],
    },
    {
      field: 'A/PL-194 status.targetClusters: picked ones with both scores, then the others',
      found: latest.status?.targetClusters,
      expected: [
        {
          clusterName: 'a',
          selected: true,
          clusterScore: { affinityScore: 5, priorityScore: -1 },
          reason: aPick('a').reason,
        },
        { clusterName: 'b', selected: false, reason: 'b is not eligible' },
      ],
    },
    { field: 'A/PL-192 an older one has no schedule', found: older.status, expected: undefined },
  ])('$field', ({ found, expected }) => {
    expect(found).toEqual(expected);
  });

  it('A/PL-194: at most a thousand decisions', () => {
    const verdicts = Array.from({ length: 1001 }, (_, i) => aPick(`c${i}`));
    const [, crowded] = projectPolicySnapshots({ ...state, verdicts }, undefined, NOON);
    expect(crowded.status?.targetClusters).toHaveLength(1000);
  });
});

describe('fields of published bindings', () => {
  const specOf = (binding: ReturnType<typeof aBoundBinding>) =>
    projectBinding(state, binding, { generation: 1, now: NOON }).spec;

  it.each([
    { field: 'A/PL-196 state Scheduled', found: specOf(aScheduledBinding('a')).state, expected: 'Scheduled' },
    { field: 'A/PL-196 state Bound', found: specOf(aBoundBinding('a')).state, expected: 'Bound' },
    {
      field: 'A/PL-196 state Unscheduled',
      found: specOf(anUnscheduledBinding('a')).state,
      expected: 'Unscheduled',
    },
    {
      field: 'A/PL-197 resourceSnapshotName is the master’s',
      found: specOf(aBoundBinding('a', { resourceIndex: 4 })).resourceSnapshotName,
      expected: 'web-4-snapshot',
    },
    {
      field: 'A/PL-197 resourceSnapshotName is empty before the first rollout',
      found: specOf(aScheduledBinding('a')).resourceSnapshotName,
      expected: '',
    },
    {
      field: 'A/PL-199 policy snapshot, cluster and decision',
      found: specOf(aBoundBinding('a', { policyIndex: 1 })),
      expected: expect.objectContaining({
        schedulingPolicySnapshotName: 'web-1',
        targetCluster: 'a',
        clusterDecision: {
          clusterName: 'a',
          selected: true,
          clusterScore: { affinityScore: 0, priorityScore: 0 },
          reason: aPick('a').reason,
        },
      }),
    },
  ])('$field', ({ found, expected }) => {
    expect(found).toEqual(expected);
  });
});
