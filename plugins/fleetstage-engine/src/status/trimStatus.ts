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
 *   10,000 selected resources     → those that fit into half of it
 */
export function trimStatus(
  status: PlacementStatus,
  statement: Statement & { readonly previous?: PlacementStatus; readonly maxBytes?: number },
): PlacementStatus {
  const { previous, maxBytes = MAX_STATUS_BYTES } = statement;
  const bytes = sizeOf(status);
  if (bytes <= maxBytes) return status;
  const { selectedResources, ...others } = status;
  const resources = keepWithin(selectedResources ?? [], maxBytes / 2);
  const bare = {
    ...others,
    ...(selectedResources && { selectedResources: resources }),
    placementStatuses: [],
  };
  const entries = (status.placementStatuses ?? []).map(withoutDetails);
  const kept = keepTroubledFirst(entries, maxBytes - RESERVED_BYTES - sizeOf(bare));
  const cut = {
    bytes,
    clusters: entries.length - kept.length,
    resources: (selectedResources?.length ?? 0) - resources.length,
  };
  const claim = condition('FleetstageStatusTrimmed', 'True', 'FleetstageStatusTooLarge', explain(cut));
  const before = previous?.conditions?.filter(old => old.type === claim.type);
  return {
    ...bare,
    placementStatuses: kept,
    conditions: [...(status.conditions ?? []), ...mergeConditions(before, [claim], statement)],
  };
}

function explain(cut: { readonly bytes: number; readonly clusters: number; readonly resources: number }) {
  const parts = [
    'details of failures and differences',
    ...(cut.clusters > 0 ? [`${cut.clusters} cluster(s)`] : []),
    ...(cut.resources > 0 ? [`${cut.resources} selected resource(s)`] : []),
  ];
  const last = parts.pop();
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  return `The status of ${cut.bytes} bytes does not fit: ${list} are left out here; Backstage shows all of it`;
}

/** Troubled clusters take their places first; what is kept stays in its order. */
function keepTroubledFirst(
  entries: readonly ResourcePlacementStatus[],
  maxBytes: number,
): ResourcePlacementStatus[] {
  const ranked = [...entries.filter(isTroubled), ...entries.filter(other => !isTroubled(other))];
  const kept = new Set(keepWithin(ranked, maxBytes));
  return entries.filter(entry => kept.has(entry));
}

/** The first ones that fit together, with the commas between them. */
function keepWithin<T>(entries: readonly T[], maxBytes: number): readonly T[] {
  let bytes = 0;
  for (const [i, entry] of entries.entries()) {
    bytes += sizeOf(entry) + 1;
    if (bytes > maxBytes) return entries.slice(0, i);
  }
  return entries;
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
