import { NOON, secondsAfter } from '../testing/builders';
import { reportWork, type ManifestOutcome, type WorkObservation } from './reportWork';

const LATER = secondsAfter(60);
const manifest = (name: string, kind = 'Deployment') => ({
  group: 'apps',
  version: 'v1',
  kind,
  namespace: 'web',
  name,
});
const applied = (
  name: string,
  kind: 'available' | 'notYet' | 'untrackable' = 'available',
): ManifestOutcome => ({
  manifest: manifest(name),
  generation: 3,
  result: {
    kind: 'applied',
    availability: kind === 'available' ? { kind } : { kind, message: `it is ${kind}` },
  },
});
const failed = (name: string): ManifestOutcome => ({
  manifest: manifest(name),
  generation: 3,
  result: { kind: 'failed', reason: 'ManifestApplyFailed', message: 'denied' },
});
const report = (outcomes: readonly ManifestOutcome[], patch: Partial<WorkObservation> = {}) =>
  reportWork({
    cluster: 'c1',
    revision: 'r1',
    work: 'web-work',
    strategy: {},
    outcomes,
    now: NOON,
    ...patch,
  });

it('says what KubeFleet says when nothing was overridden and all is written (A/ST-035)', () => {
  expect(report([applied('a')])).toMatchObject({
    cluster: 'c1',
    revision: 'r1',
    overridden: {
      status: 'True',
      reason: 'NoOverrideSpecified',
      message: 'No override rules are configured for the selected resources',
    },
    synchronized: {
      status: 'True',
      reason: 'AllWorkSynced',
      message: 'All of the works are synchronized to the latest',
    },
    applied: {
      status: 'True',
      reason: 'AllWorkHaveBeenApplied',
      message: 'All corresponding work objects are applied',
    },
    available: {
      status: 'True',
      reason: 'AllWorkAreAvailable',
      message: 'All corresponding work objects are available',
    },
    failed: [],
  });
});

it.each([
  {
    rule: 'nothing at all is applied and available (B/WA-108)',
    outcomes: [],
    applied: 'True AllWorkHaveBeenApplied',
    available: 'True AllWorkAreAvailable',
  },
  {
    rule: 'B/AV-005, one failure',
    outcomes: [applied('a'), failed('b')],
    applied: 'False NotAllWorkHaveBeenApplied',
    available: undefined,
  },
  {
    rule: 'one not yet available',
    outcomes: [applied('a'), applied('b', 'notYet')],
    applied: 'True AllWorkHaveBeenApplied',
    available: 'False NotAllWorkAreAvailable',
  },
  {
    rule: 'one whose availability is unknown',
    outcomes: [applied('a'), applied('b', 'untrackable')],
    applied: 'True AllWorkHaveBeenApplied',
    available: 'True NotAllWorkAreAvailabilityTrackable',
  },
  {
    rule: 'not yet wins over unknown',
    outcomes: [applied('a', 'notYet'), applied('b', 'untrackable')],
    applied: 'True AllWorkHaveBeenApplied',
    available: 'False NotAllWorkAreAvailable',
  },
])('$rule (B/ST-001, ST-002)', ({ outcomes, ...expected }) => {
  const found = report(outcomes);
  const say = (claim?: { status: string; reason: string }) => claim && `${claim.status} ${claim.reason}`;
  expect({ applied: say(found.applied), available: say(found.available) }).toEqual({
    applied: expected.applied,
    available: expected.available,
  });
});

it('says which objects hold it up, and why', () => {
  const { available } = report([applied('a', 'notYet'), applied('b', 'notYet'), applied('c')]);
  expect(available?.message).toBe(
    'Work object web-work is not yet available: 2 of 3 objects, Deployment web/a (it is notYet) and 1 more',
  );
});

it('keeps the time of a status while it lasts, within one revision', () => {
  const first = report([applied('a', 'notYet')]);
  const same = report([applied('a', 'notYet')], { previous: first, now: LATER });
  expect([same.applied?.at, same.available?.at, same.observedAt]).toEqual([NOON, NOON, LATER]);
  const better = report([applied('a')], { previous: same, now: LATER });
  expect([better.applied?.at, better.available?.at]).toEqual([NOON, LATER]);
  const other = report([applied('a', 'notYet')], { previous: first, revision: 'r2', now: LATER });
  expect(other.applied?.at).toBe(LATER);
});

it('lists failures with their condition, sorted, a hundred at most (B/ST-017, A/ST-036)', () => {
  const names = Array.from({ length: 120 }, (_, i) => `d${String(i).padStart(3, '0')}`).reverse();
  const { failed: list } = report([...names.map(failed), applied('x', 'notYet')]);
  expect(list).toHaveLength(100);
  expect(list[0]).toEqual({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    namespace: 'web',
    name: 'd000',
    condition: {
      type: 'Applied',
      status: 'False',
      reason: 'ManifestApplyFailed',
      message: 'denied',
      observedGeneration: 3,
      lastTransitionTime: '2026-11-21T12:00:00Z',
    },
  });
});

it('lists what is not available as failed too (B/ST-015)', () => {
  const first = report([applied('a', 'notYet')]);
  const { failed: list } = report([applied('a', 'notYet')], { previous: first, now: LATER });
  expect(list.map(({ condition }) => condition)).toEqual([
    expect.objectContaining({
      type: 'Available',
      reason: 'ManifestNotAvailableYet',
      lastTransitionTime: '2026-11-21T12:00:00Z',
    }),
  ]);
});

it('remembers when a drift was first seen, over revisions (B/WA-102, B/WA-104)', () => {
  const drifting = { ...applied('a'), drifts: [{ path: '/spec/a', valueInMember: '1' }] };
  const first = report([drifting]);
  const second = report([{ ...drifting, drifts: [{ path: '/spec/b' }] }], {
    previous: first,
    revision: 'r2',
    now: LATER,
  });
  expect(second.drifted).toEqual([
    expect.objectContaining({
      observationTime: '2026-11-21T12:01:00Z',
      firstDriftedObservedTime: '2026-11-21T12:00:00Z',
      targetClusterObservedGeneration: 3,
      observedDrifts: [{ path: '/spec/b' }],
    }),
  ]);
  expect(report([applied('a')], { previous: second }).drifted).toEqual([]);
});

it('B/ST-018, B/WA-101 says generation 0 of a drift on a kind that has none', () => {
  const drifting = { ...applied('a'), generation: 0, drifts: [{ path: '/data/a', valueInMember: '1' }] };
  expect(report([drifting]).drifted[0].targetClusterObservedGeneration).toBe(0);
});

const different = (patch: Partial<ManifestOutcome> = {}): ManifestOutcome => ({
  manifest: manifest('a'),
  generation: 3,
  result: { kind: 'failed', reason: 'FailedToTakeOver', message: 'it differs' },
  diffs: [{ path: '/spec/a', valueInHub: '1', valueInMember: '2' }],
  ...patch,
});

it('says of a difference where, since when, and of which generation of the object (B/WA-103, B/WA-104)', () => {
  const first = report([different()]);
  const later = report([different({ diffs: [{ path: '/spec/b' }] })], { previous: first, now: LATER });
  const [entry] = later.diffed;
  expect(entry).toEqual({
    ...manifest('a'),
    observationTime: '2026-11-21T12:01:00Z',
    firstDiffedObservedTime: '2026-11-21T12:00:00Z',
    targetClusterObservedGeneration: 3,
    observedDiffs: [{ path: '/spec/b' }],
  });
});

it('names no generation of an object that is not there (B/WA-103)', () => {
  const absent = different({ generation: 0, result: { kind: 'compared' }, isAbsent: true });
  const [entry] = report([absent], { strategy: { type: 'ReportDiff' } }).diffed;
  expect(entry).not.toHaveProperty('targetClusterObservedGeneration');
});

it('B/WA-105 a pass that finds drift where one before found differences keeps none of those, and the other way round', () => {
  const drifting: ManifestOutcome = {
    ...failed('a'),
    result: { kind: 'failed', reason: 'FoundDrifts', message: 'it drifted' },
    drifts: [{ path: '/spec/a' }],
  };
  const others = [applied('b'), failed('c')];
  const diffedBefore = report([different(), ...others]);
  const drifted = report([drifting, ...others], { previous: diffedBefore });
  expect([drifted.drifted.length, drifted.diffed]).toEqual([1, []]);
  const diffed = report([different(), ...others], { previous: drifted });
  expect([diffed.drifted, diffed.diffed.length]).toEqual([[], 1]);
  const unseen = report([{ ...different({ diffs: [] }), isUnseen: true }, ...others], { previous: diffed });
  expect([unseen.drifted, unseen.diffed]).toEqual([[], diffed.diffed]);
});

it('B/WA-049 an object that was brought to what is wanted is applied, and fails nothing', () => {
  const { applied: claim, failed: failures, drifted, diffed } = report([applied('a'), applied('b')]);
  expect(claim).toMatchObject({ status: 'True', reason: 'AllWorkHaveBeenApplied' });
  expect([failures, drifted, diffed]).toEqual([[], [], []]);
});

it('keeps what was found of an object until it is read again, within one revision (B/WA-048)', () => {
  const found = { path: '/data/a', valueInMember: '1' };
  const first = report([
    { ...applied('a'), drifts: [found] },
    { ...applied('b'), diffs: [found] },
  ]);
  const unseen = { ...applied('a'), isUnseen: true } as const;
  const seen = { previous: first, now: LATER };
  expect(report([unseen], seen).drifted).toEqual(first.drifted);
  expect(report([applied('a')], seen).drifted).toEqual([]);
  expect(report([unseen], { ...seen, revision: 'r2' }).drifted).toEqual([]);
  const strategy = { type: 'ReportDiff' } as const;
  const compared: ManifestOutcome = { ...applied('a'), result: { kind: 'compared' }, diffs: [found] };
  const differing = report([compared], { strategy });
  expect(differing.diffed).toHaveLength(1);
  expect(report([unseen], { strategy, previous: differing, now: LATER }).diffed).toEqual(differing.diffed);
});

it('reports differences as a success, also beside a failure (B/ST-003, B/WA-089, B/WA-107, RUL 16)', () => {
  const strategy = { type: 'ReportDiff' } as const;
  const compared: ManifestOutcome = {
    manifest: manifest('a'),
    generation: 0,
    result: { kind: 'compared' },
    diffs: [{ path: '/' }],
    isAbsent: true,
  };
  const found = report([compared], { strategy });
  expect(found).toMatchObject({
    diffReported: { status: 'True', reason: 'AllWorkHaveDiffReported' },
    failed: [],
  });
  expect(found.applied).toBeUndefined();
  expect(found.diffed[0]).not.toHaveProperty('targetClusterObservedGeneration');
  const { isAbsent: _, ...there } = compared;
  expect(report([there], { strategy }).diffed[0].targetClusterObservedGeneration).toBe(0);
  const mixed = report([compared, failed('b')], { strategy });
  expect(mixed).toMatchObject({ diffReported: { status: 'False', reason: 'NotAllWorkHaveDiffReported' } });
  expect(mixed.diffed).toHaveLength(1);
});

describe('envelopes', () => {
  const envelope = { name: 'e', namespace: 'web', type: 'ResourceEnvelope' } as const;
  const inside = (outcome: ManifestOutcome): ManifestOutcome => ({
    ...outcome,
    manifest: { ...outcome.manifest, envelope },
  });

  it('A/PL-160, SEL-064, B/WG-050 names the envelope of what failed, drifted or differs, and no other', () => {
    const drift = { path: '/spec', valueInHub: '1', valueInMember: '2' };
    const { failed: failures, drifted } = report([
      failed('plain'),
      inside(failed('held')),
      inside({ ...applied('held'), drifts: [drift] }),
    ]);
    expect(failures.map(entry => [entry.name, entry.envelope])).toEqual([
      ['held', envelope],
      ['plain', undefined],
    ]);
    expect(drifted.map(entry => entry.envelope)).toEqual([envelope]);
    const { diffed } = report(
      [inside({ ...applied('held'), result: { kind: 'compared' }, diffs: [drift] })],
      {
        strategy: { type: 'ReportDiff' },
      },
    );
    expect(diffed.map(entry => entry.envelope)).toEqual([envelope]);
  });

  it('B/ST-018, ST-021 what an envelope holds keeps its own times', () => {
    const before = report([inside(failed('a'))]);
    const after = report([failed('a'), inside(failed('a'))], { previous: before, now: LATER });
    const since = after.failed.map(entry => [entry.envelope?.name, entry.condition.lastTransitionTime]);
    expect(since).toEqual([
      [undefined, after.failed[0].condition.lastTransitionTime],
      ['e', before.failed[0].condition.lastTransitionTime],
    ]);
    expect(since[0][1]).not.toBe(since[1][1]);
  });

  it('A/SEL-072, B/WG-065 a fault of one is Overridden True, WorkSynchronized False, and nothing behind it', () => {
    const problem = 'entry q of ResourceEnvelope web/e is no Kubernetes object';
    const said = report([], { problem });
    expect(said).toEqual({
      cluster: 'c1',
      revision: 'r1',
      overridden: {
        status: 'True',
        reason: 'NoOverrideSpecified',
        message: 'No override rules are configured for the selected resources',
        at: NOON,
      },
      synchronized: {
        status: 'False',
        reason: 'SyncWorkFailed',
        message: `Failed to synchronize the work to the latest: ${problem}`,
        at: NOON,
      },
      failed: [],
      drifted: [],
      diffed: [],
      observedAt: NOON,
    });
    expect(report([], { problem, previous: said, now: LATER }).synchronized?.at).toBe(NOON);
  });
});
