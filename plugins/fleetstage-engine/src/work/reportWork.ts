import {
  toRfc3339,
  type ApplyStrategy,
  type DiffedResourcePlacement,
  type DriftedResourcePlacement,
  type FailedResourcePlacement,
  type Instant,
  type PatchDetail,
  type ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Availability } from './availability/probe';
import { claimer, overriddenClaim, synchronizedClaim, type Claimer } from './claims';
import { listResources, resourceKey } from './listResources';
import { NOT_YET_AVAILABLE } from './notYetAvailable';
import { completeStrategy } from './planApply';
import { describeManifest, type ManifestIdentity } from './renderWork';
import { listRemarks, withRemarks } from './remarks';
import type { Remark, WorkClaim, WorkReport } from './report';

/** What became of one manifest on one cluster. */
export interface ManifestOutcome {
  readonly manifest: ManifestIdentity;
  /** Generation of the object on the member; 0: there is none, or the kind has none (B/WA-101). */
  readonly generation: number;
  readonly result:
    | { readonly kind: 'applied'; readonly availability: Availability }
    | { readonly kind: 'failed'; readonly reason: string; readonly message: string }
    /** ReportDiff. */
    | { readonly kind: 'compared' };
  readonly drifts?: readonly PatchDetail[];
  readonly diffs?: readonly PatchDetail[];
  /** What is to be said of an object although it is as it shall be. */
  readonly remark?: Pick<Remark, 'reason' | 'message'>;
  /** The member has no such object. */
  readonly isAbsent?: true;
  /** The object was not read: the report before keeps its drifts and differences. */
  readonly isUnseen?: true;
}

/** The member could not be asked whether the object drifted; only a further comparison can say (B/WA-082). */
export const isComparisonFailed = ({ result, remark }: ManifestOutcome) =>
  remark?.reason === 'AppliedWithFailedDriftDetection' ||
  (result.kind === 'failed' && result.reason === 'FailedToRunDriftDetection');

export interface WorkObservation {
  readonly cluster: string;
  readonly revision: string;
  /** Name of the work, for messages. */
  readonly work: string;
  readonly strategy: ApplyStrategy;
  readonly outcomes: readonly ManifestOutcome[];
  /** Why nothing could be sent to the member at all; then there are no outcomes (B/WG-065). */
  readonly problem?: string;
  /** The problem is the member's, and passes: nothing has failed (RUL 8). */
  readonly isWaiting?: true;
  /** The problem is that of an override: nothing is said beyond (B/WG-064). */
  readonly isOverrideFailure?: true;
  /** The binding lists overrides, whether or not a rule changes anything (B/WG-063). */
  readonly hasOverrides?: boolean;
  /** The report before; claims keep their time while their status stays, within one revision. */
  readonly previous?: WorkReport;
  readonly now: Instant;
}

const NO_OBJECTS = { failed: [], drifted: [], diffed: [] };

/** Folds the outcomes of all manifests into the report of the binding (A/ST-035, B §4.11, §6.1). */
export function reportWork(observation: WorkObservation): WorkReport {
  const { cluster, revision, now } = observation;
  const claim = claimer(observation);
  const { hasOverrides, isOverrideFailure, problem } = observation;
  const overridden = overriddenClaim(claim, { hasOverrides, ...(isOverrideFailure && { problem }) });
  if (overridden.status === 'False') return { cluster, revision, overridden, ...NO_OBJECTS, observedAt: now };
  if (observation.problem !== undefined) {
    const synchronized = observation.isWaiting
      ? claim('synchronized', 'False', 'WorkNotSynchronizedYet', observation.problem)
      : claim(
          'synchronized',
          'False',
          'SyncWorkFailed',
          `Failed to synchronize the work to the latest: ${observation.problem}`,
        );
    return { cluster, revision, overridden, synchronized, ...NO_OBJECTS, observedAt: now };
  }
  const head = { cluster, revision, overridden, synchronized: synchronizedClaim(claim), observedAt: now };
  return completeStrategy(observation.strategy).type === 'ReportDiff'
    ? { ...head, ...reportDiffs(observation, claim) }
    : { ...head, ...reportApply(observation, claim) };
}

function reportApply(observation: WorkObservation, claim: Claimer) {
  const { work, outcomes } = observation;
  const unapplied = outcomes.filter(({ result }) => result.kind !== 'applied');
  const drifted = listDrifts(observation);
  const remarks = remarksOf(observation);
  if (unapplied.length > 0) {
    const message = `Work object ${work} has failed to apply: ${listManifests(unapplied, outcomes.length)}`;
    return {
      applied: claim('applied', 'False', 'NotAllWorkHaveBeenApplied', message),
      failed: listFailures(observation),
      drifted,
      diffed: listDiffs(observation),
      ...(remarks.length > 0 && { remarks }),
    };
  }
  const said = withRemarks('All corresponding work objects are applied', remarks);
  return {
    applied: claim('applied', 'True', 'AllWorkHaveBeenApplied', said),
    available: availabilityClaim(observation, claim),
    failed: listFailures(observation),
    drifted,
    diffed: [],
    ...(remarks.length > 0 && { remarks }),
  };
}

/** Not trackable only when everything else is available and a kind without a probe is among them (RUL 33). */
function availabilityClaim({ work, outcomes }: WorkObservation, claim: Claimer): WorkClaim {
  const waiting = outcomes.filter(outcome => availabilityOf(outcome)?.kind === 'notYet');
  if (waiting.length > 0) {
    const message = `Work object ${work} is not yet available: ${listManifests(waiting, outcomes.length)}`;
    return claim('available', 'False', 'NotAllWorkAreAvailable', message);
  }
  if (outcomes.some(outcome => availabilityOf(outcome)?.kind === 'untrackable')) {
    const message = `The availability of work object ${work} is not trackable`;
    return claim('available', 'True', 'NotAllWorkAreAvailabilityTrackable', message);
  }
  return claim('available', 'True', 'AllWorkAreAvailable', 'All corresponding work objects are available');
}

/** Differences are a success; a manifest that could not be compared is not (B/WA-107, RUL 16). */
function reportDiffs(observation: WorkObservation, claim: Claimer) {
  const { work, outcomes } = observation;
  const failed = outcomes.filter(({ result }) => result.kind === 'failed');
  const isComplete = failed.length === 0;
  const remarks = remarksOf(observation);
  return {
    diffReported: isComplete
      ? claim(
          'diffReported',
          'True',
          'AllWorkHaveDiffReported',
          withRemarks('All corresponding work objects have reported diff', remarks),
        )
      : claim(
          'diffReported',
          'False',
          'NotAllWorkHaveDiffReported',
          `Work object ${work} has failed to report diff: ${listManifests(failed, outcomes.length)}`,
        ),
    failed: [],
    drifted: [],
    // Also while some manifest could not be compared: what was found is true (RUL 16).
    diffed: listDiffs(observation),
    ...(remarks.length > 0 && { remarks }),
  };
}

const remarksOf = ({ outcomes, previous, revision }: WorkObservation) =>
  listRemarks(
    outcomes.map(({ manifest, remark, isUnseen }) => ({
      identifier: toIdentifier(manifest),
      ...(remark && { remark }),
      ...(isUnseen && { isUnseen }),
    })),
    previous?.revision === revision ? previous : undefined,
  );

const availabilityOf = ({ result }: ManifestOutcome): Availability | undefined =>
  result.kind === 'applied' ? result.availability : undefined;

/** `2 of 5 objects, Deployment web/app (1 of 3 replicas are available) and 1 more`. */
function listManifests(outcomes: readonly ManifestOutcome[], total: number): string {
  const [first] = outcomes;
  const why = messageOf(first);
  const more = outcomes.length > 1 ? ` and ${outcomes.length - 1} more` : '';
  return `${outcomes.length} of ${total} objects, ${describeManifest(first.manifest)}${why ? ` (${why})` : ''}${more}`;
}

function messageOf({ result }: ManifestOutcome): string {
  if (result.kind === 'failed') return result.message;
  if (result.kind === 'compared' || result.availability.kind === 'available') return '';
  return result.availability.message;
}

function listFailures({
  outcomes,
  previous,
  revision,
  now,
}: WorkObservation): readonly FailedResourcePlacement[] {
  const before = previous?.revision === revision ? indexByIdentity(previous.failed) : new Map();
  const failures = outcomes.flatMap(outcome => {
    const claimed = failureOf(outcome);
    if (claimed === undefined) return [];
    const identifier = toIdentifier(outcome.manifest);
    const earlier: FailedResourcePlacement | undefined = before.get(resourceKey(identifier));
    const since =
      earlier?.condition.type === claimed.type ? earlier.condition.lastTransitionTime : toRfc3339(now);
    return [
      {
        ...identifier,
        condition: {
          ...claimed,
          status: 'False' as const,
          observedGeneration: outcome.generation,
          lastTransitionTime: since,
        },
      },
    ];
  });
  return listResources(failures);
}

function failureOf({
  result,
}: ManifestOutcome): { type: string; reason: string; message: string } | undefined {
  if (result.kind === 'failed') {
    return {
      type: 'Applied',
      reason: result.reason,
      message: result.message,
    };
  }
  if (result.kind !== 'applied' || result.availability.kind !== 'notYet') return undefined;
  const message = `${NOT_YET_AVAILABLE}${result.availability.message}`;
  return { type: 'Available', reason: 'ManifestNotAvailableYet', message };
}

function listDrifts(observation: WorkObservation): readonly DriftedResourcePlacement[] {
  const { outcomes, previous, now } = observation;
  const before = indexByIdentity(previous?.drifted ?? []);
  const entries = outcomes.flatMap(outcome => {
    const { manifest, generation, drifts = [], isUnseen } = outcome;
    const identifier = toIdentifier(manifest);
    if (isUnseen || isComparisonFailed(outcome))
      return keptEntries(observation, before.get(resourceKey(identifier)));
    if (drifts.length === 0) return [];
    return [
      {
        ...identifier,
        observationTime: toRfc3339(now),
        targetClusterObservedGeneration: generation,
        // Kept while some drift stays, even on other fields (B/WA-104).
        firstDriftedObservedTime:
          before.get(resourceKey(identifier))?.firstDriftedObservedTime ?? toRfc3339(now),
        observedDrifts: drifts,
      },
    ];
  });
  return listResources(entries);
}

function listDiffs(observation: WorkObservation): readonly DiffedResourcePlacement[] {
  const { outcomes, previous, now } = observation;
  const before = indexByIdentity(previous?.diffed ?? []);
  const entries = outcomes.flatMap(({ manifest, generation, diffs = [], isAbsent, isUnseen }) => {
    const identifier = toIdentifier(manifest);
    if (isUnseen) return keptEntries(observation, before.get(resourceKey(identifier)));
    if (diffs.length === 0) return [];
    return [
      {
        ...identifier,
        observationTime: toRfc3339(now),
        ...(isAbsent ? {} : { targetClusterObservedGeneration: generation }),
        firstDiffedObservedTime:
          before.get(resourceKey(identifier))?.firstDiffedObservedTime ?? toRfc3339(now),
        observedDiffs: diffs,
      },
    ];
  });
  return listResources(entries);
}

/** What was found of an object holds, for this revision, until it is compared again (B/WA-048). */
const keptEntries = <T>({ previous, revision }: WorkObservation, entry: T | undefined): readonly T[] =>
  entry !== undefined && previous?.revision === revision ? [entry] : [];

export const toIdentifier = ({
  group,
  version,
  kind,
  namespace,
  name,
  envelope,
}: ManifestIdentity): ResourceIdentifier => ({
  ...(group === '' ? {} : { group }),
  version,
  kind,
  ...(namespace ? { namespace } : {}),
  name,
  ...(envelope ? { envelope } : {}),
});

const indexByIdentity = <T extends ResourceIdentifier>(entries: readonly T[]) =>
  new Map(entries.map(entry => [resourceKey(entry), entry]));
