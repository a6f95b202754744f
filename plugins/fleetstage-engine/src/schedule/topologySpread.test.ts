import type {
  PlacementPolicy,
  PreferredClusterSelector,
  TopologySpreadConstraint,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { ScheduleVerdict } from '../state/placement';
import {
  NOON,
  aBoundBinding,
  aCluster,
  aPlacement,
  aPolicySnapshot,
  clusters,
  pickN,
} from '../testing/builders';
import { exampleFleet, shortName } from '../testing/exampleFleet';
import { codesOf, decide, reasonOf, selected } from './decideSchedule.testing';
import type { ScheduleDecision } from './decideSchedule';
import { isSameSchedule } from './isSameSchedule';
import { toContext } from './evaluateClusters';
import { topologySpreadFilter } from './filters/topologySpread';
import { planBindings } from './planBindings';
import { labelled } from './preferences.testing';
import { topologySpreadScore } from './scores/topologySpread';

const must = (topologyKey: string, maxSkew = 1): TopologySpreadConstraint => ({
  topologyKey,
  maxSkew,
  whenUnsatisfiable: 'DoNotSchedule',
});
const should = (topologyKey: string, maxSkew = 1): TopologySpreadConstraint => ({
  topologyKey,
  maxSkew,
  whenUnsatisfiable: 'ScheduleAnyway',
});

/** `c7(-1/0)`: topology and affinity score. */
const shown = ({ cluster, score }: ScheduleVerdict) =>
  `${shortName(cluster)}(${score?.priorityScore}/${score?.affinityScore})`;
const pickedOf = ({ verdicts }: ScheduleDecision) =>
  verdicts
    .filter(v => v.selected)
    .map(shown)
    .join(' ');
const leftOf = ({ verdicts }: ScheduleDecision) =>
  verdicts
    .filter(v => v.code === 'ScoredTooLow')
    .map(shown)
    .join(' ');
const brokenBy = ({ verdicts }: ScheduleDecision) =>
  verdicts
    .filter(v => v.code === 'BreaksSpread')
    .map(v => `${shortName(v.cluster)}: ${/"(.*)"/.exec(v.reason)?.[1]}`)
    .join(' ');

const affinity = (
  preferred: PreferredClusterSelector[],
  required?: Record<string, string>,
): PlacementPolicy['affinity'] => ({
  clusterAffinity: {
    ...(preferred.length > 0 && { preferredDuringSchedulingIgnoredDuringExecution: preferred }),
    ...(required && {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [{ labelSelector: { matchLabels: required } }],
      },
    }),
  },
});
const NOT_WEST: PlacementPolicy['affinity'] = {
  clusterAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      clusterSelectorTerms: [
        { labelSelector: { matchExpressions: [{ key: 'region', operator: 'NotIn', values: ['west'] }] } },
      ],
    },
  },
};

const WALK_7: Partial<PlacementPolicy> = {
  affinity: affinity([labelled({ region: 'east' }, 40)], { env: 'prod' }),
  topologySpreadConstraints: [must('region'), should('env', 2)],
};

describe('A/SCH-070…073, walk-throughs of the example fleet', () => {
  it.each<{
    walk: string;
    n: number;
    policy: Partial<PlacementPolicy>;
    picked: string;
    left: string;
    broken?: string;
  }>([
    {
      walk: '1: one constraint that must hold',
      n: 2,
      policy: { topologySpreadConstraints: [must('region')] },
      picked: 'c5(0/0) c7(-1/0)',
      left: 'c1(0/0) c2(0/0) c3(0/0) c4(0/0)',
      broken: 'c6: region',
    },
    {
      walk: '2: two that must hold',
      n: 2,
      policy: { topologySpreadConstraints: [must('region'), must('env')] },
      picked: 'c5(1/0) c7(-2/0)',
      left: 'c1(1/0) c2(1/0) c4(1/0)',
      broken: 'c3: env c6: region',
    },
    {
      walk: '3: one that should hold',
      n: 2,
      policy: { topologySpreadConstraints: [should('region')] },
      picked: 'c5(0/0) c7(-1/0)',
      left: 'c1(0/0) c2(0/0) c3(0/0) c4(0/0) c6(-1000/0)',
    },
    {
      walk: '4: two that should hold',
      n: 2,
      policy: { topologySpreadConstraints: [should('region'), should('env')] },
      picked: 'c5(1/0) c7(-2/0)',
      left: 'c1(1/0) c2(1/0) c3(-1000/0) c4(1/0) c6(-999/0)',
    },
    {
      walk: '5: a domain that nothing can fill',
      n: 2,
      policy: { affinity: NOT_WEST, topologySpreadConstraints: [must('region')] },
      picked: 'c3(0/0) c5(-1/0)',
      left: 'c1(0/0) c2(0/0)',
      broken: 'c4: region',
    },
    {
      walk: '6: a preference beside a constraint that should hold',
      n: 6,
      policy: {
        affinity: affinity([labelled({ region: 'east' }, 30)]),
        topologySpreadConstraints: [should('env')],
      },
      picked: 'c1(-1/30) c2(1/30) c3(-1/30) c5(-1000/0) c6(-1/0) c7(1/0)',
      left: 'c4(-1000/0)',
    },
    {
      walk: '7: required, preferred, must and should',
      n: 3,
      policy: WALK_7,
      picked: 'c2(-2/40) c5(-999/0) c6(-1/0)',
      left: 'c4(-999/0)',
      broken: 'c1: region',
    },
  ])('A/SCH-073, A/SCH-084 #$walk', ({ n, policy, picked, left, broken = '' }) => {
    const decision = decide({ policy: pickN(n, policy), clusters: exampleFleet() });
    expect([pickedOf(decision), leftOf(decision), brokenBy(decision)]).toEqual([picked, left, broken]);
    expect(decision.outcome?.fulfilled).toBe(true);
  });

  it('A/SCH-073 #5, one more: a domain that can never receive a placement caps the spread', () => {
    const policy = pickN(3, { affinity: NOT_WEST, topologySpreadConstraints: [must('region')] });
    const decision = decide({ policy, clusters: exampleFleet() });
    expect([pickedOf(decision), brokenBy(decision)]).toEqual([
      'c3(0/0) c5(-1/0)',
      'c1: region c2: region c4: region',
    ]);
    expect(decision.outcome).toMatchObject({
      fulfilled: false,
      message: expect.stringMatching(/3 would break the spread/),
    });
    expect(reasonOf(decision, 'cluster-1-east-prod')).toBe(
      'ClusterUnschedulable, violated doNotSchedule topology spread constraint "region" (max skew 1)',
    );
  });

  it('A/SCH-086 #8: a new policy adopts who ends up picked, in its phase, and prefers holders in the first cycle only', () => {
    const holders = ['cluster-2-east-prod', 'cluster-6-west-prod', 'cluster-5-central-prod'];
    const bindings = holders.map(cluster => aBoundBinding(cluster));
    const policy = pickN(3, {
      affinity: affinity([labelled({ region: 'central' }, 50)]),
      topologySpreadConstraints: [should('env', 2)],
    });
    const fleet = exampleFleet();
    const decision = decide({ policy, clusters: fleet, bindings, policyIndex: 1 });
    expect(pickedOf(decision)).toBe('c4(-1/50) c5(-1/50) c7(1/0)');
    expect(leftOf(decision)).toBe('c1(-1/0) c2(-1/0) c3(-1/0) c6(-1/0)');
    const changes = planBindings(
      {
        placement: aPlacement(),
        policy: aPolicySnapshot({ index: 1, policy }),
        clusters: fleet,
        verdicts: decision.verdicts,
        bindings,
      },
      NOON,
    );
    expect(changes.map(({ binding: b, event }) => [shortName(b.cluster), event, b.phase])).toEqual([
      ['c2', 'unscheduled', 'Unscheduled'],
      ['c4', 'scheduled', 'Scheduled'],
      ['c5', 'rescheduled', 'Bound'],
      ['c6', 'unscheduled', 'Unscheduled'],
      ['c7', 'scheduled', 'Scheduled'],
    ]);
  });

  it('A/SCH-063: a holder wins the first cycle against a larger name, and no later one', () => {
    const fleet = ['a', 'b', 'c', 'd'].map(name => aCluster(name, { labels: { zone: name } }));
    const bindings = ['a', 'b'].map(cluster => aBoundBinding(cluster));
    const policy = pickN(2, { topologySpreadConstraints: [must('zone')] });
    expect(selected(decide({ policy, clusters: fleet, bindings, policyIndex: 1 }))).toEqual(['b', 'd']);
  });

  it('§7: the example of the documentation, replayed', () => {
    const east = { labels: { region: 'east' } };
    const west = { labels: { region: 'west' } };
    const fleet = [
      aCluster('bravelion', east),
      aCluster('smartfish', east),
      aCluster('jumpingcat', west),
      aCluster('flyingpenguin', west),
    ];
    const decision = decide({
      policy: pickN(2, { topologySpreadConstraints: [must('region')] }),
      clusters: fleet,
    });
    expect(pickedOf(decision)).toBe('jumpingcat(1/0) smartfish(-1/0)');
    expect(codesOf(decision)).toMatchObject({ bravelion: 'BreaksSpread', flyingpenguin: 'ScoredTooLow' });
  });

  it('A/DOC-03: a key with a single value never filters, and clusters without the label win', () => {
    const fleet = [aCluster('a'), ...clusters(3, { labels: { region: 'east' } })];
    const decision = decide({
      policy: pickN(3, { topologySpreadConstraints: [must('region')] }),
      clusters: fleet,
    });
    expect(pickedOf(decision)).toBe('a(0/0) c2(-1/0) c3(-1/0)');
    expect(brokenBy(decision)).toBe('');
  });

  it('A/SCH-071: what is picked already counts, what an older policy picked does not', () => {
    const fleet = ['a', 'b'].flatMap(zone => [1, 2].map(i => aCluster(`${zone}${i}`, { labels: { zone } })));
    const policy = pickN(2, { topologySpreadConstraints: [must('zone')] });
    const added = decide({ policy, clusters: fleet, bindings: [aBoundBinding('b1')] });
    expect(selected(added)).toEqual(['a2', 'b1']);
    const renewed = decide({ policy, clusters: fleet, bindings: [aBoundBinding('b1')], policyIndex: 1 });
    expect(pickedOf(renewed)).toBe('a2(1/0) b1(-1/0)');
  });

  it('A/SCH-090: once all are picked, a pass on the result changes nothing', () => {
    const policy = pickN(2, { topologySpreadConstraints: [must('region')] });
    const first = decide({ policy, clusters: exampleFleet() });
    const bindings = first.verdicts
      .filter(v => v.selected)
      .map(decision => aBoundBinding(decision.cluster, { decision }));
    const second = decide({ policy, clusters: exampleFleet(), bindings });
    expect(isSameSchedule(first, second)).toBe(true);
    expect(pickedOf(second)).toBe(pickedOf(first));
  });

  it.each([1, 18, 19, 40])(
    'A/SCH-073: %d times the same constraint picks the same, for as many times the points',
    count => {
      const topologySpreadConstraints = Array.from({ length: count }, () => should('region', 9));
      const decision = decide({ policy: pickN(3, { topologySpreadConstraints }), clusters: exampleFleet() });
      expect(pickedOf(decision)).toBe(`c3(${count}/0) c5(0/0) c7(${-count}/0)`);
    },
  );

  it('the parts of a score add up to it and name constraint and term', () => {
    const decision = decide({ policy: pickN(3, WALK_7), clusters: exampleFleet() });
    expect(decision.verdicts.find(v => v.cluster === 'cluster-2-east-prod')?.parts).toEqual([
      { plugin: 'ClusterAffinity', subject: 'weight 40', affinity: 40 },
      {
        plugin: 'TopologySpreadConstraints',
        subject: 'region=east: 0 picked, 0 to 0 elsewhere, max skew 1',
        topology: -1,
      },
      {
        plugin: 'TopologySpreadConstraints',
        subject: 'env=prod: 0 picked, 0 to 0 elsewhere, max skew 2',
        topology: -1,
      },
    ]);
  });
});

describe('A/SCH-073, several constraints on every cluster', () => {
  /** `c2* v2 v2 -`: a star for a picked cluster, then the values of k1, k2 …; a dash where the label is absent. */
  const fleetOf = (rows: string): { fleet: ClusterFacts[]; placed: Set<string> } => {
    const parsed = rows.split('; ').map(row => row.split(' '));
    const labelsOf = (values: string[]) =>
      Object.fromEntries(values.flatMap((value, i) => (value === '-' ? [] : [[`k${i + 1}`, value]])));
    return {
      fleet: parsed.map(([name, ...values]) => aCluster(name.replace('*', ''), { labels: labelsOf(values) })),
      placed: new Set(parsed.filter(([name]) => name.endsWith('*')).map(([name]) => name.replace('*', ''))),
    };
  };

  const judge = (rows: string, constraints: TopologySpreadConstraint[]) => {
    const { fleet, placed } = fleetOf(rows);
    const context = toContext({
      policy: pickN(1, { topologySpreadConstraints: constraints }),
      policyIndex: 0,
      clusters: fleet,
      bindings: [],
      placed,
      now: NOON,
    });
    const filter = topologySpreadFilter.prepare(context);
    const score = topologySpreadScore.prepare(context);
    if (!filter.ok || !score.ok) throw new Error('spread plugins need no preparation');
    return fleet
      .map(cluster => {
        const verdict = filter.value(cluster);
        if (!verdict.ok) return `${cluster.name} by ${/"(.*)"/.exec(verdict.message)?.[1]}`;
        return `${cluster.name} ${score.value(cluster).reduce((sum, { topology = 0 }) => sum + topology, 0)}`;
      })
      .join(', ');
  };

  const A = 'c1 v1 v2; c2* v2 v2; c3* v2 v2; c4* v2 v1';
  const B = 'c1 v1 v3; c2 v2 v2; c3* v3 -; c4 - -';
  const C = 'c1* v1 v3; c2 v2 v2; c3 v3 -; c4* - v9';
  const D = 'c1* v1 v1 v1; c2 v2 v1 v2; c3 v2 v2 v2; c4 v2 v2 v1; c5* - - v1';
  it.each([
    ['A', A, [must('k1', 2), must('k2')], 'c1 by k2, c2 by k1, c3 by k1, c4 by k1'],
    ["A'", A, [should('k1', 2), should('k2')], 'c1 -999, c2 -2000, c3 -2000, c4 -999'],
    ['B', B, [must('k1', 2), must('k2')], 'c1 -1, c2 -1, c3 -1, c4 0'],
    ['B, soft', B, [should('k1', 2), should('k2')], 'c1 -1, c2 -1, c3 -1, c4 0'],
    ['C', C, [must('k1'), must('k2')], 'c1 by k1, c2 1, c3 0, c4 by k2'],
    ["C'", C, [should('k1'), should('k2')], 'c1 -2000, c2 1, c3 0, c4 -1000'],
    ['D', D, [must('k1'), should('k2'), should('k3', 2)], 'c1 by k1, c2 -998, c3 3, c4 -998, c5 -1000'],
    [
      'D, listed the other way round',
      D,
      [should('k3', 2), should('k2'), must('k1')],
      'c1 by k1, c2 -998, c3 3, c4 -998, c5 -1000',
    ],
  ])('A/SCH-073 case %s', (_case, rows, constraints, result) => {
    expect(judge(rows, constraints)).toBe(result);
  });
});
