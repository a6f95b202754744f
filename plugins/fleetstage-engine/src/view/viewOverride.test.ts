import type { OverrideRule } from '@fleetstage/backstage-plugin-fleetstage-common';
import { overrideChangeInWords } from './overrideChange';
import { viewOverride } from './viewOverride';

const CLUSTERS: readonly { readonly name: string; readonly labels: Readonly<Record<string, string>> }[] = [
  { name: 'c2', labels: { env: 'prod', region: 'west' } },
  { name: 'c1', labels: { env: 'prod' } },
  { name: 'c3', labels: { env: 'test' } },
];
const patch = (path: string, value?: unknown) => ({ op: 'replace', path, value }) as const;
const forLabels = (matchLabels: Record<string, string>) => ({
  clusterSelectorTerms: [{ labelSelector: { matchLabels } }],
});
const ALL = { clusterSelectorTerms: [] };
const specOf = (...overrideRules: OverrideRule[]) => ({
  clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'web' }],
  policy: { overrideRules },
});
const view = (...rules: OverrideRule[]) =>
  viewOverride(
    { kind: 'ClusterResourceOverrideSnapshot', name: 'cro-0', hash: 'h', spec: specOf(...rules) },
    CLUSTERS,
  );

describe('viewOverride', () => {
  it('B/OV-064: groups clusters by the rules that match, in the order in which they apply', () => {
    const seen = view(
      { clusterSelector: ALL, jsonPatchOverrides: [patch('/data/a', 1)] },
      { clusterSelector: forLabels({ env: 'prod' }), jsonPatchOverrides: [patch('/data/a', 2)] },
    );
    expect(seen).toMatchObject({ clusterCount: 3, matchedCount: 3 });
    expect(seen.rules.map(({ clusters, selects, terms }) => ({ clusters, selects, terms }))).toEqual([
      { clusters: ['c1', 'c2', 'c3'], selects: 'all', terms: [] },
      { clusters: ['c1', 'c2'], selects: 'terms', terms: ['env = prod'] },
    ]);
    expect(seen.variants).toEqual([
      {
        rules: [0, 1],
        clusters: ['c1', 'c2'],
        isDeleted: false,
        operations: [
          { rule: 0, ...patch('/data/a', 1), replacedBy: 1 },
          { rule: 1, ...patch('/data/a', 2) },
        ],
      },
      { rules: [0], clusters: ['c3'], isDeleted: false, operations: [{ rule: 0, ...patch('/data/a', 1) }] },
    ]);
  });

  it('says of no element of a list that it is replaced: its position may be that of another one', () => {
    const add = { op: 'add', path: '/spec/args/0', value: '--a' } as const;
    const [{ operations }] = view({ clusterSelector: ALL, jsonPatchOverrides: [add, add] }).variants;
    expect(operations.map(({ replacedBy }) => replacedBy)).toEqual([undefined, undefined]);
  });

  it('a field below one that is written later is replaced with it', () => {
    const [{ operations }] = view({
      clusterSelector: ALL,
      jsonPatchOverrides: [patch('/data/a/b', 1), patch('/data/a', {}), patch('/data/ab', 1)],
    }).variants;
    expect(operations.map(({ replacedBy }) => replacedBy)).toEqual([0, undefined, undefined]);
  });

  it('B/OV-021: Delete leaves nothing to change, and a rule without selector matches no cluster', () => {
    const seen = view(
      { clusterSelector: forLabels({ env: 'test' }), overrideType: 'Delete' },
      { jsonPatchOverrides: [patch('/data/a', 1)] },
    );
    expect(seen.variants).toEqual([{ rules: [0], clusters: ['c3'], isDeleted: true, operations: [] }]);
    expect(seen.rules[1]).toMatchObject({ selects: 'none', clusters: [] });
  });

  it('B/OV-093: names the clusters that lack a label which a value reads', () => {
    const seen = view({
      clusterSelector: forLabels({ env: 'prod' }),
      jsonPatchOverrides: [patch('/data/r', '${MEMBER-CLUSTER-LABEL-KEY-region}')],
    });
    expect(seen.missingLabels).toEqual([{ cluster: 'c1', label: 'region', rule: 0 }]);
  });
});

describe('overrideChangeInWords', () => {
  const one: OverrideRule = { clusterSelector: ALL, jsonPatchOverrides: [patch('/data/a', 1)] };
  const other: OverrideRule = { clusterSelector: ALL, overrideType: 'Delete' };
  it.each([
    ['a rule more', [one], [one, other], 'Rule 2 added.'],
    ['another rule', [one], [other], 'Rule 1 changed.'],
    ['fewer rules', [one, other, other], [one], 'Rules 2, 3 removed.'],
    ['nothing', [one], [one], undefined],
  ])('%s', (_, before, after, words) => {
    expect(overrideChangeInWords(specOf(...before), specOf(...after))).toBe(words);
  });
  it('objects', () => {
    const after = { ...specOf(one), clusterResourceSelectors: [] };
    expect(overrideChangeInWords(specOf(one), after)).toBe('Objects changed.');
  });
});
