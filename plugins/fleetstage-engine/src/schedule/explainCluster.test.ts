import { ok, type PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuse } from '../decision';
import type { ScheduleVerdict } from '../state/placement';
import {
  NOON,
  PICK_ALL,
  aBoundBinding,
  aCluster,
  aPick,
  aPlacement,
  clusters,
  pickFixed,
  pickN,
} from '../testing/builders';
import { exampleFleet } from '../testing/exampleFleet';
import { addPlugins } from './addPlugins';
import { decideSchedule, type ScheduleInput } from './decideSchedule';
import { DEAD, TAINT, aScheduleInput } from './decideSchedule.testing';
import { explainCluster } from './explainCluster';
import type { FilterPlugin } from './plugin';
import { NODES, labelled, preferring } from './preferences.testing';

const inputOf = (policy: PlacementPolicy, patch: Partial<ScheduleInput> = {}) =>
  aScheduleInput(policy, exampleFleet(), patch);

const PROD_OF_4: PlacementPolicy = {
  ...PICK_ALL,
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [
          {
            labelSelector: { matchLabels: { env: 'prod' } },
            propertySelector: { matchExpressions: [{ name: NODES, operator: 'Ge', values: ['4'] }] },
          },
          { labelSelector: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] } },
        ],
      },
    },
  },
  tolerations: [
    { key: 'gpu-workload', operator: 'Exists' },
    { key: 'k', value: 'v', effect: 'NoSchedule' },
  ],
};
const SPREAD = pickN(2, {
  topologySpreadConstraints: [{ topologyKey: 'region' }],
  ...preferring(labelled({ env: 'prod' }, 10), labelled({ env: 'test' }, 5)),
});

describe('explainCluster', () => {
  it('A/SCH-030: says of each filter in order what it saw and wanted; nothing is evaluated after a refusal', () => {
    const { filters, verdict, parts, rank, isKept } = explainCluster(
      inputOf(PROD_OF_4),
      'cluster-1-east-prod',
      NOON,
    );
    expect(filters).toEqual([
      {
        filter: 'ClusterAffinity',
        outcome: 'refused',
        seen: `env=prod, tier not set, ${NODES} 2`,
        wanted: `env=prod and ${NODES} Ge 4, or tier`,
        code: 'PropertyMismatch',
        message: 'cluster does not match with any of the required cluster affinity terms',
      },
      { filter: 'ClusterEligibility', outcome: 'notLookedAt' },
      { filter: 'NamespaceAffinity', outcome: 'notLookedAt' },
      { filter: 'TaintToleration', outcome: 'notLookedAt' },
      { filter: 'TopologySpreadConstraints', outcome: 'notLookedAt' },
    ]);
    expect(verdict).toMatchObject({ code: 'PropertyMismatch', filter: 'ClusterAffinity' });
    expect([parts, rank, isKept]).toEqual([[], undefined, false]);
  });

  it('explains a cluster that passes', () => {
    const policy = { ...PROD_OF_4, placementType: 'PickAll' as const };
    const fleet = exampleFleet().map(c => (c.name.startsWith('cluster-2') ? { ...c, taints: [TAINT] } : c));
    const { filters } = explainCluster(inputOf(policy, { clusters: fleet }), 'cluster-2-east-prod', NOON);
    expect(filters).toEqual([
      expect.objectContaining({ outcome: 'passed', seen: `env=prod, tier not set, ${NODES} 4` }),
      {
        filter: 'ClusterEligibility',
        outcome: 'passed',
        seen: 'joined and healthy',
        wanted: 'joined, healthy, and heard of in the last 5 minutes',
      },
      { filter: 'NamespaceAffinity', outcome: 'notAsked' },
      {
        filter: 'TaintToleration',
        outcome: 'passed',
        seen: 'gpu-workload=yes:NoSchedule',
        wanted: 'no taints, or gpu-workload with any value, or k=v:NoSchedule',
      },
      { filter: 'TopologySpreadConstraints', outcome: 'notAsked' },
    ]);
  });

  it('distinguishes a mismatch of labels from one of properties', () => {
    const result = (name: string) => explainCluster(inputOf(PROD_OF_4), name, NOON).filters[0].code;
    expect(result('cluster-3-east-canary')).toBe('AffinityMismatch');
    expect(result('cluster-1-east-prod')).toBe('PropertyMismatch');
    expect(result('cluster-2-east-prod')).toBeUndefined();
  });

  it('an untainted cluster, a sick one, one without the namespace', () => {
    const fleet = [
      aCluster('a', { collectsNamespaces: true, namespaces: {} }),
      aCluster('b', { health: DEAD }),
      aCluster('c', { collectsNamespaces: true }),
      aCluster('d', {
        collectsNamespaces: true,
        namespaces: { shop: '' },
        taints: [{ key: 'x', effect: 'NoSchedule' }],
      }),
      aCluster('e'),
    ];
    const input = inputOf(
      { ...PICK_ALL, tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }] },
      {
        clusters: fleet,
        placement: aPlacement({ namespace: 'shop' }),
      },
    );
    const result = (name: string) => explainCluster(input, name, NOON).filters;
    expect(result('a')[2]).toMatchObject({
      outcome: 'refused',
      seen: 'no such namespace',
      wanted: 'namespace "shop" exists',
    });
    expect(result('b')[1]).toMatchObject({
      outcome: 'refused',
      seen: 'cluster is not connected to the fleet: no recent heartbeat signals (last received 10.00 minutes ago)',
    });
    expect(result('c')[2].seen).toBe('the namespaces of the member are not known yet');
    expect(result('d')[2]).toMatchObject({ outcome: 'passed', seen: 'the namespace is there' });
    expect(result('d')[3]).toMatchObject({
      seen: 'x:NoSchedule',
      wanted: 'no taints, or any taint:NoSchedule',
    });
    expect(result('e')[2].seen).toBe(
      'the namespaces of the member are not collected, which is taken as good',
    );
    expect(result('e')[3].seen).toBe('No taints');
  });

  it('returns score parts that add up, those of nothing too, and the rank', () => {
    const result = explainCluster(inputOf(SPREAD), 'cluster-4-central-prod', NOON);
    expect(result.parts).toEqual([
      { plugin: 'ClusterAffinity', subject: 'weight 10', affinity: 10 },
      { plugin: 'ClusterAffinity', subject: 'weight 5: labels do not match' },
      {
        plugin: 'TopologySpreadConstraints',
        subject: 'region=central: 0 picked, 0 to 1 elsewhere, max skew 1',
      },
    ]);
    expect(result).toMatchObject({
      score: { topology: 0, affinity: 10 },
      rank: { place: 3, of: 6 },
      wanted: 2,
      verdict: { code: 'ScoredTooLow' },
    });
    expect(result.filters[4]).toMatchObject({
      outcome: 'passed',
      seen: 'region=central has 0 picked, the emptiest 0, the fullest 1: a skew of 1',
      wanted: 'a skew of at most 1 over region',
    });
  });

  it('A/SCH-073: who would break the spread is refused by it and has no rank', () => {
    const result = explainCluster(inputOf(SPREAD), 'cluster-7-west-canary', NOON);
    expect(result.filters[4]).toMatchObject({ outcome: 'refused', code: 'BreaksSpread' });
    expect([result.rank, result.parts, result.score]).toEqual([undefined, [], undefined]);
  });

  it('who is picked in this decision is not judged by its own pick', () => {
    const result = explainCluster(inputOf(SPREAD), 'cluster-6-west-prod', NOON);
    expect(result.rank).toEqual({ place: 1, of: 6 });
    expect(result.filters[4]).toEqual({ filter: 'TopologySpreadConstraints', outcome: 'passed' });
  });

  it('who is kept is explained as it is today, with the score of then', () => {
    const decision: ScheduleVerdict = aPick('c1', {
      score: { affinityScore: 7, priorityScore: -1 },
      parts: [{ plugin: 'ClusterAffinity', subject: 'weight 7', affinity: 7 }],
    });
    const input = inputOf(pickN(1), {
      clusters: clusters(2, { taints: [TAINT] }),
      bindings: [aBoundBinding('c1', { decision })],
    });
    const result = explainCluster(input, 'c1', NOON);
    expect(result).toMatchObject({
      isKept: true,
      verdict: { selected: true, code: 'Picked' },
      score: { topology: -1, affinity: 7 },
      parts: decision.parts,
      rank: { place: 1, of: 1 },
    });
    expect(result.filters[3]).toMatchObject({ outcome: 'refused', code: 'UntoleratedTaint' });
  });

  it('A/SCH-085: kept ones come in the order in which they would be let go, the last first', () => {
    const bindings = ['a', 'b', 'c'].map((name, i) =>
      aBoundBinding(name, { decision: aPick(name, { score: { affinityScore: i % 2, priorityScore: 0 } }) }),
    );
    const input = inputOf(pickN(4), { clusters: ['a', 'b', 'c', 'd'].map(name => aCluster(name)), bindings });
    const places = ['a', 'b', 'c', 'd'].map(name => explainCluster(input, name, NOON).rank?.place);
    expect(places).toEqual([3, 1, 2, 4]);
  });

  it('a kept one without a score has no parts', () => {
    const input = inputOf(pickN(1), {
      clusters: clusters(1),
      bindings: [aBoundBinding('c1', { decision: aPick('c1', { score: undefined }) })],
    });
    expect(explainCluster(input, 'c1', NOON)).not.toHaveProperty('score');
  });

  it.each<[string, string[], string, string[]]>([
    ['a name that is well', ['c1'], 'c1', ['passed', 'passed']],
    ['a name that is sick', ['c2'], 'c2', ['passed', 'refused']],
    ['not named', ['c2'], 'c1', ['refused', 'notLookedAt']],
    ['not in the fleet', ['ghost'], 'ghost', ['refused', 'notLookedAt']],
  ])('A/SCH-092, A/SCH-094: of a fixed list, %s', (_what, names, name, outcomes) => {
    const input = inputOf(pickFixed(...names), {
      clusters: [aCluster('c1'), aCluster('c2', { health: DEAD })],
    });
    const { filters, verdict, rank } = explainCluster(input, name, NOON);
    expect(filters.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(filters.map(({ filter }) => filter)).toEqual(['ClusterNames', 'ClusterEligibility']);
    const refusal = filters.find(({ outcome }) => outcome === 'refused');
    expect(refusal?.code).toBe(refusal && verdict?.code);
    expect(refusal?.message).toBe(
      refusal?.code === 'NotYetEligible' ? filters[1].seen : refusal && verdict?.reason,
    );
    expect(rank).toBeUndefined();
  });

  it('an empty list names nobody', () => {
    expect(explainCluster(inputOf(pickFixed()), 'cluster-1-east-prod', NOON).filters[0].wanted).toBe(
      'no cluster',
    );
  });

  it('knows nothing of a cluster that is not there', () => {
    expect(explainCluster(inputOf(PICK_ALL), 'ghost', NOON)).toEqual({
      cluster: 'ghost',
      isKept: false,
      filters: [],
      parts: [],
    });
  });

  it('returns the hash of what is read now; a verdict has that of its time', () => {
    const before = inputOf(PROD_OF_4);
    const result = explainCluster(before, 'cluster-2-east-prod', NOON);
    expect(result.inputs).toBe(result.verdict?.inputs);
    const bindings = decideSchedule(before, NOON)
      .verdicts.filter(v => v.selected)
      .map(decision => aBoundBinding(decision.cluster, { decision }));
    const relabelled = exampleFleet().map(c => ({ ...c, labels: { ...c.labels, env: 'test' } }));
    const after = explainCluster({ ...before, bindings, clusters: relabelled }, 'cluster-2-east-prod', NOON);
    expect(after.inputs).not.toBe(after.verdict?.inputs);
    expect(after.verdict?.inputs).toBe(result.inputs);
  });

  it('added filters: without an explanation they are listed all the same, a failing one is not believed', () => {
    const silent: FilterPlugin = { name: 'Silent', prepare: () => ok(() => refuse('No', 'no')) };
    const input = inputOf(PICK_ALL, { clusters: clusters(1) });
    const result = (filter: FilterPlugin) =>
      explainCluster(input, 'c1', NOON, addPlugins({ filters: [filter], scores: [] })).filters[4];
    expect(result(silent)).toEqual({ filter: 'Silent', outcome: 'refused', code: 'No', message: 'no' });
    expect(result({ name: 'Calm', prepare: () => ok(() => ({ ok: true as const })) })).toEqual({
      filter: 'Calm',
      outcome: 'passed',
    });
    const mute = {
      ...silent,
      explain: () => {
        throw new Error('no words');
      },
    };
    expect(result(mute)).toMatchObject({ filter: 'Silent', outcome: 'refused' });
    const broken: FilterPlugin = { name: 'Broken', prepare: () => ({ ok: false, error: 'broken' }) };
    const all = explainCluster(input, 'c1', NOON, addPlugins({ filters: [broken], scores: [] }));
    expect(new Set(all.filters.map(({ outcome }) => outcome))).toEqual(new Set(['notLookedAt']));
  });
});
