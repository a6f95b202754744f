import {
  condition,
  mergeConditions,
  utf8Length,
  type PlacementStatus,
  type ResourcePlacementStatus,
  type Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Leaves room for spec and metadata below the 1.5 MiB that etcd takes (RUL 42). */
export const MAX_STATUS_BYTES = 1024 * 1024;

/** Room that the condition takes which tells what was cut. */
const RESERVED_BYTES = 1024;

/**
 * A status that fits the store (RUL 42). First the details of failures and differences go, then clusters on which all
 * is well, then others, last names first; a condition says how much is missing. Rows and REST keep everything.
 *
 *   600 KiB                       → as it is
 *   1.2 MiB, 300 KiB of details   → no details
 *   1,000 healthy clusters        → as many as fit, the rest counted in the condition
 */
export function trimStatus(
  status: PlacementStatus,
  statement: Statement & { readonly previous?: PlacementStatus; readonly maxBytes?: number },
): PlacementStatus {
  const { previous, maxBytes = MAX_STATUS_BYTES } = statement;
  const bytes = sizeOf(status);
  if (bytes <= maxBytes) return status;
  const entries = (status.placementStatuses ?? []).map(withoutDetails);
  const bare = { ...status, placementStatuses: [] };
  const kept = keepWithin(entries, maxBytes - RESERVED_BYTES - sizeOf(bare));
  const left = entries.length - kept.length;
  const message = `The status of ${bytes} bytes does not fit: details of failures and differences${left > 0 ? ` and ${left} cluster(s)` : ''} are left out here; Backstage shows all of it`;
  const claim = condition('FleetstageStatusTrimmed', 'True', 'FleetstageStatusTooLarge', message);
  const before = previous?.conditions?.filter(old => old.type === claim.type);
  return {
    ...status,
    placementStatuses: kept,
    conditions: [...(status.conditions ?? []), ...mergeConditions(before, [claim], statement)],
  };
}

/** Troubled clusters take their places first; what is kept stays in its order. */
function keepWithin(
  entries: readonly ResourcePlacementStatus[],
  maxBytes: number,
): ResourcePlacementStatus[] {
  const kept = new Set<ResourcePlacementStatus>();
  let bytes = 0;
  for (const entry of [...entries.filter(isTroubled), ...entries.filter(other => !isTroubled(other))]) {
    bytes += sizeOf(entry) + 1;
    if (bytes > maxBytes) break;
    kept.add(entry);
  }
  return entries.filter(entry => kept.has(entry));
}

const isTroubled = ({ conditions }: ResourcePlacementStatus) =>
  (conditions ?? []).some(({ status }) => status !== 'True');

function withoutDetails(entry: ResourcePlacementStatus): ResourcePlacementStatus {
  const {
    failedPlacements: _failed,
    driftedPlacements: _drifted,
    diffedPlacements: _diffed,
    ...rest
  } = entry;
  return rest;
}

const sizeOf = (value: unknown) => utf8Length(JSON.stringify(value));
