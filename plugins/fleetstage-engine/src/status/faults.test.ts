import type { PatchDetail } from '@fleetstage/backstage-plugin-fleetstage-common';
import { reportWork, type ManifestOutcome, type WorkObservation } from '../work/reportWork';
import { NOON, aBoundBinding, aPick, aPlacement, aPlacementSpec } from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady } from './projectPlacement.testing';

/** B §7: one object of one cluster is at fault; what the status says of the placement, of the cluster and of the object. */
const manifest = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'web', name: 'app' };
const found: readonly PatchDetail[] = [{ path: '/spec/replicas', valueInHub: '1', valueInMember: '2' }];

const failed = (reason: string, more: Partial<ManifestOutcome> = {}): ManifestOutcome => ({
  ...{ manifest, generation: 3 },
  result: { kind: 'failed', reason, message: 'why' },
  ...more,
});
const applied = (
  kind: 'available' | 'notYet' | 'untrackable',
  more: Partial<ManifestOutcome> = {},
): ManifestOutcome => ({
  ...{ manifest, generation: 3 },
  result: { kind: 'applied', availability: kind === 'available' ? { kind } : { kind, message: 'why' } },
  ...more,
});
const compared = (more: Partial<ManifestOutcome> = {}): ManifestOutcome => ({
  ...{ manifest, generation: 3, result: { kind: 'compared' } },
  ...more,
});
const REPORT_DIFF = { type: 'ReportDiff' } as const;

type Report = ReturnType<typeof reportWork>;
const reportOf = (
  outcomes: readonly ManifestOutcome[],
  { strategy = {}, ...more }: Partial<WorkObservation> = {},
): Report =>
  reportWork({ cluster: 'a', revision: 'r1', work: 'web-work', outcomes, now: NOON, strategy, ...more });

function stateOf(report: Report | undefined, { strategy }: Partial<WorkObservation> = {}) {
  const binding = aBoundBinding('a', { ...(strategy && { applyStrategy: strategy }) });
  const spec = aPlacementSpec({ strategy: { type: 'RollingUpdate', applyStrategy: strategy ?? {} } });
  return threeReady({
    ...(strategy && { placement: aPlacement({ spec }) }),
    verdicts: [aPick('a')],
    bindings: [binding],
    reports: report === undefined ? [] : [{ ...report, revision: binding.revision! }],
  });
}

/** The last conditions, and reasons and lists of objects. */
function shown(outcomes: readonly ManifestOutcome[] | undefined, more: Partial<WorkObservation> = {}) {
  const report = outcomes && reportOf(outcomes, more);
  const status = projectPlacement(stateOf(report, more), undefined, NOON);
  const [entry] = status.placementStatuses ?? [];
  const last = (conditions: readonly { type: string; status: string; reason: string }[] = []) => {
    const steps = conditions.filter(({ type }) => type !== 'FleetstageWarning');
    const { type, status: is, reason } = steps[steps.length - 1];
    return `${type.replace('ClusterResourcePlacement', '')} ${is} ${reason}`;
  };
  return {
    placement: last(status.conditions),
    cluster: last(entry.conditions),
    object: [
      ...(entry.failedPlacements ?? []).map(({ condition }) => condition.reason),
      ...(entry.driftedPlacements ?? []).map(() => 'drifted'),
      ...(entry.diffedPlacements ?? []).map(() => 'diffed'),
    ].join(),
  };
}

const APPLY_FAILED = ['Applied False ApplyFailed', 'Applied False NotAllWorkHaveBeenApplied'] as const;
const OVERRIDE_FAILED = ['Overridden False OverriddenFailed', 'Overridden False OverriddenFailed'] as const;
const overrideFails = { problem: 'why', isOverrideFailure: true } as const;

describe('a fault, and what the user sees', () => {
  it.each<[string, readonly ManifestOutcome[], Partial<WorkObservation>, readonly [string, string], string]>([
    [
      'B/FT-010, B/FT-011, B/FT-012, B/FT-013: an override that cannot be applied',
      [],
      overrideFails,
      OVERRIDE_FAILED,
      '',
    ],
    [
      'B/FT-015: an override makes the object invalid',
      [],
      { problem: 'why' },
      ['WorkSynchronized False WorkNotSynchronizedYet', 'WorkSynchronized False SyncWorkFailed'],
      '',
    ],
    [
      'B/FT-021, B/FT-022: an entry of an envelope is refused',
      [failed('FleetstageEntryRefused')],
      {},
      APPLY_FAILED,
      'FleetstageEntryRefused',
    ],
    ['B/FT-032, B/FT-033: another owner', [failed('FailedToTakeOver')], {}, APPLY_FAILED, 'FailedToTakeOver'],
    [
      'B/FT-034: it differs, and is taken over only without differences',
      [failed('FailedToTakeOver', { diffs: found })],
      {},
      APPLY_FAILED,
      'FailedToTakeOver,diffed',
    ],
    ['B/FT-035: it is never taken over', [failed('NotTakenOver')], {}, APPLY_FAILED, 'NotTakenOver'],
    [
      'B/FT-036, B/FT-037: it has drifted',
      [failed('FoundDrifts', { drifts: found })],
      {},
      APPLY_FAILED,
      'FoundDrifts,drifted',
    ],
    [
      'B/FT-038, B/FT-039, B/FT-040, B/FT-044, B/FT-045: the member refuses it',
      [failed('ManifestApplyFailed')],
      {},
      APPLY_FAILED,
      'ManifestApplyFailed',
    ],
    [
      'B/FT-041: the member does not serve its kind',
      [failed('DecodingErred')],
      {},
      APPLY_FAILED,
      'DecodingErred',
    ],
    [
      'B/FT-042: it has a generateName alone',
      [failed('FoundGenerateName')],
      {},
      APPLY_FAILED,
      'FoundGenerateName',
    ],
    [
      'B/FT-046: it cannot be read',
      [failed('FailedToFindObjInMemberCluster')],
      {},
      APPLY_FAILED,
      'FailedToFindObjInMemberCluster',
    ],
    [
      'B/FT-047: it cannot be compared',
      [failed('FailedToRunDriftDetection')],
      {},
      APPLY_FAILED,
      'FailedToRunDriftDetection',
    ],
    [
      'B/FT-051, B/AV-002, B/AV-004: it is not available',
      [applied('notYet')],
      {},
      ['Available False ResourceNotAvailableYet', 'Available False NotAllWorkAreAvailable'],
      'ManifestNotAvailableYet',
    ],
    [
      'B/FT-052, B/AV-003, B/AV-035, B/DC-06: it is unknown whether it is available',
      [applied('untrackable')],
      {},
      ['Available True ResourceAvailable', 'Available True NotAllWorkAreAvailabilityTrackable'],
      '',
    ],
    [
      'B/FT-053: an unmanaged field has changed',
      [applied('available', { drifts: found })],
      {},
      ['Available True ResourceAvailable', 'Available True AllWorkAreAvailable'],
      'drifted',
    ],
    [
      'B/FT-060, B/FT-062, B/ST-010: ReportDiff has found differences',
      [compared({ diffs: found })],
      { strategy: REPORT_DIFF },
      ['DiffReported True DiffReportingCompleted', 'DiffReported True AllWorkHaveDiffReported'],
      'diffed',
    ],
    [
      'B/FT-061: ReportDiff cannot compare',
      [failed('DecodingErred')],
      { strategy: REPORT_DIFF },
      ['DiffReported False DiffReportingIncompleteOrFailed', 'DiffReported False NotAllWorkHaveDiffReported'],
      '',
    ],
  ])('%s', (_, outcomes, more, [placement, cluster], object) => {
    expect(shown(outcomes, more)).toEqual({ placement, cluster, object });
  });

  it('B/FT-005: nothing is decided yet', () => {
    const status = projectPlacement({ ...stateOf(undefined), bindings: [] }, undefined, NOON);
    expect(status.conditions?.at(-1)).toMatchObject({ status: 'Unknown', reason: 'RolloutStartedUnknown' });
  });

  it('B/FT-063, B/ST-011: ReportDiff has just started', () => {
    const status = projectPlacement(
      { ...stateOf(reportOf([], { strategy: REPORT_DIFF }), { strategy: REPORT_DIFF }), reports: [] },
      undefined,
      NOON,
    );
    expect(status.placementStatuses?.[0].diffedPlacements).toBeUndefined();
    expect(status.placementStatuses?.[0].conditions?.at(-1)).toMatchObject({ status: 'Unknown' });
  });
});

describe('which lists a report fills (B §6.1)', () => {
  const details = { drifts: found, diffs: found };
  it.each<[string, readonly ManifestOutcome[], string]>([
    ['B/ST-013: applied False', [failed('FailedToTakeOver', details)], 'failed,drifted,diffed'],
    ['B/ST-016: applied and available', [applied('available', details)], 'drifted'],
    ['B/ST-016: availability is not trackable', [applied('untrackable', details)], 'drifted'],
    ['B/ST-015: applied, not available', [applied('notYet', details)], 'failed,drifted'],
  ])('%s', (_, outcomes, lists) => {
    const report = reportOf(outcomes);
    const filled = (['failed', 'drifted', 'diffed'] as const).filter(list => report[list].length > 0);
    expect(filled.join()).toBe(lists);
  });

  it('B/ST-020: a hundred of each at most', () => {
    const names = Array.from({ length: 120 }, (_, i) => `o${String(i).padStart(3, '0')}`);
    const many = names.map(name =>
      failed('FailedToTakeOver', { ...details, manifest: { ...manifest, name } }),
    );
    const [entry] = projectPlacement(stateOf(reportOf(many)), undefined, NOON).placementStatuses ?? [];
    const { failedPlacements, driftedPlacements, diffedPlacements } = entry;
    for (const list of [failedPlacements, driftedPlacements, diffedPlacements]) {
      expect(list).toHaveLength(100);
      expect(list?.at(-1)?.name).toBe('o099');
    }
  });
});
