import {
  condition,
  parseIntOrPercent,
  type ConditionClaim,
  type ResourceIdentifier,
  type ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState } from '../placement/state';
import { isDisabledKind } from '../snapshot/isSelectable';

/**
 * What is not wrong, but perhaps not meant: one condition, whose reason names the warning where there is only one.
 *
 *   maxUnavailable 0 of an older object       → it counts as 1 (RUL 10)
 *   a selector names what the hub has not got → nothing is placed for it (RUL 21)
 */
export function warningClaims(state: PlacementState): ConditionClaim[] {
  const warnings = [...findRaisedLimit(state), ...findMissingResources(state)];
  if (warnings.length <= 1) return warnings;
  const message = warnings.map(warning => warning.message).join('; ');
  return [condition('FleetstageWarning', 'True', 'FleetstageSeveralWarnings', message)];
}

/** Admission refuses it today. */
function findRaisedLimit({ placement }: PlacementState): ConditionClaim[] {
  const { strategy } = placement.spec;
  const parsed = parseIntOrPercent(strategy?.rollingUpdate?.maxUnavailable ?? 1);
  const isZero =
    parsed.ok && (parsed.value.kind === 'count' ? parsed.value.count : parsed.value.percent) === 0;
  if (strategy?.type === 'External' || !isZero) return [];
  const message =
    'spec.strategy.rollingUpdate.maxUnavailable is 0 and counts as 1, or nothing could ever be updated';
  return [condition('FleetstageWarning', 'True', 'FleetstageMaxUnavailableRaised', message)];
}

/** Judged by the newest snapshot; before there is one, nobody has looked. */
function findMissingResources({ placement, resourceSnapshots }: PlacementState): ConditionClaim[] {
  const captured = resourceSnapshots.at(-1)?.identifiers;
  if (captured === undefined) return [];
  const missing = placement.spec.resourceSelectors
    .filter(selector => selector.name && !isDisabledKind(selector))
    .filter(selector => !captured.some(resource => isMeant(selector, resource)));
  if (missing.length === 0) return [];
  const names = missing.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  const message = `spec.resourceSelectors names what is not on the hub or cannot be placed; nothing is placed for it: ${names}`;
  return [condition('FleetstageWarning', 'True', 'FleetstageNamedResourceMissing', message)];
}

const isMeant = (selector: ResourceSelectorTerm, resource: ResourceIdentifier) =>
  selector.name === resource.name &&
  selector.kind === resource.kind &&
  selector.version === resource.version &&
  selector.group === (resource.group ?? '');
