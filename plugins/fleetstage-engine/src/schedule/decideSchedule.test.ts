import type { ClusterSelectorTerm, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding, PolicySnapshot, ScheduleVerdict } from '../state/placement';
import {
  NOON,
  PICK_ALL,
  aBoundBinding,
  aCluster,
  aPick,
  aPlacement,
  aPolicySnapshot,
  aScheduledBinding,
  anUnscheduledBinding,
  clusters,
  pickN,
} from '../testing/builders';
import { exampleFleet, shortName } from '../testing/exampleFleet';
import { decideSchedule, explainNoNames } from './decideSchedule';
import { DEAD, TAINT, codesOf, decide, reasonOf, selected } from './decideSchedule.testing';
import { isSameSchedule } from './isSameSchedule';

const required = (...clusterSelectorTerms: ClusterSelectorTerm[]): Partial<PlacementPolicy> => ({
  affinity: { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } } },
});

const property = (
  ...terms: [string, 'Ge' | 'Le' | 'Gt' | 'Lt' | 'Eq' | 'Ne', string][]
): ClusterSelectorTerm => ({
  propertySelector: {
    matchExpressions: terms.map(([name, operator, value]) => ({ name, operator, values: [value] })),
  },
});

const NODES = 'kubernetes-fleet.io/node-count';

const RATING = 'example.com/energy-rating';

const resource = (name: string) => `resources.kubernetes-fleet.io/${name}`;

describe('PickAll', () => {
  it('requirement 000: picks all and says so in its words', () => {
    const decision = decide({ clusters: [aCluster('member2'), aCluster('member1')] });
    expect(decision.outcome).toMatchObject({
      fulfilled: true,
      message: 'found all cluster needed as specified by the scheduling policy, found 2 cluster(s)',
    });
    expect(reasonOf(decision, 'member1')).toBe(
      'Successfully scheduled resources for placement in "member1" (affinity score: 0, topology spread score: 0): picked by scheduling policy',
    );
    expect(decision.verdicts.map(v => v.cluster)).toEqual(['member1', 'member2']);
  });

  it('A/SCH-089: is fulfilled without a single cluster', () => {
    expect(decide({ clusters: [] }).outcome).toMatchObject({ fulfilled: true });
  });

  it('A/SCH-033: says of every cluster why it was left out', () => {
    const decision = decide({
      clusters: [aCluster('c1'), aCluster('c2', { taints: [TAINT] }), aCluster('c3', { isLeaving: true })],
    });
    expect(selected(decision)).toEqual(['c1']);
    expect(reasonOf(decision, 'c2')).toBe(
      'ClusterUnschedulable, taint &{Key:gpu-workload Value:yes Effect:NoSchedule} cannot be tolerated',
    );
    expect(reasonOf(decision, 'c3')).toBe('ClusterUnschedulable, cluster has left the fleet');
    expect(decision.outcome?.fulfilled).toBe(true);
  });

  it.each([
    { rule: 'C/MC-066: a new taint', patch: { taints: [TAINT] } },
    { rule: 'C/MC-049: lost health', patch: { health: DEAD } },
    { rule: 'A/SCH-013: changed labels', patch: { labels: { env: 'test' } } },
  ])('$rule moves nobody who is there', ({ patch }) => {
    const policy = { ...PICK_ALL, ...required({ labelSelector: { matchLabels: { env: 'prod' } } }) };
    const decision = decide({ policy, clusters: [aCluster('c1', patch)], bindings: [aBoundBinding('c1')] });
    expect(selected(decision)).toEqual(['c1']);
  });

  it('C/MC-061: a leaving cluster is deselected', () => {
    const decision = decide({ clusters: clusters(2, { isLeaving: true }), bindings: [aBoundBinding('c1')] });
    expect(selected(decision)).toEqual([]);
  });

  it('A/SCH-088: under a new policy everybody is asked again', () => {
    const decision = decide({
      clusters: [aCluster('c1', { taints: [TAINT] }), aCluster('c2')],
      bindings: [aBoundBinding('c1'), aBoundBinding('c2')],
      policyIndex: 1,
    });
    expect(selected(decision)).toEqual(['c2']);
  });

  it.each<[number, ClusterSelectorTerm[], string]>([
    [
      1,
      [
        property(
          [NODES, 'Ge', '4'],
          [RATING, 'Lt', '45'],
          [resource('allocatable-cpu'), 'Ne', '14'],
          [resource('available-memory'), 'Gt', '4Gi'],
        ),
      ],
      'c3',
    ],
    [
      2,
      [
        property([NODES, 'Ge', '8']),
        property([RATING, 'Gt', '99']),
        property([resource('total-cpu'), 'Eq', '12']),
        property([resource('total-memory'), 'Le', '4Gi']),
      ],
      'c1 c3 c4 c5 c7',
    ],
    [3, [{ ...property([NODES, 'Ge', '4']), labelSelector: { matchLabels: { region: 'east' } } }], 'c2 c3'],
    [4, [property([NODES, 'Le', '6'], [NODES, 'Ge', '2'])], 'c1 c2 c3 c4 c6'],
    [5, [property([NODES, 'Le', '8'], [NODES, 'Ge', '4'])], 'c2 c3 c5 c7'],
    [6, [property([RATING, 'Le', '0'])], ''],
    [7, [property([resource('available-cpu'), 'Ge', '6'])], 'c3 c5'],
  ])('A/SCH-041, A/SCH-046, A/SCH-047, example %d of required affinity', (_example, terms, picked) => {
    const decision = decide({ policy: { ...PICK_ALL, ...required(...terms) }, clusters: exampleFleet() });
    expect(selected(decision).map(shortName).join(' ')).toBe(picked);
    expect(decision.outcome?.fulfilled).toBe(true);
  });

  it('A/SCH-045: a policy that cannot be evaluated picks and drops nobody, and says why', () => {
    const policy = { ...PICK_ALL, ...required(property([resource('free-cpu'), 'Ge', '1'])) };
    const decision = decide({
      policy,
      clusters: clusters(2),
      bindings: [aBoundBinding('c2')],
      policyIndex: 1,
    });
    expect(codesOf(decision)).toEqual({ c1: 'Held', c2: 'Held' });
    expect(selected(decision)).toEqual(['c2']);
    expect(decision.outcome).toMatchObject({
      fulfilled: false,
      message: expect.stringMatching(/clusterSelectorTerms\[0\]\): .*free-cpu/),
    });
  });
});

describe('A/SCH-014: what a policy asks for', () => {
  it.each<{ what: string; snapshot: Partial<PolicySnapshot>; picked: string[]; says?: RegExp }>([
    { what: 'no policy is PickAll', snapshot: { policy: undefined }, picked: ['c1', 'c2'] },
    { what: 'no type is PickAll', snapshot: { policy: {} }, picked: ['c1', 'c2'] },
    {
      what: 'the number of the snapshot beats that of the policy (A/POL-015)',
      snapshot: { policy: pickN(2), numberOfClusters: 1 },
      picked: ['c2'],
    },
    {
      what: 'PickN by the policy where the snapshot has no number',
      snapshot: { policy: pickN(1), numberOfClusters: undefined },
      picked: ['c2'],
    },
    {
      what: 'A/POL-017: PickN without a number holds',
      snapshot: { policy: { placementType: 'PickN' } },
      picked: ['c1'],
      says: /^spec\.policy\.numberOfClusters must be a whole number, 0 or more, for PickN; set it$/,
    },
    {
      what: 'A/POL-017: so does a negative one',
      snapshot: { policy: pickN(-1) },
      picked: ['c1'],
      says: /numberOfClusters must be/,
    },
    {
      what: 'A/POL-017: and a fraction',
      snapshot: { policy: pickN(1.5) },
      picked: ['c1'],
      says: /numberOfClusters must be/,
    },
    {
      what: 'an unknown type holds',
      snapshot: { policy: { placementType: 'PickSome' as 'PickN', numberOfClusters: 2 } },
      picked: ['c1'],
      says: /^spec\.policy\.placementType "PickSome" is none of PickAll, PickN and PickFixed; correct it$/,
    },
  ])('$what', ({ snapshot, picked, says }) => {
    const policy = { ...aPolicySnapshot(snapshot), index: says ? 1 : 0 };
    const bindings = says ? [aBoundBinding('c1')] : [];
    const decision = decideSchedule(
      { placement: aPlacement(), policy, clusters: clusters(2), bindings },
      NOON,
    );
    expect(selected(decision)).toEqual(picked);
    if (says)
      expect(decision.outcome).toMatchObject({ fulfilled: false, message: expect.stringMatching(says) });
    else expect(decision.outcome?.fulfilled).toBe(true);
  });
});

describe('A/SCH-011: which bindings count as picked, first match wins', () => {
  it.each<{ order: string; binding: Binding; facts?: Partial<ClusterFacts>; counts: boolean }>([
    {
      order: '1: leaving',
      binding: aBoundBinding('a', { policyIndex: 1, releasedAt: NOON }),
      counts: false,
    },
    { order: '2: unscheduled', binding: anUnscheduledBinding('a', { policyIndex: 1 }), counts: false },
    {
      order: '3: on a cluster that leaves',
      binding: aBoundBinding('a', { policyIndex: 1 }),
      facts: { isLeaving: true },
      counts: false,
    },
    { order: '4: of an older policy', binding: aBoundBinding('a'), counts: false },
    { order: '5: scheduled', binding: aScheduledBinding('a', { policyIndex: 1 }), counts: true },
    { order: '6: bound', binding: aBoundBinding('a', { policyIndex: 1 }), counts: true },
  ])('A/SCH-011 $order', ({ binding, facts, counts }) => {
    const fleet = [aCluster('a', facts), aCluster('b', { labels: { env: 'prod' } })];
    const policy = { ...pickN(1), ...required({ labelSelector: { matchLabels: { env: 'prod' } } }) };
    const decision = decide({ policy, clusters: fleet, bindings: [binding], policyIndex: 1 });
    expect(selected(decision)).toEqual(counts ? ['a'] : ['b']);
  });

  it('A/SCH-011 3: a binding whose cluster is gone counts nowhere', () => {
    const bindings = [aBoundBinding('gone', { policyIndex: 1 })];
    expect(selected(decide({ policy: pickN(1), clusters: clusters(2), bindings, policyIndex: 1 }))).toEqual([
      'c2',
    ]);
  });

  it('A/SCH-062: a cluster that is picked already is not picked twice, nor ranked', () => {
    const decision = decide({ policy: pickN(2), clusters: clusters(3), bindings: [aBoundBinding('c3')] });
    expect(selected(decision)).toEqual(['c2', 'c3']);
    expect(codesOf(decision)).toEqual({ c1: 'ScoredTooLow', c2: 'Picked', c3: 'Picked' });
  });
});

describe('A/SCH-040: without required terms every cluster passes', () => {
  it.each([
    ['no affinity', undefined],
    ['no cluster affinity', {}],
    ['nothing required', { clusterAffinity: {} }],
    [
      'no term',
      { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [] } } },
    ],
  ])('%s', (_rule, affinity) => {
    expect(selected(decide({ policy: { ...PICK_ALL, affinity }, clusters: clusters(2) }))).toEqual([
      'c1',
      'c2',
    ]);
  });
});

describe('taints (A/SCH-061)', () => {
  it.each<{ rule: string; tolerations: PlacementPolicy['tolerations']; tolerated: boolean }>([
    {
      rule: 'row 1: equal',
      tolerations: [{ key: 'gpu-workload', operator: 'Equal', value: 'yes' }],
      tolerated: true,
    },
    { rule: 'Equal is the default', tolerations: [{ key: 'gpu-workload', value: 'yes' }], tolerated: true },
    {
      rule: 'row 2: another value',
      tolerations: [{ key: 'gpu-workload', operator: 'Equal', value: 'no' }],
      tolerated: false,
    },
    { rule: 'row 3: exists', tolerations: [{ key: 'gpu-workload', operator: 'Exists' }], tolerated: true },
    { rule: 'row 4: exists without a key', tolerations: [{ operator: 'Exists' }], tolerated: true },
    {
      rule: 'the effect counts when it is set',
      tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }],
      tolerated: true,
    },
    {
      rule: 'of another effect, which only a definition of another owner lets through',
      tolerations: [{ operator: 'Exists', effect: 'NoExecute' as 'NoSchedule' }],
      tolerated: false,
    },
    {
      rule: 'an operator of neither kind tolerates nothing',
      tolerations: [{ key: 'gpu-workload', value: 'yes', operator: '' as 'Equal' }],
      tolerated: false,
    },
    { rule: 'no toleration', tolerations: [], tolerated: false },
  ])('$rule', ({ tolerations, tolerated }) => {
    const decision = decide({
      policy: { ...PICK_ALL, tolerations },
      clusters: clusters(1, { taints: [TAINT] }),
    });
    expect(selected(decision)).toEqual(tolerated ? ['c1'] : []);
  });

  it('row 5: names the taint that nobody tolerates', () => {
    const second = { key: 'other', effect: 'NoSchedule' } as const;
    const policy = { ...PICK_ALL, tolerations: [{ key: 'gpu-workload', operator: 'Exists' } as const] };
    const decision = decide({ policy, clusters: clusters(1, { taints: [TAINT, second] }) });
    expect(reasonOf(decision, 'c1')).toContain('taint &{Key:other Value: Effect:NoSchedule}');
  });
});

describe('what a verdict keeps', () => {
  it('A/SCH-055: the filter that refused, and a hash of what was read', () => {
    const decision = decide({
      clusters: [aCluster('c1', { health: DEAD }), aCluster('c2', { taints: [TAINT] })],
    });
    expect(decision.verdicts).toMatchObject([
      { code: 'NotEligible', filter: 'ClusterEligibility', inputs: expect.stringMatching(/^[0-9a-f]{12}$/) },
      { code: 'UntoleratedTaint', filter: 'TaintToleration' },
    ]);
    expect(decision.verdicts[0].inputs).not.toBe(decision.verdicts[1].inputs);
    expect(decision.outcome).toMatchObject({
      fulfilled: true,
      message:
        'found all cluster needed as specified by the scheduling policy, found 0 cluster(s); 0/2 clusters are picked: 1 are not eligible, 1 are tainted',
    });
  });

  it('A/SCH-090: a decision that says nothing new notes what was read of the picked ones alone', () => {
    const input = { policy: pickN(1), clusters: [aCluster('c1', { taints: [TAINT] }), aCluster('c2')] };
    const first = decide(input);
    const result = { previous: first.outcome, verdicts: first.verdicts };
    const again = decide({ ...input, ...result });
    const without = ({ inputs: _, ...verdict }: ScheduleVerdict) => verdict;
    expect(again.verdicts).toEqual([without(first.verdicts[0]), first.verdicts[1]]);
    expect(isSameSchedule({ ...result, outcome: result.previous }, again)).toBe(true);
    const changed = decide({ ...input, ...result, clusters: [aCluster('c1'), aCluster('c2')] });
    expect(changed.verdicts.every(({ inputs }) => inputs !== undefined)).toBe(true);
  });

  it('A/SCH-085: who stays keeps the decision of its time', () => {
    const decision = aPick('c1', { inputs: '0123456789ab', score: { affinityScore: 3, priorityScore: 1 } });
    const { verdicts } = decide({
      policy: pickN(1),
      clusters: clusters(1),
      bindings: [aBoundBinding('c1', { decision })],
    });
    expect(verdicts).toEqual([decision]);
  });
});

describe('A/SCH-091: a list without names', () => {
  it.each<{ rule: string; policy: PlacementPolicy }>([
    { rule: 'that is empty', policy: { placementType: 'PickFixed', clusterNames: [] } },
    { rule: 'that is left out', policy: { placementType: 'PickFixed' } },
  ])('$rule says what it waits for, to whoever asks', ({ policy }) => {
    const decision = decide({ policy, clusters: clusters(1) });
    const why =
      'The policy names no cluster in spec.policy.clusterNames: nothing is picked and nothing is taken away until it does; name the clusters to place on';
    expect(decision.blockers).toEqual([{ cause: 'SchedulingHeld', message: why }]);
    expect(reasonOf(decision, 'c1')).toBe(why);
    expect(explainNoNames(policy)).toBe(why);
  });

  it.each<PlacementPolicy | undefined>([
    undefined,
    PICK_ALL,
    pickN(0),
    { placementType: 'PickFixed', clusterNames: ['c1'] },
  ])('is not %j', policy => {
    expect(explainNoNames(policy)).toBeUndefined();
  });
});
