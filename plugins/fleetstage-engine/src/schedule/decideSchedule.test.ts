import type { ClusterSelectorTerm, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NOON,
  PICK_ALL,
  aBoundBinding,
  aCluster,
  aPlacement,
  aPolicySnapshot,
  clusters,
  minutesBefore,
} from '../testing/builders';
import { exampleFleet, shortName } from '../testing/exampleFleet';
import { decideSchedule, isSameSchedule } from './decideSchedule';
import { DEAD, TAINT, codesOf, decide, reasonOf, selected } from './decideSchedule.testing';

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

  it('A/SCH-033: tells of every cluster why it was left out', () => {
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
  ])('A/SCH-041…047, example %d of required affinity', (_example, terms, picked) => {
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
      message: expect.stringContaining('free-cpu'),
    });
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

describe('isSameSchedule (A/SCH-090)', () => {
  it('ignores elapsed minutes in a sentence, not a changed pick', () => {
    const fleet = [aCluster('c1'), aCluster('c2', { health: DEAD })];
    const input = { placement: aPlacement(), policy: aPolicySnapshot(), clusters: fleet, bindings: [] };
    const earlier = decideSchedule(input, minutesBefore(1));
    expect(isSameSchedule(earlier, decideSchedule(input, NOON))).toBe(true);
    expect(isSameSchedule(earlier, decideSchedule({ ...input, clusters: [aCluster('c1')] }, NOON))).toBe(
      false,
    );
  });
});
