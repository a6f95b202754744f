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

/** As many decisions as KubeFleet keeps (RUL 23, A/PL-194). */
export const MAX_CLUSTERS = 1000;

/** Room that the condition takes which tells what was cut. */
const RESERVED_BYTES = 1024;

/**
 * A status that fits the store (RUL 42) and KubeFleet's caps (RUL 23). First the details of failures and differences go, then clusters on which all
 * is well, then others, last names first; a condition says how much is missing. Rows and REST keep everything.
 *
 *   600 KiB                       → as it is
 *   1.2 MiB, 300 KiB of details   → no details
 *   1,000 healthy clusters        → as many as fit, the rest counted in the condition
 *   1,001 clusters, 600 KiB       → 1,000, those in trouble among them, with details
 *   10,000 selected resources     → those that fit into half of it
 */
export function trimStatus(
  status: PlacementStatus,
  statement: Statement & { readonly previous?: PlacementStatus; readonly maxBytes?: number },
): PlacementStatus {
  const { previous, maxBytes = MAX_STATUS_BYTES } = statement;
  const bytes = sizeOf(status);
  const all = status.placementStatuses ?? [];
  if (bytes <= maxBytes && all.length <= MAX_CLUSTERS) return status;
  const listed = keepTroubledFirst(all, ranked => ranked.slice(0, MAX_CLUSTERS));
  const capped = { ...status, placementStatuses: listed };
  const { status: kept, message } =
    sizeOf(capped) + RESERVED_BYTES <= maxBytes
      ? { status: capped, message: explainCap(all.length - listed.length) }
      : cutToFit(capped, { bytes, maxBytes, count: all.length });
  const claim = condition('FleetstageStatusTrimmed', 'True', 'FleetstageStatusTooLarge', message);
  const before = previous?.conditions?.filter(old => old.type === claim.type);
  return {
    ...kept,
    conditions: [...(status.conditions ?? []), ...mergeConditions(before, [claim], statement)],
  };
}

const explainCap = (clusters: number) =>
  `A status lists at most ${MAX_CLUSTERS} clusters: ${clusters} cluster(s) are left out here; Backstage shows all of it`;

interface Fit {
  /** Of the whole status. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** Clusters of the whole status. */
  readonly count: number;
}

function cutToFit(status: PlacementStatus, { bytes, maxBytes, count }: Fit) {
  const { selectedResources, ...others } = status;
  const resources = keepWithin(selectedResources ?? [], maxBytes / 2);
  const bare = {
    ...others,
    ...(selectedResources && { selectedResources: resources }),
    placementStatuses: [],
  };
  const entries = (status.placementStatuses ?? []).map(withoutDetails);
  const room = maxBytes - RESERVED_BYTES - sizeOf(bare);
  const kept = keepTroubledFirst(entries, ranked => keepWithin(ranked, room));
  const cut = {
    bytes,
    clusters: count - kept.length,
    resources: (selectedResources?.length ?? 0) - resources.length,
  };
  return { status: { ...bare, placementStatuses: kept }, message: explain(cut) };
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
  keep: (ranked: readonly ResourcePlacementStatus[]) => readonly ResourcePlacementStatus[],
): ResourcePlacementStatus[] {
  const ranked = [...entries.filter(isTroubled), ...entries.filter(other => !isTroubled(other))];
  const kept = new Set(keep(ranked));
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
