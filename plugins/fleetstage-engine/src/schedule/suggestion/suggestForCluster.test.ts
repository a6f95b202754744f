import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import {
  NOON,
  PICK_ALL,
  aBoundBinding,
  aCluster,
  aPlacement,
  clusters,
  pickFixed,
  pickN,
} from '../../testing/builders';
import { exampleFleet } from '../../testing/exampleFleet';
import { decideSchedule, type ScheduleInput } from '../decideSchedule';
import { DEAD, TAINT, aScheduleInput } from '../decideSchedule.testing';
import { defaultPlugins } from '../defaultPlugins';
import { refuse } from '../../decision';
import { NODES, labelled, preferring, sorted, type Order } from '../preferences.testing';
import { applyChanges } from './applyChanges';
import { suggestForCluster } from './suggestForCluster';
import { midway } from './midway';
import { valueThatSatisfies } from '../obstacle/valueThatSatisfies';

const requiring = (term: object): Partial<PlacementPolicy> => ({
  affinity: {
    clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [term] } },
  },
});
const PROD = requiring({ labelSelector: { matchLabels: { env: 'prod' } } });
const property = (name: string, operator: string, value: string) =>
  requiring({ propertySelector: { matchExpressions: [{ name, operator, values: [value] }] } });
const expression = (key: string, operator: string, values?: string[]) =>
  requiring({ labelSelector: { matchExpressions: [{ key, operator, ...(values && { values }) }] } });
/** Terms: what is asked of the label `env`, of the number of nodes. */
const inEnv = (...asked: (readonly [operator: string, ...values: string[]])[]) => ({
  labelSelector: {
    matchExpressions: asked.map(([operator, ...values]) => ({
      key: 'env',
      operator,
      ...(values.length > 0 && { values }),
    })),
  },
});
const counted = (...asked: (readonly [operator: string, value: string])[]) => ({
  propertySelector: {
    matchExpressions: asked.map(([operator, value]) => ({ name: NODES, operator, values: [value] })),
  },
});
const sortedBy = (weight: number, order: Order) => preferring(sorted(NODES, order, weight));
const gold = (weight: number) => preferring(labelled({ tier: 'gold' }, weight));
const nodes = (count: string) => ({ properties: { [NODES]: count } });

describe('suggestForCluster', () => {
  it.each<{ what: string; input: ScheduleInput; says: string; ways: number }>([
    {
      what: 'tolerate a taint, or remove it',
      input: aScheduleInput(PICK_ALL, [aCluster('c1', { taints: [TAINT] })]),
      says: 'Tolerate the taint gpu-workload=yes:NoSchedule in the policy. It would be picked.',
      ways: 2,
    },
    {
      what: 'both taints: no single change is enough',
      input: aScheduleInput(PICK_ALL, [
        aCluster('c1', { taints: [TAINT, { key: 'other', effect: 'NoSchedule' }] }),
      ]),
      says: 'No single change is enough. Tolerate the taint gpu-workload=yes:NoSchedule in the policy and tolerate the taint other:NoSchedule in the policy. It would be picked.',
      ways: 2,
    },
    {
      what: 'set a label',
      input: aScheduleInput({ ...PICK_ALL, ...PROD }, clusters(1)),
      says: 'Set the label env=prod on c1 (this also changes other placements and stages that select by this label). It would be picked.',
      ways: 1,
    },
    {
      what: 'set a label to one of several values',
      input: aScheduleInput({ ...PICK_ALL, ...expression('env', 'In', ['prod', 'canary']) }, clusters(1)),
      says: 'Set the label env=prod on c1 (this also changes other placements and stages that select by this label). It would be picked.',
      ways: 1,
    },
    {
      what: 'have a label at all',
      input: aScheduleInput({ ...PICK_ALL, ...expression('gpu', 'Exists') }, clusters(1)),
      says: 'Set the label gpu=true on c1 (this also changes other placements and stages that select by this label). It would be picked.',
      ways: 1,
    },
    {
      what: 'remove a label',
      input: aScheduleInput(
        { ...PICK_ALL, ...expression('old', 'DoesNotExist') },
        clusters(1, { labels: { old: '1' } }),
      ),
      says: 'Remove the label old from c1 (this also changes other placements and stages that select by this label). It would be picked.',
      ways: 1,
    },
    {
      what: 'raise a property',
      input: aScheduleInput({ ...PICK_ALL, ...property(NODES, 'Gt', '4') }, clusters(1, nodes('2'))),
      says: `Change ${NODES} of c1 to 5 (now 2). It would be picked.`,
      ways: 1,
    },
    {
      what: 'have more of a resource',
      input: aScheduleInput(
        { ...PICK_ALL, ...property('resources.kubernetes-fleet.io/available-memory', 'Ge', '8Gi') },
        clusters(1),
      ),
      says: 'Change resources.kubernetes-fleet.io/available-memory of c1 to 8Gi. It would be picked.',
      ways: 1,
    },
    {
      what: 'label and taint: both',
      input: aScheduleInput({ ...PICK_ALL, ...PROD }, clusters(1, { taints: [TAINT] })),
      says: 'No single change is enough. Set the label env=prod on c1 and tolerate the taint gpu-workload=yes:NoSchedule in the policy (this also changes other placements and stages that select by this label). It would be picked.',
      ways: 2,
    },
    {
      what: 'not heard of: its owner must act',
      input: aScheduleInput(PICK_ALL, clusters(1, { health: DEAD })),
      says: 'Repair c1: it is not connected to the fleet: no recent heartbeat signals (last received 10.00 minutes ago). It would be picked.',
      ways: 1,
    },
    {
      what: 'the namespace is missing',
      input: aScheduleInput(PICK_ALL, clusters(1, { collectsNamespaces: true, namespaces: {} }), {
        placement: aPlacement({ namespace: 'shop' }),
      }),
      says: 'Create the namespace shop on c1. It would be picked.',
      ways: 1,
    },
    {
      what: 'not named',
      input: aScheduleInput(pickFixed('c2'), clusters(2)),
      says: 'Add c1 to the names of the policy. It would be picked.',
      ways: 1,
    },
    {
      what: 'a number as large as its rank',
      input: aScheduleInput(pickN(1), clusters(3)),
      says: 'Ask for 3 clusters instead of 1. It would be picked (rank 3 of 3).',
      ways: 1,
    },
    {
      what: 'all places are held: only a larger number helps',
      input: aScheduleInput(
        pickN(1, sortedBy(100, 'Descending')),
        [aCluster('c1', nodes('9')), aCluster('c2', nodes('1'))],
        {
          bindings: [aBoundBinding('c2')],
        },
      ),
      says: 'Ask for 2 clusters instead of 1. It would be picked (rank 2 of 2).',
      ways: 1,
    },
    {
      what: 'a wider spread',
      input: aScheduleInput(pickN(2, { topologySpreadConstraints: [{ topologyKey: 'zone' }] }), [
        aCluster('c1', { labels: { zone: 'a' } }),
        aCluster('c2', { labels: { zone: 'a' } }),
        aCluster('c3', { labels: { zone: 'b' }, health: DEAD }),
      ]),
      says: 'Allow a skew of 2 over zone instead of 1. It would be picked (rank 2 of 2).',
      ways: 1,
    },
  ])('$what', ({ input, says, ways }) => {
    const found = suggestForCluster(input, 'c1', NOON);
    expect(found).toMatchObject({ cluster: 'c1', kind: 'ways', message: says });
    expect(found.ways).toHaveLength(ways);
  });

  it.each<[string, object, Partial<ClusterFacts>, string]>([
    [
      'a label that is asked for twice',
      {
        labelSelector: {
          matchLabels: { env: 'prod' },
          matchExpressions: [{ key: 'env', operator: 'Exists' }],
        },
      },
      {},
      'Set the label env=prod on c1 (this also changes other placements and stages that select by this label).',
    ],
    [
      'one of the values that is not forbidden',
      inEnv(['In', 'prod', 'canary'], ['NotIn', 'prod']),
      {},
      'Set the label env=canary on c1 (this also changes other placements and stages that select by this label).',
    ],
    [
      'any value but that',
      inEnv(['Exists'], ['NotIn', 'true']),
      {},
      'Set the label env=yes on c1 (this also changes other placements and stages that select by this label).',
    ],
    [
      'a value that is forbidden goes',
      inEnv(['NotIn', 'test'], ['NotIn', 'dev']),
      { labels: { env: 'test' } },
      'Remove the label env from c1 (this also changes other placements and stages that select by this label).',
    ],
    [
      'above, but not the next',
      counted(['Gt', '4'], ['Ne', '5']),
      nodes('2'),
      `Change ${NODES} of c1 to 6 (now 2).`,
    ],
    ['at least, but not that', counted(['Ne', '4'], ['Ge', '4']), {}, `Change ${NODES} of c1 to 5.`],
    ['within bounds', counted(['Ge', '2'], ['Le', '6']), {}, `Change ${NODES} of c1 to 2.`],
    [
      'the nearer bound',
      counted(['Ge', '2'], ['Le', '6']),
      nodes('9'),
      `Change ${NODES} of c1 to 6 (now 9).`,
    ],
  ])('one change for all that a term asks of one name (A/SCH-040…046): %s', (_, term, own, says) => {
    const found = suggestForCluster(
      aScheduleInput({ ...PICK_ALL, ...requiring(term) }, clusters(1, own)),
      'c1',
      NOON,
    );
    expect([found.message, found.ways.length]).toEqual([`${says} It would be picked.`, 1]);
  });

  it.each<[string, object]>([
    ['a label that must be there and must not', inEnv(['Exists'], ['DoesNotExist'])],
    ['bounds that leave nothing', counted(['Ge', '6'], ['Le', '2'])],
  ])('no way where a term contradicts itself (A/SCH-040…046): %s', (_, term) => {
    const input = aScheduleInput({ ...PICK_ALL, ...requiring(term) }, clusters(1));
    expect(suggestForCluster(input, 'c1', NOON)).toMatchObject({
      kind: 'none',
      message: 'No required term of the affinity can be met by labels and properties.',
    });
  });

  it.each<[string, number, number, string]>([
    [
      'a larger skew than the next pick needs',
      3,
      3,
      'Allow a skew of 3 over region instead of 1. It would be picked (rank 3 of 3).',
    ],
    [
      'a larger skew and number',
      1,
      2,
      'No single change is enough. Allow a skew of 2 over region instead of 1 and ask for 2 clusters instead of 1. It would be picked (rank 2 of 2).',
    ],
  ])('the other region cannot be picked from (A/SCH-073): %s', (_, wanted, east, says) => {
    const policy = pickN(wanted, { topologySpreadConstraints: [{ topologyKey: 'region' }] });
    const fleet = [
      ...['e1', 'e2', 'e3'].slice(0, east).map(name => aCluster(name, { labels: { region: 'east' } })),
      aCluster('w1', { labels: { region: 'west' }, health: DEAD }),
    ];
    const found = suggestForCluster(aScheduleInput(policy, fleet), 'e1', NOON);
    expect([found.message, found.ways.length]).toEqual([says, 1]);
  });

  it('a better property or one more cluster; says who is let go', () => {
    const input = aScheduleInput(pickN(1, sortedBy(100, 'Descending')), [
      aCluster('c1', nodes('1')),
      aCluster('c0', nodes('9')),
    ]);
    expect(suggestForCluster(input, 'c1', NOON).ways).toMatchObject([
      { changes: [{ kind: 'setNumber', from: 1, to: 2 }], actors: ['app owner'], loses: [] },
      {
        changes: [{ kind: 'setProperty', name: NODES, from: '1', value: '9' }],
        actors: ['cluster owner'],
        rank: { place: 1, of: 2 },
        loses: ['c0'],
        message: `Change ${NODES} of c1 to 9 (now 1). It would be picked (rank 1 of 2); c0 is removed.`,
      },
    ]);
  });

  it('says about how much of a property is enough, not the best there is', () => {
    const fleet = [aCluster('c1', nodes('0')), aCluster('c2', nodes('100')), aCluster('c3', nodes('40'))];
    const ways = suggestForCluster(
      aScheduleInput(pickN(2, sortedBy(100, 'Descending')), fleet),
      'c1',
      NOON,
    ).ways;
    expect(ways.map(({ changes: [change] }) => change)).toEqual([
      { kind: 'setNumber', from: 2, to: 3 },
      { kind: 'setProperty', name: NODES, from: '0', value: '43' },
    ]);
  });

  it('the least of a property is as good as the most where that is preferred', () => {
    const input = aScheduleInput(pickN(1, sortedBy(100, 'Ascending')), [
      aCluster('c1', nodes('5')),
      aCluster('c0', nodes('1')),
      aCluster('b', nodes('9')),
    ]);
    expect(suggestForCluster(input, 'c1', NOON).ways.map(({ changes }) => changes)).toEqual([
      [{ kind: 'setNumber', from: 1, to: 2 }],
      [{ kind: 'setProperty', name: NODES, from: '5', value: '1' }],
    ]);
  });

  it('a label that a preference rewards', () => {
    const fleet = [aCluster('c1'), aCluster('c2', { labels: { tier: 'gold' } }), aCluster('c0')];
    const ways = suggestForCluster(aScheduleInput(pickN(1, gold(5)), fleet), 'c0', NOON).ways;
    expect(ways.map(({ changes }) => changes)).toEqual([[{ kind: 'setNumber', from: 1, to: 3 }]]);
    const better = suggestForCluster(
      aScheduleInput(pickN(1, gold(5)), [aCluster('b'), aCluster('a', { labels: { tier: 'gold' } })]),
      'b',
      NOON,
    );
    expect(better.ways.map(({ changes }) => changes)).toEqual([
      [{ kind: 'setNumber', from: 1, to: 2 }],
      [{ kind: 'setLabel', key: 'tier', value: 'gold' }],
    ]);
    const unwanted = aScheduleInput(pickN(1, gold(-5)), [aCluster('b'), aCluster('c')]);
    expect(suggestForCluster(unwanted, 'b', NOON).ways).toHaveLength(1);
  });

  it('past the filter, others are better still: two changes', () => {
    const found = suggestForCluster(
      aScheduleInput(pickN(1), [aCluster('c1', { taints: [TAINT] }), aCluster('c2')]),
      'c1',
      NOON,
    );
    expect(found.message).toMatch(/^No single change is enough\. .* and ask for 2 clusters instead of 1\./);
    expect(found.ways[0].changes.map(({ kind }) => kind)).toEqual(['tolerateTaint', 'setNumber']);
  });

  it.each<[string, ScheduleInput, string]>([
    ['picked already', aScheduleInput(PICK_ALL, clusters(1)), 'c1 is picked already.'],
    [
      'leaving',
      aScheduleInput(PICK_ALL, clusters(1, { isLeaving: true })),
      'The cluster is leaving the fleet.',
    ],
    [
      'not in the fleet',
      aScheduleInput(PICK_ALL, []),
      'No cluster of the fleet is called c1: it must join first.',
    ],
    [
      'a fixed name that is not in the fleet',
      aScheduleInput(pickFixed('c1'), []),
      'No cluster of the fleet is called c1: it must join first.',
    ],
    [
      'contradictory terms',
      aScheduleInput({ ...PICK_ALL, ...property(NODES, 'Gt', 'x') }, clusters(1)),
      'No required term of the affinity can be met by labels and properties.',
    ],
  ])('%s: no way', (_what, input, message) => {
    expect(suggestForCluster(input, 'c1', NOON)).toMatchObject({ message, ways: [] });
  });

  it('an added filter is named by its reason', () => {
    const frozen = {
      name: 'Freeze',
      prepare: () => ({ ok: true as const, value: () => refuse('Frozen', 'cluster is frozen until Monday') }),
    };
    const plugins = { ...defaultPlugins, filters: [frozen, ...defaultPlugins.filters] };
    expect(suggestForCluster(aScheduleInput(PICK_ALL, clusters(1)), 'c1', NOON, plugins)).toMatchObject({
      kind: 'none',
      message: 'No change that was tried is enough: ClusterUnschedulable, cluster is frozen until Monday.',
    });
  });

  it('every way holds when it is really gone, for every cluster of the example fleet', () => {
    const policy = pickN(2, {
      ...PROD,
      ...{ topologySpreadConstraints: [{ topologyKey: 'region' }] },
    });
    const input = aScheduleInput(policy, exampleFleet());
    const result = exampleFleet().map(({ name }) => suggestForCluster(input, name, NOON));
    expect(result.map(({ kind }) => kind)).toEqual([
      'ways',
      'ways',
      'ways',
      'ways',
      'picked',
      'picked',
      'ways',
      'ways',
      'none',
    ]);
    for (const { cluster, ways } of result) {
      for (const { changes } of ways) {
        const after = decideSchedule(applyChanges(input, cluster, { changes, now: NOON }), NOON);
        expect(after.verdicts.find(v => v.cluster === cluster)?.selected).toBe(true);
      }
    }
  });
});

describe('valueThatSatisfies', () => {
  it.each([
    ['Ge', '4', '4'],
    ['Le', '4', '4'],
    ['Eq', '1500m', '1500m'],
    ['Gt', '4Gi', '5Gi'],
    ['Lt', '100m', '99m'],
    ['Ne', '3', '4'],
    ['Gt', 'many', undefined],
  ] as const)('%s %s → %s', (operator, value, accepted) => {
    expect(valueThatSatisfies([{ name: 'p', operator, values: [value] }])).toBe(accepted);
  });
});

describe('midway', () => {
  it.each([
    ['2', '9', '5'],
    ['9', '2', '5'],
    ['4', '5', undefined],
    ['4', '4', undefined],
    ['100m', '200m', '150m'],
    ['1Gi', '2Gi', '1536Mi'],
    ['0', '1500m', '750m'],
    ['-3', '3', '0'],
    ['many', '3', undefined],
    ['3', 'many', undefined],
  ])('%s and %s → %s', (from, to, between) => {
    expect(midway(from, to)).toBe(between);
  });
});
