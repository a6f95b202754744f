import {
  cutText,
  isJsonObject,
  utf8Length,
  type Condition,
  type FailedResourcePlacement,
  type JsonObject,
  type ManifestCondition,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { MAX_BACK_REPORT_BYTES } from '../reportback/reportBack';
import { claimer, overriddenClaim, synchronizedClaim, type Claimer } from '../work/claims';
import { listRemarks, withRemarks, type Remarked } from '../work/remarks';
import { completeStrategy } from '../work/planApply';
import { describeManifest, type ManifestIdentity } from '../work/renderWork';
import type { WorkClaim, WorkReport } from '../work/report';
import { toIdentifier } from '../work/reportWork';
import { eachManifest, manifestsOf, type CarriedWork, type WorksObservation } from './carriedWork';
import { listDiffs, listDrifts, listFailures } from './listEntries';
import { holdsRevision } from './planWorks';

/** Manifests that a Work says something of, or that are in none. */
interface Judged {
  readonly name: string;
  readonly state: 'pending' | 'True' | 'False';
  readonly reason?: string;
}

/** Reasons of Available True that say that nobody can know (B/ST-002). */
const UNTRACKABLE: ReadonlySet<string> = new Set([
  'WorkNotTrackable',
  'SomeManifestsAreNotAvailabilityTrackable',
]);

/**
 * Folds the statuses of the Works of a binding into its report (B §6.1, ST-001…021). A condition counts for the generation of its
 * Work, and the Work for the revision that it holds: a binding whose Works are half updated is in progress, and has not failed
 * (RUL 8).
 *
 *   some Work without a condition Applied of its generation → Applied False, ApplyInProgress, whatever the others say
 *   all have one, some False                                → Applied False, NotAllWorkHaveBeenApplied, with what failed
 *   all True, some without Available                        → Available False, NotAllWorkAreAvailable
 *   all True                                                → Available True
 */
export function reportOfWorks(observation: WorksObservation): WorkReport {
  const { cluster, revision, hasOverrides, strategy, now } = observation;
  const claim = claimer(observation);
  const head = {
    cluster,
    revision,
    overridden: overriddenClaim(claim, { ...(hasOverrides && { hasOverrides }) }),
    synchronized: synchronizedClaim(claim),
    failed: [],
    drifted: [],
    diffed: [],
    observedAt: now,
  };
  return completeStrategy(strategy).type === 'ReportDiff'
    ? { ...head, ...reportDiffs(observation, claim) }
    : { ...head, ...reportApply(observation, claim) };
}

function reportApply(observation: WorksObservation, claim: Claimer): Partial<WorkReport> {
  const { works, faults } = observation;
  const applied = judge(observation, 'Applied');
  const pending = applied.find(({ state }) => state === 'pending');
  if (pending)
    return {
      applied: claim(
        'applied',
        'False',
        'ApplyInProgress',
        explainPending(observation, pending, 'the apply'),
      ),
    };
  const drifted = listDrifts(works);
  const failedWork = applied.find(({ state }) => state === 'False');
  if (failedWork || faults.length > 0) {
    const failed = listFailures(observation, ['Applied', 'Available']);
    const unapplied = failed.filter(({ condition }) => condition.type === 'Applied');
    const name = failedWork?.name ?? works[0]?.name ?? '';
    const message = `Work object ${name} has failed to apply${listNames(unapplied)}`;
    return {
      applied: claim('applied', 'False', 'NotAllWorkHaveBeenApplied', message),
      failed,
      drifted,
      diffed: listDiffs(works),
      ...remarksOf(observation),
    };
  }
  const remarks = remarksOf(observation);
  const said = withRemarks('All corresponding work objects are applied', remarks.remarks ?? []);
  const available = availabilityClaim(observation, claim);
  return {
    applied: claim('applied', 'True', 'AllWorkHaveBeenApplied', said),
    ...available,
    drifted,
    ...remarks,
  };
}

/** B/ST-002, ST-014…016. */
function availabilityClaim(
  observation: WorksObservation,
  claim: Claimer,
): Pick<WorkReport, 'failed'> & { readonly available: WorkClaim } {
  const available = judge(observation, 'Available');
  const pending = available.find(({ state }) => state === 'pending');
  const waiting = (message: string) => claim('available', 'False', 'NotAllWorkAreAvailable', message);
  if (pending)
    return { available: waiting(explainPending(observation, pending, 'the availability check')), failed: [] };
  const unavailable = available.find(({ state }) => state === 'False');
  if (unavailable) {
    const failed = listFailures(observation, ['Applied', 'Available']);
    const message = `Work object ${unavailable.name} is not yet available${listNames(failed)}`;
    return { available: waiting(message), failed };
  }
  const untracked = available.find(({ reason }) => UNTRACKABLE.has(reason ?? ''));
  const made = untracked
    ? claim(
        'available',
        'True',
        'NotAllWorkAreAvailabilityTrackable',
        `The availability of work object ${untracked.name} is not trackable`,
      )
    : claim('available', 'True', 'AllWorkAreAvailable', 'All corresponding work objects are available');
  return { available: made, failed: [] };
}

/** B/ST-003, ST-010, ST-011; a comparison in degraded mode is one (RUL 16), and what was found is true meanwhile. */
function reportDiffs(observation: WorksObservation, claim: Claimer): Partial<WorkReport> {
  const { works, faults } = observation;
  const compared = judge(observation, 'DiffReported');
  const pending = compared.find(({ state }) => state === 'pending');
  if (pending) {
    const message = explainPending(observation, pending, 'the comparison');
    return { diffReported: claim('diffReported', 'False', 'DiffReportInProgress', message) };
  }
  const failed = compared.find(({ state }) => state === 'False');
  const lists = { diffed: listDiffs(works), ...remarksOf(observation) };
  if (failed || faults.length > 0) {
    const uncompared = listFailures(observation, ['DiffReported']);
    const name = failed?.name ?? works[0]?.name ?? '';
    const message = `Work object ${name} has failed to report diff${listNames(uncompared)}`;
    return { diffReported: claim('diffReported', 'False', 'NotAllWorkHaveDiffReported', message), ...lists };
  }
  const said = withRemarks('All corresponding work objects have reported diff', lists.remarks ?? []);
  return { diffReported: claim('diffReported', 'True', 'AllWorkHaveDiffReported', said), ...lists };
}

/** In the order of the Works. */
function judge(
  { works, revision }: WorksObservation,
  type: 'Applied' | 'Available' | 'DiffReported',
): readonly Judged[] {
  return works.map(({ name, live }) => {
    const found = live && holdsRevision(live, revision) ? currentCondition(live, type) : undefined;
    if (found === undefined || found.status === 'Unknown') return { name, state: 'pending' };
    const isDegraded = type === 'DiffReported' && manifestsOf(live).every(isCompared);
    return { name, state: isDegraded ? 'True' : found.status, reason: found.reason };
  });
}

const isCompared = ({ conditions }: ManifestCondition) =>
  conditions.some(({ type, status }) => type === 'DiffReported' && status === 'True');

function currentCondition({ metadata, status }: Work, type: string): Condition | undefined {
  return status?.conditions.find(one => one.type === type && one.observedGeneration === metadata.generation);
}

const explainPending = ({ cluster }: WorksObservation, { name }: Judged, what: string) =>
  `Work object ${name} has not completed ${what}: the agent of cluster ${cluster}, which pulls it from the hub, has not reported it yet`;

/** `: Deployment web/app (denied) and 1 more`. */
function listNames([first, ...more]: readonly FailedResourcePlacement[]): string {
  if (first === undefined) return '';
  return `: ${describeManifest(first)} (${first.condition.message})${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

/** What is to be said of objects that are applied all the same (B/WA-048). */
function remarksOf({ works, previous, revision }: WorksObservation): Pick<WorkReport, 'remarks'> {
  const remarked = eachManifest(works, (object, { conditions }): Remarked[] => {
    const noted = conditions.find(({ reason }) => reason === 'AppliedWithFailedDriftDetection');
    if (noted === undefined) return [];
    const remark = { reason: noted.reason, message: cutText(noted.message) };
    return [{ identifier: toIdentifier(object), remark }];
  });
  const remarks = listRemarks(remarked, previous?.revision === revision ? previous : undefined);
  return remarks.length > 0 ? { remarks } : {};
}

/** The status of one object, as its agent has read it (B/WA-140). */
export interface CarriedStatus {
  readonly object: ManifestIdentity;
  /** `tooLarge`: larger than what is kept of one. */
  readonly status: JsonObject | 'tooLarge';
}

/** The statuses that Works report back. */
export const statusesOfWorks = (works: readonly CarriedWork[]): readonly CarriedStatus[] =>
  eachManifest(works, (object, { backReportedStatus }): CarriedStatus[] => {
    const status = backReportedStatus?.observedStatus?.status;
    if (!isJsonObject(status)) return [];
    const isTooLarge = utf8Length(JSON.stringify(status)) > MAX_BACK_REPORT_BYTES;
    return [{ object, status: isTooLarge ? 'tooLarge' : status }];
  });

/** An object that a cluster holds of a binding, as its agent says. */
export type CarriedObject = ManifestIdentity & { readonly ordinal: number; readonly generation: number };

/** What agents have applied, of whatever revision: the cluster holds it until its Work says otherwise. */
export const heldByWorks = (works: readonly CarriedWork[]): readonly CarriedObject[] =>
  eachManifest(works, (object, { conditions }) => {
    const applied = conditions.find(({ type, status }) => type === 'Applied' && status === 'True');
    return applied ? [{ ...object, generation: applied.observedGeneration ?? 0 }] : [];
  }).map((object, ordinal) => ({ ...object, ordinal }));
