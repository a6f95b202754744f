import { aScheduledBinding, NOON, secondsAfter } from '../testing/builders';
import { NO_OVERRIDES, type Desired, type MatchedOverride, type BoundState } from './desired';
import { relationOf, renewRevision, revisionOf } from './revision';

const override = (patch: Partial<MatchedOverride> = {}): MatchedOverride => ({
  kind: 'ClusterResourceOverrideSnapshot',
  name: 'replicas-0',
  hash: 'three',
  rules: [0],
  ...patch,
});
const region = (value: string) => ({ '${MEMBER-CLUSTER-LABEL-KEY-region}': value });
const plain: Desired = {
  snapshot: { index: 4, hash: 'four' },
  overrides: NO_OVERRIDES,
  applyStrategy: { type: 'ClientSideApply' },
};
const overridden: Desired = { ...plain, overrides: { snapshots: [override()], variables: region('eu') } };
const withOverrides = (snapshots: MatchedOverride[], variables = region('eu')): Desired => ({
  ...plain,
  overrides: { snapshots, variables },
});

const fresh = { createdAt: NOON };

/** A binding that this state is assigned to. */
const assigned = ({ snapshot, ...rest }: Desired): BoundState => ({
  ...fresh,
  ...rest,
  resourceIndex: snapshot.index,
  revision: revisionOf({ snapshot, ...rest }, fresh),
});

describe('revisionOf', () => {
  it.each<[string, Desired, { createdAt: typeof NOON; revision?: string }, string]>([
    ['never assigned', plain, fresh, '16120fdf017a379b-1'],
    ['assigned', plain, { ...fresh, revision: '16120fdf017a379b-7' }, '16120fdf017a379b-7'],
    ['assigned something else', plain, { ...fresh, revision: '6ccdee158d1fe8f6-2' }, '16120fdf017a379b-3'],
    ['no strategy', { ...plain, applyStrategy: {} }, fresh, '30f5f5a9118d3809-1'],
    [
      'the strategy with its defaults, made half an hour ago',
      {
        ...plain,
        applyStrategy: {
          type: 'ClientSideApply',
          comparisonOption: 'PartialComparison',
          whenToApply: 'Always',
          whenToTakeOver: 'Always',
        },
      },
      aScheduledBinding('c1'),
      '6ccdee158d1fe8f6-1',
    ],
  ])('without overrides is what earlier versions have written: %s', (_, desired, binding, revision) => {
    expect(revisionOf(desired, binding)).toBe(revision);
  });

  it.each<[string, Desired, Desired]>([
    ['another index', plain, { ...plain, snapshot: { index: 9, hash: 'four' } }],
    ['OV-012: the override went to B and back to A', overridden, withOverrides([override({ name: 'x-2' })])],
  ])('is the same: %s', (_, a, b) => {
    expect(revisionOf(a, fresh)).toBe(revisionOf(b, fresh));
  });

  it('is another one for each part that is another', () => {
    const others: Desired[] = [
      plain,
      { ...plain, snapshot: { index: 4, hash: 'five' } },
      { ...plain, applyStrategy: { type: 'ReportDiff' } },
      overridden,
      withOverrides([override()], region('us')),
      withOverrides([override({ rules: [0, 1] })]),
      withOverrides([override({ hash: 'four' })]),
      withOverrides([override({ kind: 'ResourceOverrideSnapshot', namespace: 'web' })]),
      withOverrides([override({ kind: 'ResourceOverrideSnapshot', namespace: 'shop' })]),
      withOverrides([override(), override({ hash: 'last' })]),
      withOverrides([override({ hash: 'last' }), override()]),
    ];
    const later = revisionOf(plain, { createdAt: secondsAfter(1) });
    const revisions = [...others.map(desired => revisionOf(desired, fresh)), later];
    expect(new Set(revisions).size).toBe(others.length + 1);
  });

  it('is shown anew with the same content', () => {
    expect(renewRevision('16120fdf017a379b-1')).toBe('16120fdf017a379b-2');
  });
});

describe('relationOf', () => {
  it.each<[string, BoundState, Desired, string]>([
    ['never assigned', fresh, plain, 'unbound'],
    ['the same', assigned(plain), plain, 'current'],
    ['the same overrides', assigned(overridden), withOverrides([override()]), 'current'],
    ['in whatever form the revision is', { ...assigned(plain), revision: 'r4' }, plain, 'current'],
    ['another index', assigned(plain), { ...plain, snapshot: { index: 5, hash: 'four' } }, 'sameContent'],
    ['OV-012: another name', assigned(overridden), withOverrides([override({ name: 'x-2' })]), 'sameContent'],
    ['another content', assigned(plain), { ...plain, snapshot: { index: 5, hash: 'five' } }, 'outdated'],
    ['RUL 9: another strategy', assigned(plain), { ...plain, applyStrategy: {} }, 'outdated'],
    ['an override came', assigned(plain), overridden, 'outdated'],
    ['the override went', assigned(overridden), plain, 'outdated'],
    ['OV-036: a label', assigned(overridden), withOverrides([override()], region('us')), 'outdated'],
    ['OV-036: a rule', assigned(overridden), withOverrides([override({ rules: [1] })]), 'outdated'],
  ])('RO-048: %s', (_, binding, desired, relation) => {
    expect(relationOf(binding, desired)).toBe(relation);
  });
});
