import type {
  PlacementPolicy,
  PreferredClusterSelector,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { NOON, PICK_ALL, aBoundBinding, aCluster, clusters, pickN } from '../../testing/builders';
import type { ScheduleInput } from '../decideSchedule';
import { aScheduleInput } from '../decideSchedule.testing';
import { defaultPlugins } from '../defaultPlugins';
import { NODES, labelled, preferring, sorted } from '../preferences.testing';
import { findPromotions } from './promotions';
import type { SuggestedChange } from '../obstacle/obstacle';

const gold = (weight = 5) => labelled({ tier: 'gold' }, weight);
const nodes = (count: string) => ({ properties: { [NODES]: count } });

const laddersTo = (
  name: string,
  policy: PlacementPolicy,
  fleet: readonly ClusterFacts[],
  patch: Partial<ScheduleInput> = {},
) => findPromotions(aScheduleInput(policy, fleet, patch), name, { now: NOON, plugins: defaultPlugins });

/** All changes, where nobody cares which of them belong together. */
const promotionsOf = (...args: Parameters<typeof laddersTo>) => laddersTo(...args).flat(2);

const ONE_MORE: SuggestedChange = { kind: 'setNumber', from: 1, to: 2 };
/** `c1` ranks behind `c2`, which is asked for; only what may lift it is listed. */
const rewards = (own: Partial<ClusterFacts>, ...terms: PreferredClusterSelector[]) =>
  promotionsOf('c1', pickN(1, preferring(...terms)), [
    aCluster('c1', own),
    aCluster('c2', { labels: { tier: 'gold', zone: 'a' }, ...nodes('9') }),
    aCluster('c3', { labels: { tier: 'gold', zone: 'a' }, ...nodes('6') }),
  ]).filter(({ kind }) => kind !== 'setNumber');

describe('what may lift a cluster that passes the filters into the picks', () => {
  it.each<[string, PlacementPolicy, string]>([
    ['a policy without a number', PICK_ALL, 'c1'],
    ['a cluster that is not there', pickN(1), 'c9'],
  ])('nothing for %s', (_, policy, name) => {
    expect(promotionsOf(name, policy, clusters(3))).toEqual([]);
  });

  it.each<[string, number, SuggestedChange[]]>([
    ['c1', 2, [{ kind: 'setNumber', from: 2, to: 4 }]],
    ['c2', 2, [{ kind: 'setNumber', from: 2, to: 3 }]],
    // They are picked: no number is too small for them.
    ['c3', 2, []],
    ['c4', 2, []],
  ])('the place of %s in an endless row of picks, where %i are asked for', (name, number, expected) => {
    expect(promotionsOf(name, pickN(number), clusters(4))).toEqual(expected);
  });

  it('those who hold a place come first', () => {
    const bindings = [aBoundBinding('c1')];
    expect(promotionsOf('c2', pickN(1), clusters(3), { bindings })).toEqual([
      { kind: 'setNumber', from: 1, to: 3 },
    ]);
  });

  it('no preference helps where all places are held', () => {
    const fleet = [aCluster('c1'), aCluster('c2', { labels: { tier: 'gold' } })];
    const policy = pickN(1, preferring(gold()));
    expect(promotionsOf('c1', policy, fleet, { bindings: [aBoundBinding('c2')] })).toEqual([ONE_MORE]);
    expect(promotionsOf('c1', policy, fleet)).toEqual([
      ONE_MORE,
      { kind: 'setLabel', key: 'tier', value: 'gold' },
    ]);
  });

  it('a label that earns the weight; several at once are no single change', () => {
    expect(rewards({}, gold())).toEqual([{ kind: 'setLabel', key: 'tier', value: 'gold' }]);
    expect(rewards({}, labelled({ tier: 'gold', zone: 'a' }, 5))).toEqual([]);
    expect(rewards({ labels: { zone: 'a' } }, labelled({ tier: 'gold', zone: 'a' }, 5))).toEqual([
      { kind: 'setLabel', key: 'tier', value: 'gold' },
    ]);
    expect(rewards({ labels: { tier: 'gold' } }, gold())).toEqual([]);
  });

  it.each([0, -5])('a weight of %i rewards nothing', weight => {
    expect(rewards({}, gold(weight), sorted(NODES, 'Descending', weight))).toEqual([]);
  });

  it('the value that earns the full weight, as its cluster writes it', () => {
    expect(rewards(nodes('1'), sorted(NODES, 'Descending', 5))).toEqual([
      { kind: 'setProperty', name: NODES, from: '1', value: '9' },
    ]);
    expect(rewards(nodes('8k'), sorted(NODES, 'Ascending', 5))).toEqual([
      { kind: 'setProperty', name: NODES, from: '8k', value: '6' },
    ]);
  });

  it('a property that the cluster does not report has no value before', () => {
    expect(rewards({}, sorted(NODES, 'Descending', 5))).toEqual([
      { kind: 'setProperty', name: NODES, value: '9' },
    ]);
  });

  it('nothing where it has the best value, or nobody reports one', () => {
    expect(rewards(nodes('9'), sorted(NODES, 'Descending', 5))).toEqual([]);
    expect(rewards({}, sorted('kubernetes-fleet.io/nobody-tells', 'Descending', 5))).toEqual([]);
  });

  it('a spread is to be wider by what this cluster would add', () => {
    const fleet = [
      aCluster('c1', { labels: { zone: 'a', rack: '1' } }),
      aCluster('c2', { labels: { zone: 'a', rack: '2' } }),
      aCluster('c3', { labels: { zone: 'b', rack: '3' }, taints: [{ key: 't', effect: 'NoSchedule' }] }),
    ];
    const spreads = (
      ...topologySpreadConstraints: NonNullable<PlacementPolicy['topologySpreadConstraints']>
    ) =>
      promotionsOf('c1', pickN(2, { topologySpreadConstraints }), fleet, {
        bindings: [aBoundBinding('c2')],
      });
    expect(spreads({ topologyKey: 'zone' })).toEqual([
      { kind: 'setMaxSkew', topologyKey: 'zone', from: 1, to: 2 },
    ]);
    // What does not keep it out is not widened, nor what keeps nobody out.
    expect(spreads({ topologyKey: 'zone' }, { topologyKey: 'rack' })).toEqual([
      { kind: 'setMaxSkew', topologyKey: 'zone', from: 1, to: 2 },
    ]);
    expect(
      spreads({ topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }).map(({ kind }) => kind),
    ).not.toContain('setMaxSkew');
  });

  it('the skew that is needed counts from the emptiest domain', () => {
    const zones = { c1: 'a', c2: 'a', c3: 'a', c4: 'b' };
    const fleet = Object.entries(zones).map(([name, zone]) => aCluster(name, { labels: { zone } }));
    const bindings = ['c2', 'c3', 'c4'].map(name => aBoundBinding(name));
    const policy = pickN(4, { topologySpreadConstraints: [{ topologyKey: 'zone' }] });
    expect(promotionsOf('c1', policy, fleet, { bindings })).toEqual([
      { kind: 'setMaxSkew', topologyKey: 'zone', from: 1, to: 2 },
    ]);
  });

  /** So many in the east, in two zones; in the west one that nobody may pick. */
  const lopsided = (east: number) => [
    ...Array.from({ length: east }, (_, i) =>
      aCluster(`e${i + 1}`, { labels: { region: 'east', zone: `z${i % 2}` } }),
    ),
    aCluster('w1', { labels: { region: 'west', zone: 'z2' }, taints: [{ key: 't', effect: 'NoSchedule' }] }),
  ];
  const skew = (to: number, topologyKey = 'region'): SuggestedChange => ({
    kind: 'setMaxSkew',
    topologyKey,
    from: 1,
    to,
  });
  const spreadOver = (wanted: number, ...keys: string[]) =>
    pickN(wanted, { topologySpreadConstraints: keys.map(topologyKey => ({ topologyKey })) });

  it.each<[string, string, PlacementPolicy, number, SuggestedChange[][]]>([
    ['the one before it is widened for too', 'e1', spreadOver(3, 'region'), 3, [[skew(2)], [skew(3)]]],
    ['what is enough at once is tried once', 'e2', spreadOver(3, 'region'), 3, [[skew(2)]]],
    [
      'more come before it than are asked for',
      'e1',
      spreadOver(1, 'region'),
      2,
      [[skew(2)], [skew(2), { kind: 'setNumber', from: 1, to: 2 }]],
    ],
    [
      'far more of them',
      'e1',
      spreadOver(2, 'region'),
      6,
      [[skew(2)], [skew(6), { kind: 'setNumber', from: 2, to: 6 }]],
    ],
    [
      'a second key is in the way only then',
      'e1',
      spreadOver(4, 'region', 'zone'),
      4,
      [[skew(2)], [skew(4), skew(2, 'zone')]],
    ],
  ])('the skew that its picks need (A/SCH-073): %s', (_, name, policy, east, expected) => {
    expect(laddersTo(name, policy, lopsided(east))).toEqual([expected]);
  });
});
