import type { Binding } from '../state/placement';
import {
  NOON,
  aBoundBinding,
  aCluster,
  aPick,
  aPlacement,
  aScheduledBinding,
  anUnscheduledBinding,
  clusters,
  pickFixed,
  pickN,
} from '../testing/builders';
import { exampleFleet, shortName } from '../testing/exampleFleet';

import { DEAD, TAINT, codesOf, decide, reasonOf, selected } from './decideSchedule.testing';
import { planBindings } from './planBindings';

describe('PickN', () => {
  it('A/SCH-081: equals are picked from the largest name down, in byte order', () => {
    const fleet = ['cluster-9', 'cluster-10', 'cluster-11'].map(name => aCluster(name));
    expect(selected(decide({ policy: pickN(1), clusters: fleet }))).toEqual(['cluster-9']);
  });

  it.each([
    { n: 1, picked: 'c7' },
    { n: 3, picked: 'c5 c6 c7' },
    { n: 7, picked: 'c1 c2 c3 c4 c5 c6 c7' },
  ])('A §4.6: $n of the example fleet', ({ n, picked }) => {
    const decision = decide({ policy: pickN(n), clusters: exampleFleet() });
    expect(selected(decision).map(shortName).join(' ')).toBe(picked);
    expect(decision.outcome?.fulfilled).toBe(true);
  });

  it('A/SCH-099: a shortage is unfulfilled and counts what prevents it', () => {
    const decision = decide({ policy: pickN(10), clusters: exampleFleet() });
    expect(selected(decision)).toHaveLength(7);
    expect(decision.outcome).toMatchObject({ fulfilled: false });
    expect(decision.outcome?.message).toBe(
      'could not find all clusters needed as specified by the scheduling policy, found 7 cluster(s) instead; 7/9 clusters are picked: 2 are not eligible',
    );
    expect(decision.blockers).toMatchObject([{ cause: 'SchedulingPolicyUnfulfilled' }]);
  });

  it('keeps who is picked, whatever is better elsewhere', () => {
    const decision = decide({
      policy: pickN(2),
      clusters: clusters(5),
      bindings: [aBoundBinding('c1'), aBoundBinding('c2')],
    });
    expect(selected(decision)).toEqual(['c1', 'c2']);
    expect(codesOf(decision).c5).toBe('NotNeeded');
  });

  it('adds to who is picked when the number grows', () => {
    const decision = decide({
      policy: pickN(3),
      clusters: clusters(5),
      bindings: [aBoundBinding('c1'), aBoundBinding('c2')],
    });
    expect(selected(decision)).toEqual(['c1', 'c2', 'c5']);
    expect(reasonOf(decision, 'c4')).toBe(
      'Cluster "c4" does not score high enough (affinity score: 0, topology spread score: 0)',
    );
  });

  it('A/SCH-063: under a new policy prefers clusters that hold the placement', () => {
    const decision = decide({
      policy: pickN(2),
      clusters: clusters(4),
      bindings: [aBoundBinding('c1'), aBoundBinding('c2')],
      policyIndex: 1,
    });
    expect(selected(decision)).toEqual(['c1', 'c2']);
  });

  it('A/SCH-063: an Unscheduled binding is no reason to be preferred', () => {
    const bindings = [anUnscheduledBinding('c1')];
    expect(selected(decide({ policy: pickN(1), clusters: clusters(2), bindings }))).toEqual(['c2']);
  });

  const scored = (cluster: string, priorityScore: number, affinityScore: number) => ({
    decision: aPick(cluster, { score: { affinityScore, priorityScore } }),
  });
  it.each<{ row: string; bindings: Binding[]; remove: number; stay: string[] }>([
    {
      row: '1: the lowest score',
      bindings: [
        aScheduledBinding('a', scored('a', 1, 0)),
        aScheduledBinding('b', scored('b', 0, 5)),
        aScheduledBinding('c', scored('c', 0, 5)),
      ],
      remove: 1,
      stay: ['a', 'c'],
    },
    {
      row: '2: never bound before bound',
      bindings: [aBoundBinding('a', scored('a', 0, 0)), aScheduledBinding('b', scored('b', 9, 9))],
      remove: 1,
      stay: ['a'],
    },
    {
      row: '3: both kinds',
      bindings: [
        aBoundBinding('a', scored('a', 0, 10)),
        aBoundBinding('b', scored('b', 0, 0)),
        aScheduledBinding('c', scored('c', 5, 5)),
      ],
      remove: 2,
      stay: ['a'],
    },
    {
      row: '4: the smaller names',
      bindings: ['5', '6', '7'].map(name => aBoundBinding(name)),
      remove: 2,
      stay: ['7'],
    },
  ])('A/SCH-085, victims, row $row', ({ bindings, remove, stay }) => {
    const decision = decide({
      policy: pickN(bindings.length - remove),
      clusters: bindings.map(b => aCluster(b.cluster)),
      bindings,
    });
    expect(selected(decision)).toEqual(stay);
  });

  it('A/SCH-080, row 2: with the number reached, bindings of the old policy go', () => {
    const bindings = [aBoundBinding('c1', { policyIndex: 1 }), aBoundBinding('c2')];
    const decision = decide({ policy: pickN(1), clusters: clusters(2), bindings, policyIndex: 1 });
    expect(selected(decision)).toEqual(['c1']);
    expect(decision.outcome?.isRefresh).toBe(true);
  });

  it('A/SCH-085: who is let go and would not pass today has the reason in its verdict', () => {
    const decision = decide({
      policy: pickN(0),
      clusters: [aCluster('c1', { taints: [TAINT] }), aCluster('c2')],
      bindings: [aBoundBinding('c1'), aBoundBinding('c2')],
    });
    expect(codesOf(decision)).toEqual({ c1: 'UntoleratedTaint', c2: 'NotNeeded' });
  });

  it.each<[number, number, string[], string[], string[]]>([
    [1, 1, ['c1', 'c2', 'c3'], [], ['c3']],
    [3, 1, ['c1'], [], ['c1']],
    [4, 0, ['c1'], [], []],
    [6, 3, ['c1'], ['c2', 'c3'], ['c1', 'c2', 'c3']],
  ])(
    'A/SCH-080 row %d: %d wanted, picked %j, of an older policy %j → %j',
    (_row, n, current, obsolete, picked) => {
      const bindings = [
        ...current.map(cluster => aBoundBinding(cluster, { policyIndex: 1 })),
        ...obsolete.map(cluster => aBoundBinding(cluster)),
      ];
      const decision = decide({ policy: pickN(n), clusters: clusters(5), bindings, policyIndex: 1 });
      expect(selected(decision)).toEqual(picked);
      expect(decision.outcome?.fulfilled).toBe(true);
      expect(decision.outcome?.isRefresh).toBe(n > current.length ? undefined : true);
    },
  );

  it('A/SCH-084: as many as are wanted, and no round more', () => {
    const topologySpreadConstraints = [{ topologyKey: 'zone' }];
    const fleet = ['a', 'b', 'c'].map(zone => aCluster(zone, { labels: { zone } }));
    const policy = pickN(5, { topologySpreadConstraints });
    const decision = decide({ policy, clusters: fleet });
    expect([selected(decision), decision.outcome?.fulfilled]).toEqual([['a', 'b', 'c'], false]);
  });

  it('A/SCH-080, row 5: zero is fulfilled by nobody', () => {
    const decision = decide({ policy: pickN(0), clusters: clusters(2) });
    expect([selected(decision), decision.outcome?.fulfilled]).toEqual([[], true]);
  });

  it('a cluster that is still being cleaned may be picked again and is waited for', () => {
    const bindings = [anUnscheduledBinding('c1', { releasedAt: NOON })];
    const decision = decide({ policy: pickN(1), clusters: clusters(1), bindings });
    expect(decision.blockers).toMatchObject([{ cause: 'ReleaseInProgress', clusters: ['c1'] }]);
  });
});

describe('PickFixed', () => {
  it('A/SCH-092, A/SCH-094, A/SCH-095: says of each name what became of it', () => {
    const decision = decide({
      policy: pickFixed('c1', 'c2', 'ghost'),
      clusters: [aCluster('c1', { taints: [TAINT] }), aCluster('c2', { health: undefined }), aCluster('c3')],
    });
    expect(selected(decision)).toEqual(['c1']);
    expect(reasonOf(decision, 'c1')).toBe(
      'Successfully scheduled resources for placement in "c1": picked by scheduling policy',
    );
    expect(reasonOf(decision, 'c2')).toBe(
      'Cluster "c2" is not eligible for resource placement yet: cluster is not connected to the fleet: member agent not online yet',
    );
    expect(reasonOf(decision, 'ghost')).toBe('Specified cluster "ghost" is not found');
    expect(codesOf(decision).c3).toBe('NotNamed');
    expect(decision.outcome?.fulfilled).toBe(false);
  });

  it('A/SCH-097: a name that is listed twice is one cluster', () => {
    const decision = decide({ policy: pickFixed('c1', 'c1'), clusters: clusters(1) });
    expect(decision.verdicts).toHaveLength(1);
    expect(decision.outcome).toMatchObject({ fulfilled: true, selectedCount: 1 });
  });

  it.each<{ what: string; binding: Binding; becomes: Partial<Binding> | undefined }>([
    { what: 'of this policy: nothing', binding: aBoundBinding('c1', { policyIndex: 1 }), becomes: undefined },
    {
      what: 'of an older policy: adopted in its phase',
      binding: aBoundBinding('c1'),
      becomes: { phase: 'Bound', policyIndex: 1 },
    },
    {
      what: 'unscheduled: back to its phase',
      binding: anUnscheduledBinding('c1'),
      becomes: { phase: 'Bound', policyIndex: 1 },
    },
    {
      what: 'of an older policy on a cluster that is not named: unscheduled',
      binding: aBoundBinding('c2'),
      becomes: { phase: 'Unscheduled', previousPhase: 'Bound' },
    },
    {
      what: 'of an older policy on a cluster that is not eligible: unscheduled',
      binding: aBoundBinding('c3'),
      becomes: { phase: 'Unscheduled', previousPhase: 'Bound' },
    },
  ])('A/SCH-093: a binding $what', ({ binding, becomes }) => {
    const policy = pickFixed('c1', 'c3');
    const fleet = [aCluster('c1'), aCluster('c2'), aCluster('c3', { health: DEAD })];
    const { verdicts } = decide({ policy, clusters: fleet, bindings: [binding], policyIndex: 1 });
    const changes = planBindings(
      { placement: aPlacement(), policy: { index: 1 }, clusters: fleet, verdicts, bindings: [binding] },
      NOON,
    );
    const changed = changes.find(change => change.binding.cluster === binding.cluster)?.binding;
    expect(changed).toEqual(becomes && expect.objectContaining(becomes));
  });

  it('A/SCH-096, C/MC-067: names beat taints, C/MC-049: a bound cluster outlives its health', () => {
    const decision = decide({
      policy: pickFixed('c1'),
      clusters: clusters(1, { health: DEAD }),
      bindings: [aBoundBinding('c1')],
    });
    expect([selected(decision), decision.outcome?.fulfilled]).toEqual([['c1'], true]);
  });

  it('A/SCH-091: without names nothing is decided and nothing taken away', () => {
    const decision = decide({
      policy: pickFixed(),
      clusters: clusters(2),
      bindings: [aBoundBinding('c1')],
      policyIndex: 1,
    });
    expect(decision.outcome).toBeUndefined();
    expect([selected(decision), codesOf(decision)]).toEqual([['c1'], { c1: 'Held', c2: 'Held' }]);
    expect(decision.blockers).toHaveLength(1);
  });
});
