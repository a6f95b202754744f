import {
  condition,
  cutText,
  mergeConditions,
  toRfc3339,
  type ApplyStrategy,
  type ConditionClaim,
  type DiffDetails,
  type DriftDetails,
  type Instant,
  type JsonObject,
  type ManifestCondition,
  type WorkStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { completeStrategy } from '../work/planApply';
import { describeManifest, identityKey, type ManifestIdentity } from '../work/renderWork';
import { isComparisonFailed, type ManifestOutcome } from '../work/reportWork';
import { appliedClaim, availableClaim, diffReportedClaim } from './manifestClaims';

/** What a pass over one Work of the hub has shown. */
export interface WorkView {
  /** Of the Work that was applied. */
  readonly generation: number;
  readonly strategy: ApplyStrategy;
  /** One for each manifest, in their order. */
  readonly outcomes: readonly ManifestOutcome[];
  /** Plural name of a manifest's kind on the cluster; `undefined`: it does not serve the kind. */
  readonly pluralOf: (manifest: ManifestIdentity) => string | undefined;
  /** Statuses of objects, where `spec.reportBackStrategy` is Mirror; absent: they are not reported. */
  readonly statuses?: readonly {
    readonly object: ManifestIdentity;
    readonly status: JsonObject | 'tooLarge';
  }[];
  /** The status before: times and what was not read again come from it. */
  readonly previous?: WorkStatus;
  readonly now: Instant;
}

/** The status that an agent writes on a Work (B/WA-100…110, WA-140). */
export function projectWork(view: WorkView): WorkStatus {
  const { previous, outcomes, generation, now } = view;
  const before = new Map((previous?.manifestConditions ?? []).map(entry => [keyOf(entry), entry]));
  return {
    conditions: mergeConditions(previous?.conditions, workClaims(view), { generation, now }),
    manifestConditions: outcomes.map((outcome, ordinal) =>
      projectManifest(view, { outcome, ordinal, before: before.get(identityKey(outcome.manifest)) }),
    ),
  };
}

/** Drifts and times of an object outlive a new ordinal, and a new version of its kind is another one (B/WA-023). */
const keyOf = ({
  identifier: { group = '', version = '', kind = '', namespace, name = '' },
}: ManifestCondition) => identityKey({ group, version, kind, name, ...(namespace && { namespace }) });

interface Case {
  readonly outcome: ManifestOutcome;
  readonly ordinal: number;
  readonly before: ManifestCondition | undefined;
}

function projectManifest(view: WorkView, { outcome, ordinal, before }: Case): ManifestCondition {
  const { manifest, generation, result, isUnseen } = outcome;
  const { group, version, kind, namespace, name } = manifest;
  const plural = view.pluralOf(manifest);
  const identifier = {
    ordinal,
    ...(group && { group }),
    version,
    kind,
    ...(plural !== undefined && { resource: plural }),
    ...(namespace && { namespace }),
    name,
  };
  // Nobody has read it: what was said of it stands.
  if (isUnseen && before) return { ...before, identifier };
  const isUndecodable = result.kind === 'failed' && UNDECODABLE.has(result.reason);
  const previous = isUndecodable ? undefined : before;
  const drift = driftDetails(view, outcome, previous);
  const diff = drift ? undefined : diffDetails(view, outcome, previous);
  const back = backReported(view, manifest, previous);
  return {
    identifier,
    conditions: mergeConditions(previous?.conditions, manifestClaims(view, outcome), {
      generation,
      now: view.now,
    }),
    ...(drift && { driftDetails: drift }),
    ...(diff && { diffDetails: diff }),
    ...(back && { backReportedStatus: back }),
  };
}

/** Such entries begin anew with each pass (B §4.11). */
const UNDECODABLE: ReadonlySet<string> = new Set(['DecodingErred', 'FoundGenerateName', 'Duplicated']);

const isComparing = ({ strategy }: Pick<WorkView, 'strategy'>) =>
  completeStrategy(strategy).type === 'ReportDiff';

function manifestClaims(view: WorkView, outcome: ManifestOutcome): readonly ConditionClaim[] {
  if (isComparing(view)) return [diffReportedClaim(outcome)];
  const available = availableClaim(outcome);
  return [appliedClaim(outcome), ...(available ? [available] : [])];
}

/** B/WA-102, WA-104. */
function driftDetails(
  { now }: WorkView,
  outcome: ManifestOutcome,
  before: ManifestCondition | undefined,
): DriftDetails | undefined {
  if (isComparisonFailed(outcome)) return before?.driftDetails;
  const { drifts = [], generation } = outcome;
  if (drifts.length === 0) return undefined;
  return {
    observationTime: toRfc3339(now),
    observedInMemberClusterGeneration: generation,
    firstDriftedObservedTime: before?.driftDetails?.firstDriftedObservedTime ?? toRfc3339(now),
    observedDrifts: drifts,
  };
}

/** B/WA-103, WA-104. */
function diffDetails(
  { now }: WorkView,
  { diffs = [], generation, isAbsent }: ManifestOutcome,
  before: ManifestCondition | undefined,
): DiffDetails | undefined {
  if (diffs.length === 0) return undefined;
  return {
    observationTime: toRfc3339(now),
    ...(!isAbsent && { observedInMemberClusterGeneration: generation }),
    firstDiffedObservedTime: before?.diffDetails?.firstDiffedObservedTime ?? toRfc3339(now),
    observedDiffs: diffs,
  };
}

/** An earlier one stays when a pass has seen none (B/WA-140). */
function backReported(
  { statuses, now }: WorkView,
  manifest: ManifestIdentity,
  before: ManifestCondition | undefined,
): ManifestCondition['backReportedStatus'] {
  if (statuses === undefined) return undefined;
  const seen = statuses.find(({ object }) => identityKey(object) === identityKey(manifest));
  if (seen === undefined || seen.status === 'tooLarge') return before?.backReportedStatus;
  const { group, version, kind, namespace, name } = manifest;
  return {
    observedStatus: {
      apiVersion: group === '' ? version : `${group}/${version}`,
      kind,
      metadata: { name, ...(namespace && { namespace }) },
      status: seen.status,
    },
    observationTime: toRfc3339(now),
  };
}

function workClaims(view: WorkView): readonly ConditionClaim[] {
  const { outcomes } = view;
  if (isComparing(view)) return [comparedClaim(outcomes)];
  const unapplied = outcomes.filter(({ result }) => result.kind !== 'applied');
  if (unapplied.length > 0) {
    const message = `${outcomes.length - unapplied.length} of ${outcomes.length} manifests are applied; not ${listManifests(unapplied)}`;
    return [condition('Applied', 'False', 'SomeManifestsAreNotApplied', cutText(message))];
  }
  const said = `All ${outcomes.length} manifests are applied`;
  return [condition('Applied', 'True', 'AllManifestsApplied', said), availabilityClaim(outcomes)];
}

/** B/WA-109, RUL 33. */
function availabilityClaim(outcomes: readonly ManifestOutcome[]): ConditionClaim {
  const of = (kind: string) =>
    outcomes.filter(({ result }) => result.kind === 'applied' && result.availability.kind === kind);
  const waiting = of('notYet');
  if (waiting.length > 0) {
    const message = `${outcomes.length - waiting.length} of ${outcomes.length} manifests are available; not ${listManifests(waiting)}`;
    return condition('Available', 'False', 'SomeManifestsAreNotAvailable', cutText(message));
  }
  const untracked = of('untrackable');
  if (untracked.length > 0) {
    const message = `The availability of ${untracked.length} of ${outcomes.length} manifests cannot be tracked`;
    return condition('Available', 'True', 'WorkNotTrackable', message);
  }
  return condition(
    'Available',
    'True',
    'AllManifestsAvailable',
    `All ${outcomes.length} manifests are available`,
  );
}

/** A comparison in degraded mode is one (RUL 16). */
function comparedClaim(outcomes: readonly ManifestOutcome[]): ConditionClaim {
  const failed = outcomes.filter(({ result }) => result.kind !== 'compared');
  if (failed.length === 0) {
    const message = `The differences of all ${outcomes.length} manifests are reported`;
    return condition('DiffReported', 'True', 'AllManifestsDiffReported', message);
  }
  const message = `The differences of ${outcomes.length - failed.length} of ${outcomes.length} manifests are reported; not ${listManifests(failed)}`;
  return condition('DiffReported', 'False', 'SomeManifestsHaveNotReportedDiff', cutText(message));
}

/** `Deployment web/app (1 of 3 replicas are available) and 1 more`. */
function listManifests([first, ...more]: readonly ManifestOutcome[]): string {
  const why = messageOf(first);
  return `${describeManifest(first.manifest)}${why && ` (${why})`}${more.length > 0 ? ` and ${more.length} more` : ''}`;
}

function messageOf({ result }: ManifestOutcome): string {
  if (result.kind === 'failed') return result.message;
  return result.kind === 'applied' && result.availability.kind !== 'available'
    ? result.availability.message
    : '';
}
