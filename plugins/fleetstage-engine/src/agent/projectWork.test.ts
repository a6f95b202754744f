import { instant, plus, type WorkStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { reportWork, type ManifestOutcome } from '../work/reportWork';
import { projectWork, type WorkView } from './projectWork';
import { isStatusDue, MAX_WORK_BYTES, trimWork } from './trimWork';

const NOON = instant(1_795_262_400_000);
const LATER = plus(NOON, 60_000);
const web = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'web' };
const settings = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'settings' };
const drift = { path: '/data/a', valueInMember: '2', valueInHub: '1' };

type Result = ManifestOutcome['result'];
const applied = (kind: 'available' | 'notYet' | 'untrackable' = 'available'): Result => ({
  kind: 'applied',
  availability: kind === 'available' ? { kind } : { kind, message: 'why' },
});
const failed = (reason: string): Result => ({ kind: 'failed', reason, message: 'why' });
const compared: Result = { kind: 'compared' };
const outcome = (result: Result, more: Partial<ManifestOutcome> = {}): ManifestOutcome => ({
  manifest: settings,
  generation: 0,
  result,
  ...more,
});
const project = (outcomes: readonly ManifestOutcome[], more: Partial<WorkView> = {}) =>
  projectWork({
    generation: 3,
    strategy: {},
    outcomes,
    pluralOf: ({ kind }) => (kind === 'ConfigMap' ? 'configmaps' : undefined),
    now: NOON,
    ...more,
  });
const reportDiff = { strategy: { type: 'ReportDiff' } } as const;
const short = (status: WorkStatus) =>
  status.conditions.map(
    ({ type, status: is, reason, observedGeneration }) => `${type} ${is} ${reason} ${observedGeneration}`,
  );
const ofManifest = (status: WorkStatus) =>
  (status.manifestConditions ?? []).map(({ conditions }) =>
    conditions.map(({ type, status: is, reason }) => `${type} ${is} ${reason}`).join(', '),
  );

describe('conditions of a manifest', () => {
  it.each([
    ['B/WA-106: applied', outcome(applied()), {}, 'Applied True Applied, Available True Available'],
    [
      'B/AV-002: not yet available',
      outcome(applied('notYet')),
      {},
      'Applied True Applied, Available False ManifestNotAvailableYet',
    ],
    [
      'B/AV-003: not trackable',
      outcome(applied('untrackable')),
      {},
      'Applied True Applied, Available True NotTrackable',
    ],
    [
      'B/WA-048: a comparison afterwards failed',
      outcome(applied(), { remark: { reason: 'AppliedWithFailedDriftDetection', message: 'x' } }),
      {},
      'Applied True AppliedWithFailedDriftDetection, Available True Available',
    ],
    ['B/WA-020: undecodable', outcome(failed('DecodingErred')), {}, 'Applied False DecodingErred'],
    [
      'B/WA-042: not found out',
      outcome(failed('FailedToFindObjInMemberCluster')),
      {},
      'Applied False FailedToFindObjInMemberCluster',
    ],
    ['B/WA-045: not taken over', outcome(failed('NotTakenOver')), {}, 'Applied False NotTakenOver'],
    [
      'B/WA-046: drifted',
      outcome(failed('FoundDrifts'), { drifts: [drift] }),
      {},
      'Applied False FoundDrifts',
    ],
    ['B/WA-107: no difference', outcome(compared), reportDiff, 'DiffReported True NoDiffFound'],
    [
      'B/WA-107: differences',
      outcome(compared, { diffs: [drift] }),
      reportDiff,
      'DiffReported True FoundDiff',
    ],
    [
      'B/WA-107: in degraded mode',
      outcome(compared, { diffs: [drift], remark: { reason: 'FoundDiffInDegradedMode', message: 'x' } }),
      reportDiff,
      'DiffReported True FoundDiffInDegradedMode',
    ],
    [
      'B/WA-107: not compared',
      outcome(failed('Duplicated')),
      reportDiff,
      'DiffReported False FailedToReportDiff',
    ],
  ] as const)('%s', (_, one, more, expected) => {
    expect(ofManifest(project([one], more))).toEqual([expected]);
  });

  it.each([
    ['B/WA-106: not applied', failed('NotTakenOver')],
    ['B/AV-002: not yet available', applied('notYet')],
  ])('%s: in the words that a placement has of a member with credentials', (_, result) => {
    const outcomes = [outcome(result)];
    const [{ condition }] = reportWork({
      ...{ cluster: 'edge', revision: 'r', work: 'shop-work', strategy: {}, outcomes, now: NOON },
    }).failed;
    const [{ conditions }] = project(outcomes).manifestConditions ?? [];
    expect(conditions.find(({ type }) => type === condition.type)).toMatchObject({
      ...{ status: 'False', reason: condition.reason, message: condition.message },
    });
  });
});

describe('messages of a manifest', () => {
  const remark = (reason: string) => ({ remark: { reason, message: 'x' } });
  it.each([
    ['B/WA-106', outcome(applied()), {}, ['The manifest is applied', 'The manifest is available']],
    [
      'B/WA-106: with a remark',
      outcome(applied(), remark('Other')),
      {},
      ['The manifest is applied; x', 'The manifest is available'],
    ],
    [
      'B/AV-002',
      outcome(applied('notYet')),
      {},
      ['The manifest is applied', 'Manifest is not yet available: why'],
    ],
    [
      'B/AV-003',
      outcome(applied('untrackable')),
      {},
      ['The manifest is applied', 'The availability of the manifest cannot be tracked: why'],
    ],
    ['B/WA-106: failed', outcome(failed('NotTakenOver')), {}, ['why']],
    ['B/WA-107', outcome(compared), reportDiff, ['The object is as the manifest wants it']],
    [
      'B/WA-107: differences',
      outcome(compared, { diffs: [drift], ...remark('Other') }),
      reportDiff,
      ['The object differs from the manifest'],
    ],
    [
      'B/WA-107: degraded',
      outcome(compared, { diffs: [drift], ...remark('FoundDiffInDegradedMode') }),
      reportDiff,
      ['The object differs from the manifest; it is compared in full (degraded mode): x'],
    ],
    [
      'B/WA-107: failed',
      outcome(failed('Duplicated')),
      reportDiff,
      ['The differences of the manifest cannot be reported (Duplicated): why'],
    ],
  ] as const)('%s', (_, one, more, messages) => {
    const [{ conditions }] = project([one], more).manifestConditions ?? [];
    expect(conditions.map(({ message }) => message)).toEqual(messages);
  });

  it('B/WA-106: a remark of another kind is no reason', () => {
    expect(ofManifest(project([outcome(applied(), remark('Other'))]))).toEqual([
      'Applied True Applied, Available True Available',
    ]);
  });
});

describe('conditions of a Work', () => {
  it.each([
    [
      'B/WA-108: nothing to apply',
      [],
      {},
      ['Applied True AllManifestsApplied 3', 'Available True AllManifestsAvailable 3'],
    ],
    [
      'B/WA-108: one is not applied',
      [outcome(applied()), outcome(failed('NotTakenOver'), { manifest: web })],
      {},
      ['Applied False SomeManifestsAreNotApplied 3'],
    ],
    [
      'B/WA-109: one is not available',
      [outcome(applied()), outcome(applied('notYet'), { manifest: web })],
      {},
      ['Applied True AllManifestsApplied 3', 'Available False SomeManifestsAreNotAvailable 3'],
    ],
    [
      'B/WA-109, RUL 33: one is not trackable',
      [outcome(applied('untrackable'))],
      {},
      ['Applied True AllManifestsApplied 3', 'Available True WorkNotTrackable 3'],
    ],
    ['B/WA-110: compared', [outcome(compared)], reportDiff, ['DiffReported True AllManifestsDiffReported 3']],
    [
      'B/WA-110, RUL 16: degraded counts',
      [outcome(compared, { diffs: [drift], remark: { reason: 'FoundDiffInDegradedMode', message: 'x' } })],
      reportDiff,
      ['DiffReported True AllManifestsDiffReported 3'],
    ],
    [
      'B/WA-110: one is not compared',
      [outcome(failed('FailedToReportDiff'))],
      reportDiff,
      ['DiffReported False SomeManifestsHaveNotReportedDiff 3'],
    ],
  ] as const)('%s', (_, outcomes, more, expected) => {
    expect(short(project(outcomes, more))).toEqual(expected);
  });

  it('B/WA-085: ReportDiff takes the other conditions away, and the other way round', () => {
    const before = project([outcome(applied())]);
    const after = project([outcome(compared)], { ...reportDiff, previous: before });
    expect([short(after), ofManifest(after)]).toEqual([
      ['DiffReported True AllManifestsDiffReported 3'],
      ['DiffReported True NoDiffFound'],
    ]);
    expect(ofManifest(project([outcome(applied())], { previous: after }))).toEqual([
      'Applied True Applied, Available True Available',
    ]);
  });

  it.each([
    [
      'what is not applied',
      [outcome(applied()), outcome(failed('NotTakenOver'), { manifest: web })],
      {},
      ['1 of 2 manifests are applied; not Deployment shop/web (why)'],
    ],
    [
      'how many more are not',
      [outcome(failed('NotTakenOver')), outcome(failed('NotTakenOver'), { manifest: web })],
      {},
      ['0 of 2 manifests are applied; not ConfigMap shop/settings (why) and 1 more'],
    ],
    [
      'what is not compared with, though it is available',
      [outcome(applied())],
      reportDiff,
      ['The differences of 0 of 1 manifests are reported; not ConfigMap shop/settings'],
    ],
    [
      'what is not available',
      [outcome(applied()), outcome(applied('notYet'), { manifest: web }), outcome(applied('untrackable'))],
      {},
      ['All 3 manifests are applied', '2 of 3 manifests are available; not Deployment shop/web (why)'],
    ],
    [
      'how many cannot be tracked',
      [outcome(applied()), outcome(applied('untrackable'), { manifest: web })],
      {},
      ['All 2 manifests are applied', 'The availability of 1 of 2 manifests cannot be tracked'],
    ],
    [
      'that all is well',
      [outcome(applied())],
      {},
      ['All 1 manifests are applied', 'All 1 manifests are available'],
    ],
    [
      'that all is compared',
      [outcome(compared)],
      reportDiff,
      ['The differences of all 1 manifests are reported'],
    ],
    [
      'what could not be compared',
      [outcome(compared), outcome(failed('Duplicated'), { manifest: web })],
      reportDiff,
      ['The differences of 1 of 2 manifests are reported; not Deployment shop/web (why)'],
    ],
  ] as const)('says %s', (_, outcomes, more, messages) => {
    expect(project(outcomes, more).conditions.map(({ message }) => message)).toEqual(messages);
  });
});

describe('details of a manifest', () => {
  const entry = (status: WorkStatus) => status.manifestConditions?.[0];

  it('B/WA-100, WA-101: identifies the object, and states the generation that the cluster gave it', () => {
    const [first, second] = project([
      outcome(applied(), { generation: 7 }),
      outcome(failed('DecodingErred'), { manifest: web }),
    ]).manifestConditions!;
    expect(first).toMatchObject({
      identifier: {
        ordinal: 0,
        version: 'v1',
        kind: 'ConfigMap',
        resource: 'configmaps',
        namespace: 'shop',
        name: 'settings',
      },
      conditions: [{ observedGeneration: 7 }, { observedGeneration: 7 }],
    });
    expect(first.identifier).not.toHaveProperty('group');
    expect(second.identifier).toEqual({
      ordinal: 1,
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      namespace: 'shop',
      name: 'web',
    });
  });

  it('B/WA-102, WA-104: keeps when a drift was seen first, also on other fields', () => {
    const before = project([outcome(failed('FoundDrifts'), { drifts: [drift], generation: 4 })]);
    expect(entry(before)?.driftDetails).toEqual({
      observationTime: '2026-11-21T12:00:00Z',
      firstDriftedObservedTime: '2026-11-21T12:00:00Z',
      observedInMemberClusterGeneration: 4,
      observedDrifts: [drift],
    });
    const other = { ...drift, path: '/data/b' };
    const after = project([outcome(failed('FoundDrifts'), { drifts: [other] })], {
      previous: before,
      now: LATER,
    });
    expect(entry(after)?.driftDetails).toMatchObject({
      observationTime: '2026-11-21T12:01:00Z',
      firstDriftedObservedTime: '2026-11-21T12:00:00Z',
      observedDrifts: [other],
    });
    expect(entry(project([outcome(applied())], { previous: after }))).not.toHaveProperty('driftDetails');
  });

  it('B/WA-082: keeps a drift while the cluster cannot be asked', () => {
    const before = project([outcome(applied(), { drifts: [drift] })]);
    const asked = outcome(failed('FailedToRunDriftDetection'));
    expect(entry(project([asked], { previous: before, now: LATER }))?.driftDetails).toEqual(
      entry(before)?.driftDetails,
    );
  });

  it('B/WA-103, WA-088: has no generation of an object that is absent', () => {
    const diffs = [{ path: '/', valueInHub: '(the whole object)' }];
    expect(entry(project([outcome(compared, { diffs, isAbsent: true })], reportDiff))?.diffDetails).toEqual({
      observationTime: '2026-11-21T12:00:00Z',
      firstDiffedObservedTime: '2026-11-21T12:00:00Z',
      observedDiffs: diffs,
    });
  });

  it('B/WA-103: has the generation of an object that differs', () => {
    const of = outcome(compared, { diffs: [drift], generation: 4 });
    expect(entry(project([of], reportDiff))?.diffDetails?.observedInMemberClusterGeneration).toBe(4);
  });

  it('B/WA-105: a drift and a difference are never both stated', () => {
    const both = outcome(failed('FailedToTakeOver'), { drifts: [drift], diffs: [drift] });
    expect(entry(project([both]))).not.toHaveProperty('diffDetails');
  });

  it('keeps what was said of an object that nobody has read, under its new ordinal', () => {
    const remark = { reason: 'AppliedWithFailedDriftDetection', message: 'x' };
    const before = project([outcome(applied(), { drifts: [drift], remark, generation: 2 })]);
    const after = project([outcome(applied(), { manifest: web }), outcome(applied(), { isUnseen: true })], {
      previous: before,
      now: LATER,
    });
    expect(after.manifestConditions?.[1]).toEqual({
      ...entry(before),
      identifier: { ...entry(before)?.identifier, ordinal: 1 },
    });
  });

  it('B §4.11: keeps times of transitions, but begins anew where nothing can be decoded', () => {
    const at = (reason: string) => {
      const before = project([outcome(failed(reason))]);
      const after = project([outcome(failed(reason))], { previous: before, now: LATER });
      return entry(after)?.conditions[0].lastTransitionTime;
    };
    expect([at('NotTakenOver'), at('DecodingErred')]).toEqual([
      '2026-11-21T12:00:00Z',
      '2026-11-21T12:01:00Z',
    ]);
  });

  it('B/WA-140: brings statuses back where they are asked for, and keeps an earlier one', () => {
    const statuses = [{ object: web, status: { replicas: 1 } }];
    const of = outcome(applied(), { manifest: web });
    const before = project([of], { statuses });
    expect(entry(before)?.backReportedStatus).toEqual({
      observationTime: '2026-11-21T12:00:00Z',
      observedStatus: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'shop' },
        status: { replicas: 1 },
      },
    });
    const others = [{ object: settings, status: { a: 1 } }];
    expect(entry(project([of], { statuses: others }))).not.toHaveProperty('backReportedStatus');
    const [core] = project([outcome(applied())], { statuses: others }).manifestConditions ?? [];
    expect(core.backReportedStatus?.observedStatus).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    const large = [{ object: web, status: 'tooLarge' as const }];
    expect(entry(project([of], { statuses: large, previous: before }))?.backReportedStatus).toEqual(
      entry(before)?.backReportedStatus,
    );
    const kept = project([of], { statuses: [], previous: before, now: LATER });
    expect(entry(kept)?.backReportedStatus).toEqual(entry(before)?.backReportedStatus);
    expect(entry(project([of], { previous: before }))).not.toHaveProperty('backReportedStatus');
  });
});

describe('what is written of a status', () => {
  const metadata = { name: 'web-work', namespace: 'fleet-member-c1', generation: 3 };
  const work = {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'Work',
    metadata,
    spec: {},
  } as const;
  const long = { path: '/data/a', valueInMember: 'x'.repeat(MAX_WORK_BYTES), valueInHub: '1' };
  const large = project([outcome(failed('FoundDrifts'), { drifts: [long, drift] })]);

  it('B/WA-112: cuts details where the Work would be too large, and says so', () => {
    const trimmed = trimWork(work, large, NOON);
    expect(trimmed.manifestConditions?.[0].driftDetails?.observedDrifts).toEqual([
      { path: '/data/a and 1 more path(s)', valueInMember: '(omitted)', valueInHub: '(omitted)' },
    ]);
    expect(short(trimmed)).toEqual([
      'Applied False SomeManifestsAreNotApplied 3',
      'StatusTrimmed True Oversized 3',
    ]);
    const small = project([outcome(applied())], { previous: trimmed });
    expect(trimWork({ ...work, status: trimmed }, small, NOON)).toBe(small);
    expect(short(small)).not.toContain('StatusTrimmed True Oversized 3');
  });

  it('B/WA-112: cuts differences, too, and leaves statuses out', () => {
    const before = project([outcome(applied(), { manifest: web })], {
      statuses: [{ object: web, status: { replicas: 1 } }],
    });
    const differing = project([outcome(failed('FailedToTakeOver'), { diffs: [long], manifest: web })], {
      previous: before,
      statuses: [],
    });
    const [{ diffDetails, backReportedStatus }] = trimWork(work, differing, NOON).manifestConditions ?? [];
    expect(diffDetails?.observedDiffs).toEqual([
      { path: '/data/a', valueInMember: '(omitted)', valueInHub: '(omitted)' },
    ]);
    expect(backReportedStatus).toBeUndefined();
    expect(differing.manifestConditions?.[0].backReportedStatus).toBeDefined();
  });

  it('B/WA-112: a Work that has just the size that it may have is not cut', () => {
    const filled = (length: number) =>
      project([
        outcome(failed('FoundDrifts'), { drifts: [{ ...drift, valueInMember: 'x'.repeat(length) }] }),
      ]);
    const size = (length: number) => JSON.stringify({ ...work, status: filled(length) }).length;
    const room = MAX_WORK_BYTES - size(0);
    expect(trimWork(work, filled(room), NOON)).toEqual(filled(room));
    expect(trimWork(work, filled(room + 1), NOON).conditions.at(-1)?.message).toBe(
      'The status is cut: with all details the Work would have 1 bytes more than the 1415578 that it may have',
    );
  });

  it('B/WA-111: the oldest time decides', () => {
    const late = project(
      [
        outcome(failed('FoundDrifts'), { drifts: [drift] }),
        outcome(failed('FoundDrifts'), { drifts: [drift], manifest: web }),
      ],
      { now: plus(NOON, 100_000) },
    );
    const [entry, second] = late.manifestConditions ?? [];
    const older = { ...entry.driftDetails!, observationTime: '2026-11-21T12:00:00Z' };
    const onHub = { ...late, manifestConditions: [{ ...entry, driftDetails: older }, second] };
    expect(isStatusDue(onHub, late, plus(NOON, 119_999))).toBe(false);
    expect(isStatusDue(onHub, late, plus(NOON, 120_000))).toBe(true);
  });

  it('B/WA-112: keeps since when it is cut', () => {
    const status = trimWork(work, large, NOON);
    const again = trimWork({ ...work, status }, large, LATER);
    expect(again.conditions.at(-1)?.lastTransitionTime).toBe('2026-11-21T12:00:00Z');
  });

  const drifted = (now: typeof NOON, previous?: WorkStatus) =>
    project([outcome(failed('FoundDrifts'), { drifts: [drift] })], { now, ...(previous && { previous }) });
  const first = drifted(NOON);
  it.each([
    ['nothing on the hub', undefined, first, NOON, true],
    ['the same', first, first, LATER, false],
    ['B/WA-111: the same, much later', first, first, plus(NOON, 600_000), false],
    ['B/WA-111, RUL 45: times alone, soon', first, drifted(LATER, first), LATER, false],
    [
      'B/WA-111, RUL 45: times alone, later',
      first,
      drifted(plus(NOON, 120_000), first),
      plus(NOON, 120_000),
      true,
    ],
    ['another result', first, project([outcome(applied())], { previous: first }), LATER, true],
  ] as const)('%s', (_, onHub, status, now, expected) => {
    expect(isStatusDue(onHub, status, now)).toBe(expected);
  });
});
