import {
  condition,
  mergeConditions,
  type Condition,
  type PlacementStatus,
  type ResourcePlacementStatus,
  type Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { keepWithin, lengthOf, MAX_STATUS_BYTES, NOTICE_BYTES, sizeOf } from '../fitBytes';

/** As many decisions as KubeFleet keeps (RUL 23, A/PL-194). */
export const MAX_CLUSTERS = 1000;

const NOTICE = 'FleetstageStatusTrimmed';

/**
 * A status that fits the store (RUL 42) and KubeFleet's caps (RUL 23). First the details of failures and differences go,
 * then clusters on which all is well, then others, last names first. Selected resources have half of the room for
 * themselves, and what clusters leave of the other half: they are cut only beyond that. A condition says how much is
 * missing. Rows and REST keep everything.
 *
 *   600 KiB                                        → as it is
 *   1.2 MiB, 300 KiB of details                    → no details
 *   600 KiB of resources, 500 KiB of details       → all resources, no details
 *   1,000 healthy clusters                         → as many as fit, the rest counted in the condition
 *   1,001 clusters, 600 KiB                        → 1,000, those in trouble among them, with details
 *   1.2 MiB of resources, 300 KiB of clusters      → all clusters, and the resources that fit beside them
 *   1.2 MiB of resources, 1.2 MiB of clusters      → about half of both
 */
export function trimStatus(
  status: PlacementStatus,
  statement: Statement & { readonly previous?: PlacementStatus; readonly maxBytes?: number },
): PlacementStatus {
  const { previous, maxBytes = MAX_STATUS_BYTES } = statement;
  const whole = withoutNotice(status);
  const wasCut = whole !== status && isRepeated(status, previous);
  const trimmed = wasCut ? status : whole;
  const bytes = sizeOf(trimmed);
  const all = whole.placementStatuses ?? [];
  if (bytes <= maxBytes && all.length <= MAX_CLUSTERS) return trimmed;
  const listed = keepTroubledFirst(all, ranked => ranked.slice(0, MAX_CLUSTERS));
  const capped = { ...whole, placementStatuses: listed };
  const { status: kept, message } =
    sizeOf(capped) + NOTICE_BYTES <= maxBytes
      ? { status: capped, message: explainCap(all.length - listed.length) }
      : cutToFit(capped, { bytes, maxBytes, count: all.length, wasCut });
  const claim = condition(NOTICE, 'True', 'FleetstageStatusTooLarge', message);
  const before = previous?.conditions?.filter(isNotice);
  return {
    ...kept,
    conditions: [...(whole.conditions ?? []), ...mergeConditions(before, [claim], statement)],
  };
}

const isNotice = ({ type }: Condition) => type === NOTICE;

/** A projection may repeat conditions as they were published (A/ST-012), and with them what an earlier cut said. */
const withoutNotice = (status: PlacementStatus): PlacementStatus =>
  status.conditions?.some(isNotice)
    ? { ...status, conditions: status.conditions.filter(one => !isNotice(one)) }
    : status;

/** Where the lists of the published status are repeated (A/ST-005), what was cut of them is missing still. */
const isRepeated = (status: PlacementStatus, previous: PlacementStatus | undefined) =>
  status.placementStatuses === previous?.placementStatuses &&
  status.selectedResources === previous?.selectedResources;

const explainCap = (clusters: number) =>
  `A status lists at most ${MAX_CLUSTERS} clusters: ${clusters} cluster(s) are left out here; Backstage shows all of it`;

interface Fit {
  /** Of the whole status. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** Clusters of the whole status. */
  readonly count: number;
  /** What is cut is what an earlier cut has left. */
  readonly wasCut: boolean;
}

function cutToFit(status: PlacementStatus, { bytes, maxBytes, count, wasCut }: Fit) {
  const { selectedResources: all, ...others } = status;
  const entries = (status.placementStatuses ?? []).map(withoutDetails);
  const bare = { ...others, ...(all && { selectedResources: [] }), placementStatuses: [] };
  const room = maxBytes - NOTICE_BYTES - sizeOf(bare);
  const half = Math.min(room, maxBytes / 2);
  const resources = keepWithin(all ?? [], Math.max(half, room - lengthOf(entries)));
  const left = room - lengthOf(resources);
  const kept = keepTroubledFirst(entries, ranked => keepWithin(ranked, left));
  const cut = {
    bytes,
    areDetailsCut: (status.placementStatuses ?? []).some(hasDetails),
    clusters: count - kept.length,
    resources: (all?.length ?? 0) - resources.length,
    wasCut,
  };
  const fitting = { ...bare, ...(all && { selectedResources: resources }), placementStatuses: kept };
  return { status: fitting, message: explain(cut) };
}

interface Cut {
  readonly bytes: number;
  readonly areDetailsCut: boolean;
  readonly clusters: number;
  readonly resources: number;
  readonly wasCut: boolean;
}

function explain({ bytes, areDetailsCut, clusters, resources, wasCut }: Cut) {
  const parts = [
    ...(areDetailsCut ? ['details of failures and differences'] : []),
    ...(clusters > 0 ? [`${clusters} cluster(s)`] : []),
    ...(resources > 0 ? [`${resources} selected resource(s)`] : []),
  ];
  const last = parts.pop();
  const list = parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
  const before = wasCut ? ', besides what was left out before' : '';
  return `The status of ${bytes} bytes does not fit: ${list} are left out here${before}; Backstage shows all of it`;
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

const isTroubled = ({ conditions }: ResourcePlacementStatus) =>
  (conditions ?? []).some(({ status }) => status !== 'True');

const hasDetails = (entry: ResourcePlacementStatus) =>
  [entry.failedPlacements, entry.driftedPlacements, entry.diffedPlacements].some(list => list?.length);

function withoutDetails(entry: ResourcePlacementStatus): ResourcePlacementStatus {
  const {
    failedPlacements: _failed,
    driftedPlacements: _drifted,
    diffedPlacements: _diffed,
    ...rest
  } = entry;
  return rest;
}
