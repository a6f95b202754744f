import {
  condition,
  parseIntOrPercent,
  type ConditionClaim,
  type ResourceIdentifier,
  type ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementStatusInput } from '../state/placement';
import { explainBackReports } from '../reportback/explainBackReports';
import { decideReportBack } from '../reportback/reportBack';
import { isDisabledKind } from '../snapshot/isSelectable';
import { foldWarnings } from './foldWarnings';

/**
 * What is not wrong, but perhaps not meant: one condition, whose reason names the warning where there is only one.
 *
 *   maxUnavailable 0 of an older object       → it counts as 1 (RUL 10)
 *   a selector names what the hub has not got → nothing is placed for it (RUL 21)
 *   a status has no place on the hub          → it is not reported back (RUL 15)
 *   an annotated ConfigMap, roles             → placed as it is, or not at all (RUL 54, decision 0026)
 *   overrides that are too many, or overlap      → all of them apply (RUL 44)
 */
export function warningClaims(state: PlacementStatusInput): ConditionClaim[] {
  return foldWarnings([
    ...findRaisedLimit(state),
    ...findMissingResources(state),
    ...findUnreported(state),
    ...findCaptureWarnings(state),
    ...findOverrideWarnings(state),
  ]);
}

const WILDCARD_HINT = '; a name has no wildcards: use labelSelector for several';

/** Admission refuses it today. */
function findRaisedLimit({ placement }: PlacementStatusInput): ConditionClaim[] {
  const { strategy } = placement.spec;
  const parsed = parseIntOrPercent(strategy?.rollingUpdate?.maxUnavailable ?? 1);
  const isZero =
    parsed.ok && (parsed.value.kind === 'count' ? parsed.value.count : parsed.value.percent) === 0;
  if (strategy?.type === 'External' || !isZero) return [];
  const message =
    'spec.strategy.rollingUpdate.maxUnavailable is 0 and counts as 1, or nothing could ever be updated';
  return [condition('FleetstageWarning', 'True', 'FleetstageMaxUnavailableRaised', message)];
}

/** Judged by the newest snapshot; before there is one of what the selectors mean now, nothing can be said. */
function findMissingResources({
  placement,
  resourceSnapshots,
  isSnapshotDelayed,
}: PlacementStatusInput): ConditionClaim[] {
  const captured = resourceSnapshots.at(-1)?.identifiers;
  if (captured === undefined || isSnapshotDelayed) return [];
  const missing = placement.spec.resourceSelectors
    .filter(selector => selector.name && !isDisabledKind(selector))
    .filter(selector => !captured.some(resource => isMeant(selector, resource)));
  if (missing.length === 0) return [];
  const names = missing.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  const hint = missing.some(({ name = '' }) => name.includes('*')) ? WILDCARD_HINT : '';
  const message = `spec.resourceSelectors names what is not on the hub or cannot be placed; nothing is placed for it: ${names}${hint}`;
  return [condition('FleetstageWarning', 'True', 'FleetstageNamedResourceMissing', message)];
}

/** What was asked for and cannot be, else what could not be written; of no interest while it is not asked for. */
function findUnreported({ placement, backReportProblems }: PlacementStatusInput): ConditionClaim[] {
  const asked = decideReportBack(placement.spec);
  const warn = (message: string) => [
    condition('FleetstageWarning', 'True', 'FleetstageStatusNotReportedBack', message),
  ];
  if (asked.kind === 'refused') return warn(asked.message);
  if (asked.kind === 'off' || backReportProblems === undefined) return [];
  return warn(explainBackReports(backReportProblems));
}

/** What the last capture did not place for what it could do on a member. */
const findCaptureWarnings = ({ captureWarnings = [] }: PlacementStatusInput): ConditionClaim[] =>
  captureWarnings.map(({ reason, message }) => condition('FleetstageWarning', 'True', reason, message));

/** What admission would have to list all overrides for. */
const findOverrideWarnings = ({ overrideWarnings = [] }: PlacementStatusInput): ConditionClaim[] =>
  overrideWarnings.map(({ reason, message }) => condition('FleetstageWarning', 'True', reason, message));

const isMeant = (selector: ResourceSelectorTerm, resource: ResourceIdentifier) =>
  selector.name === resource.name &&
  selector.kind === resource.kind &&
  selector.version === resource.version &&
  selector.group === (resource.group ?? '');
