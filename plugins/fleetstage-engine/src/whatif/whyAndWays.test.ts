import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { PlacementState } from '../state/placement';
import {
  aCluster,
  aPlacement,
  clusters,
  minutesBefore,
  NOON,
  PICK_ALL,
  pickFixed,
  pickN,
  aHealthyMember,
} from '../testing/builders';
import { suggestForShortage } from './suggestForShortage';
import { toChange } from './toChange';
import { viewSuggestion } from './viewSuggestion';
import { viewWhy } from './viewWhy';
import { aDecided, tryOut } from './whatIf.testing';

const GPU = { key: 'gpu', value: 'a', effect: 'NoSchedule' } as const;
const tainted = (name: string) => aCluster(name, { taints: [GPU] });
const inEnv: PlacementPolicy['affinity'] = {
  clusterAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }],
    },
  },
};
const withStorage: PlacementPolicy['affinity'] = {
  clusterAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      clusterSelectorTerms: [
        {
          propertySelector: {
            matchExpressions: [
              {
                name: 'resources.kubernetes-fleet.io/available-ephemeral-storage',
                operator: 'Ge',
                values: ['10Gi'],
              },
            ],
          },
        },
      ],
    },
  },
};
const sick = (name: string) =>
  aCluster(name, { health: aHealthyMember({ healthy: 'False', healthChangedAt: minutesBefore(60) }) });

/** A hard spread over regions. */
const spreadOver = (wanted: number) =>
  pickN(wanted, { topologySpreadConstraints: [{ topologyKey: 'region', maxSkew: 1 }] });
const inRegion = (cluster: ClusterFacts, region: string) => ({
  ...cluster,
  labels: { ...cluster.labels, region },
});
const east = (...names: string[]) => names.map(name => inRegion(aCluster(name), 'east'));
const west = (cluster: ClusterFacts) => inRegion(cluster, 'west');

describe('why a cluster is or is not picked', () => {
  const state = aDecided(pickN(1), [...clusters(2), tainted('c3')]);

  it('lists filters up to the one that refused, and what was not evaluated', () => {
    const why = viewWhy(state, 'c3', NOON);
    expect(why).toMatchObject({
      isPicked: false,
      cause: 'UntoleratedTaint',
      isKept: false,
      isStale: false,
      policyIndex: '0',
      wanted: 1,
      parts: [],
    });
    const outcomes = why?.filters.map(({ outcome }) => outcome) ?? [];
    const at = outcomes.indexOf('refused');
    expect(why?.filters[at]).toMatchObject({ filter: 'TaintToleration' });
    expect(outcomes.slice(0, at)).not.toContain('notLookedAt');
    expect(outcomes.slice(at + 1).every(one => one === 'notLookedAt')).toBe(true);
  });

  it('ranks who has a place before who could have one', () => {
    expect(viewWhy(state, 'c2', NOON)).toMatchObject({ isPicked: true, isKept: true, rank: 1, of: 2 });
    expect(viewWhy(state, 'c1', NOON)).toMatchObject({ isPicked: false, rank: 2, of: 2 });
  });

  it('adds the parts up to the score', () => {
    const preferred = {
      ...pickN(1),
      affinity: {
        clusterAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 40, preference: { labelSelector: { matchLabels: { env: 'prod' } } } },
            { weight: 2, preference: { labelSelector: { matchLabels: { env: 'prod' } } } },
          ],
        },
      },
    };
    const why = viewWhy(
      aDecided(preferred, [aCluster('c1', { labels: { env: 'prod' } }), aCluster('c2')]),
      'c1',
      NOON,
    );
    const sum = why?.parts.reduce((total, { value }) => total + value, 0);
    expect([why?.isPicked, sum, why?.score?.affinity]).toEqual([true, 42, 42]);
  });

  it('is out of date as soon as the policy, or what it reads of an unplaced cluster, is another one', () => {
    const other = {
      ...state,
      placement: aPlacement({ spec: { ...state.placement.spec, policy: PICK_ALL } }),
    };
    expect(viewWhy(other, 'c2', NOON)?.isStale).toBe(true);
    const changed = {
      ...state,
      clusters: [...clusters(2), tainted('c3')].map(one => ({ ...one, taints: [GPU] })),
    };
    expect(viewWhy(changed, 'c1', NOON)?.isStale).toBe(true);
    expect(viewWhy(changed, 'c2', NOON)?.isStale).toBe(false);
  });

  it('knows nothing of a cluster that there is not', () => {
    expect(viewWhy(state, 'c9', NOON)).toBeUndefined();
    expect(viewWhy(aDecided(pickFixed('c9'), clusters(1)), 'c9', NOON)).toMatchObject({ cause: 'NotFound' });
  });
});

describe('what would have to change for a cluster', () => {
  const states = {
    tainted: aDecided(PICK_ALL, [aCluster('c1'), tainted('c2')]),
    unlabelled: aDecided({ ...PICK_ALL, affinity: inEnv }, [aCluster('c2', { labels: { env: 'test' } })]),
    surplus: aDecided(pickN(1), [aCluster('c2'), aCluster('c9')]),
    unnamed: aDecided(pickFixed('c1'), clusters(2)),
    jammed: aDecided(spreadOver(2), [...east('c2', 'c3'), west(sick('w1'))]),
    jammedAndFull: aDecided(spreadOver(1), [...east('c2', 'c3'), west(sick('w1'))]),
    full: aDecided({ ...PICK_ALL, affinity: withStorage }, [
      aCluster('c2', { resourceUsage: { available: { 'ephemeral-storage': '1Gi' } } }),
    ]),
  };

  it.each(Object.keys(states) as (keyof typeof states)[])(
    'each way that can be tried brings it in, and says who loses: %s',
    name => {
      const state = states[name];
      const { ways, isPicked } = viewSuggestion(state, 'c2', NOON);
      expect([isPicked, ways.length > 0]).toEqual([false, true]);
      for (const { change, clusters: gained, loses, text } of ways) {
        expect([text, change !== undefined, gained.includes('c2')]).toEqual([text, true, true]);
        const { items, counts } = tryOut(state, change!);
        expect([text, items.find(({ cluster }) => cluster === 'c2')?.effect]).toEqual([text, 'gains']);
        expect([text, counts.loses]).toEqual([text, loses.length]);
      }
    },
  );

  it('says of a way what to change; what it leads to is in its fields', () => {
    const { ways } = viewSuggestion(states.unlabelled, 'c2', NOON);
    expect(ways.map(({ text, actors }) => [text, actors])).toEqual([
      [
        'Set the label env=prod on c2 (this also changes other placements and stages that select by this label).',
        ['clusterOwner'],
      ],
    ]);
  });

  it('is picked already', () => {
    expect(viewSuggestion(states.tainted, 'c1', NOON)).toMatchObject({ isPicked: true, ways: [] });
  });

  it('cannot be tried where the cluster has to recover', () => {
    const { ways } = viewSuggestion(aDecided(PICK_ALL, [sick('c1')]), 'c1', NOON);
    expect(ways.every(({ change, actors }) => change === undefined && actors.includes('clusterOwner'))).toBe(
      true,
    );
  });
});

describe('a way as a change', () => {
  const change = (...changes: Parameters<typeof toChange>[0]) => toChange(changes, 'c1', pickN(2));

  it.each([
    [
      'a toleration',
      change({ kind: 'tolerateTaint', taint: GPU }),
      { policy: { ...pickN(2), tolerations: [{ ...GPU, operator: 'Equal' }] } },
    ],
    [
      'a taint',
      change({ kind: 'removeTaint', taint: GPU }),
      { clusters: [{ cluster: 'c1', change: 'edit', removeTaints: [GPU] }] },
    ],
    [
      'a label that comes',
      change({ kind: 'setLabel', key: 'a', value: 'b' }),
      { clusters: [{ cluster: 'c1', change: 'edit', labels: { a: 'b' } }] },
    ],
    [
      'a label that goes',
      change({ kind: 'setLabel', key: 'a' }),
      { clusters: [{ cluster: 'c1', change: 'edit', labels: { a: null } }] },
    ],
    [
      'a property',
      change({ kind: 'setProperty', name: 'p', value: '2' }),
      { clusters: [{ cluster: 'c1', change: 'edit', properties: { p: '2' } }] },
    ],
    [
      'a namespace',
      change({ kind: 'createNamespace', namespace: 'shop' }),
      { clusters: [{ cluster: 'c1', change: 'edit', addNamespaces: ['shop'] }] },
    ],
    [
      'a wider spread',
      toChange(
        [{ kind: 'setMaxSkew', topologyKey: 'region', from: 1, to: 2 }],
        'c1',
        pickN(2, {
          topologySpreadConstraints: [
            { topologyKey: 'region', maxSkew: 1 },
            { topologyKey: 'region', whenUnsatisfiable: 'ScheduleAnyway' },
          ],
        }),
      ),
      {
        policy: pickN(2, {
          topologySpreadConstraints: [
            { topologyKey: 'region', maxSkew: 2 },
            { topologyKey: 'region', whenUnsatisfiable: 'ScheduleAnyway' },
          ],
        }),
      },
    ],
    ['a number', change({ kind: 'setNumber', from: 2, to: 3 }), { policy: pickN(3) }],
    ['a name', toChange([{ kind: 'nameCluster' }], 'c1', pickFixed('c2')), { policy: pickFixed('c2', 'c1') }],
    [
      'several of them',
      change(
        { kind: 'removeTaint', taint: GPU },
        { kind: 'setLabel', key: 'a', value: 'b' },
        { kind: 'setNumber', from: 2, to: 3 },
      ),
      {
        policy: pickN(3),
        clusters: [{ cluster: 'c1', change: 'edit', removeTaints: [GPU], labels: { a: 'b' } }],
      },
    ],
    ['a cluster that has to recover', change({ kind: 'mendCluster', problem: 'silent' }), undefined],
  ])('%s', (_, found, wanted) => {
    expect(found).toEqual(wanted);
  });
});

describe('the suggested change for a placement that lacks clusters', () => {
  it('is none where nothing is missing', () => {
    expect(suggestForShortage(aDecided(pickN(2), clusters(2)), NOON)).toEqual({
      isFulfilled: true,
      missing: 0,
      message: 'Nothing is missing.',
    });
  });

  it('lets as many in as are missing, with one toleration for all that have the taint', () => {
    const state = aDecided(pickN(3), [aCluster('c1'), tainted('c2'), tainted('c3'), tainted('c4')]);
    const { missing, way, message } = suggestForShortage(state, NOON);
    expect(missing).toBe(2);
    expect(message).toBe('Tolerate taint gpu.');
    expect(way).toMatchObject({ actors: ['appOwner'], loses: [], isFulfilled: true });
    expect(way?.clusters).toHaveLength(2);
    expect(tryOut(state, way?.change ?? {}).then).toMatchObject({ found: 3, isFulfilled: true });
  });

  it.each<[string, PlacementState]>([
    [
      'where labels do not match',
      aDecided({ ...pickN(3), affinity: inEnv }, [
        aCluster('c1', { labels: { env: 'prod' } }),
        aCluster('c2', { labels: { env: 'test' } }),
      ]),
    ],
    [
      'where labels would let clusters in that break the spread',
      aDecided({ ...spreadOver(3), affinity: inEnv }, [
        ...east('e1', 'e2'),
        aCluster('e3', { labels: { region: 'east', env: 'prod' } }),
        west(sick('w1')),
      ]),
    ],
  ])('asks for as many clusters as there are before it changes labels: %s', (_, state) => {
    const { missing, way, message } = suggestForShortage(state, NOON);
    expect(missing).toBe(2);
    expect(message).toBe('Ask for 1 cluster instead of 3.');
    expect(way).toMatchObject({ actors: ['appOwner'], clusters: [], loses: [], isFulfilled: true });
    expect(tryOut(state, way?.change ?? {}).then).toMatchObject({ found: 1, isFulfilled: true });
  });

  it('labels clusters where no cluster is left, says what else that changes, and how many are still missing', () => {
    const test = { labels: { env: 'test' } };
    const state = aDecided({ ...pickN(3), affinity: inEnv }, [aCluster('c1', test), aCluster('c2', test)]);
    const { missing, way, message } = suggestForShortage(state, NOON);
    expect(missing).toBe(3);
    expect(message).toBe(
      'Set label env=prod on c1 and c2 (this also changes other placements and stages that select by this label). ' +
        '1 cluster would still be missing.',
    );
    expect(way).toMatchObject({ actors: ['clusterOwner'], clusters: ['c1', 'c2'], isFulfilled: false });
  });

  it.each<[string, PlacementState, string, string[], number]>([
    [
      'as much as is needed',
      aDecided(spreadOver(2), [...east('e1', 'e2'), west(sick('w1'))]),
      'Allow a skew of 2 over region.',
      ['e1'],
      2,
    ],
    [
      'no more than is needed, for whoever is best then',
      aDecided(spreadOver(2), [...east('e1', 'e2', 'e3'), west(sick('w1'))]),
      'Allow a skew of 2 over region.',
      ['e2'],
      2,
    ],
    [
      'once for several',
      aDecided(spreadOver(3), [...east('e1', 'e2', 'e3', 'e4'), west(sick('w1'))]),
      'Allow a skew of 3 over region.',
      ['e2', 'e3'],
      3,
    ],
    [
      'as much as is needed past a taint',
      aDecided(spreadOver(4), [...east('e1', 'e2', 'e3'), west(tainted('w1'))]),
      'Remove taint gpu from w1 and allow a skew of 2 over region.',
      ['e1', 'e2', 'w1'],
      4,
    ],
    [
      'where those with a taint would break it too',
      aDecided(spreadOver(2), [...east('e1', 'e2'), inRegion(tainted('e0'), 'east'), west(sick('w1'))]),
      'Allow a skew of 2 over region.',
      ['e1'],
      2,
    ],
  ])('widens the spread that clusters would break (A/SCH-073): %s', (_, state, says, gained, found) => {
    const { way, message } = suggestForShortage(state, NOON);
    expect(message).toBe(says);
    expect(way).toMatchObject({ clusters: gained, loses: [], isFulfilled: true });
    expect(tryOut(state, way?.change ?? {}).then).toMatchObject({ found, isFulfilled: true });
  });

  it('is none where the clusters have to recover themselves', () => {
    expect(suggestForShortage(aDecided(pickN(2), [aCluster('c1'), sick('c2')]), NOON)).toEqual({
      isFulfilled: false,
      missing: 1,
      message: 'No single change adds a cluster.',
    });
  });
});
