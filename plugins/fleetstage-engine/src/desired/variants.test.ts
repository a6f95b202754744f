import { NOON } from '../testing/builders';
import { NO_OVERRIDES, type MatchedOverrides, type BoundState } from './desired';
import { foldVariants, renderKeyOf, sayVariants } from './variants';

const SNAPSHOTS = [
  { index: 3, hash: 'three' },
  { index: 4, hash: 'four' },
  { index: 5, hash: 'four' },
];
const overridesOf = (hash: string, zone?: string): MatchedOverrides => ({
  snapshots: [{ kind: 'ClusterResourceOverrideSnapshot', name: `o-${hash}`, hash, rules: [0] }],
  variables: zone === undefined ? {} : { zone },
});

type Bound = BoundState & { readonly cluster: string };
const on = (cluster: string, resourceIndex: number, overrides?: MatchedOverrides): Bound => ({
  ...{ cluster, resourceIndex, createdAt: NOON, revision: `r-${cluster}` },
  ...(overrides && { overrides }),
});
const many = (count: number, resourceIndex: number, overrides?: MatchedOverrides) =>
  Array.from({ length: count }, (_, i) => on(`m${resourceIndex}-${i}`, resourceIndex, overrides));

describe('variants', () => {
  it.each<[string, readonly Bound[], readonly number[], string]>([
    ['nobody', [], [], 'none'],
    ['one', [on('c1', 4)], [1], '1 cluster'],
    ['all alike', many(1000, 4), [1000], 'all 1000 the same'],
    [
      'two overrides for a few',
      [...many(40, 4, overridesOf('a')), ...many(940, 4), ...many(20, 4, overridesOf('b'))],
      [940, 40, 20],
      '940 the same, 3 variants',
    ],
    ['equal content under two indexes', [on('c1', 4), on('c2', 5)], [2], 'all 2 the same'],
    ['in the middle of a rollout', [on('c1', 3), on('c2', 4), on('c3', 4)], [2, 1], '2 the same, 2 variants'],
    [
      'each its own',
      [on('c1', 4, overridesOf('a', 'x')), on('c2', 4, overridesOf('a', 'y'))],
      [1, 1],
      '2 variants',
    ],
    [
      'the strategy is no part of it',
      [on('c1', 4), { ...on('c2', 4), applyStrategy: { type: 'ReportDiff' } }],
      [2],
      'all 2 the same',
    ],
    ['never assigned', [on('c1', 4), { cluster: 'c2', createdAt: NOON }], [1], '1 cluster'],
    ['the snapshot is gone', [on('c1', 4), on('c2', 1)], [1], '1 cluster'],
  ])('%s', (_, bindings, sizes, words) => {
    const variants = foldVariants(bindings, SNAPSHOTS);
    expect(variants.map(({ clusters }) => clusters.length)).toEqual(sizes);
    expect(sayVariants(variants)).toBe(words);
  });

  it('keep the clusters in their order and say which overrides they have', () => {
    const [first, second] = foldVariants([on('b', 4, overridesOf('a')), on('c', 4), on('a', 4)], SNAPSHOTS);
    expect(first).toEqual({ key: 'four', overrides: NO_OVERRIDES, clusters: ['c', 'a'] });
    expect(second).toMatchObject({ overrides: overridesOf('a'), clusters: ['b'] });
  });
});

it('renderKeyOf: of content alone it is the content', () => {
  expect(renderKeyOf({ snapshot: SNAPSHOTS[1], overrides: NO_OVERRIDES })).toBe('four');
});
