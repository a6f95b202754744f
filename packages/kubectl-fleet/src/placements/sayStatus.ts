import type {
  ClusterResourcePlacement,
  Condition,
  ResourceIdentifier,
  ResourcePlacement,
  ResourcePlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** A placement on one cluster in a line. */
export interface ClusterLine {
  readonly cluster: string;
  /** `available`, or the first condition that is not met and its reason: `Applied False, ApplyFailed`. */
  readonly state: string;
  readonly message?: string;
  /** Index of the snapshot that it shall run. */
  readonly snapshot?: string;
}

/** The conditions of the whole placement that are not True, and its warnings; where all are, that. */
export function wholeLines(object: ClusterResourcePlacement | ResourcePlacement): string[] {
  const { kind } = object;
  const { generation } = object.metadata;
  const conditions = object.status?.conditions ?? [];
  if (conditions.length === 0) return ['nothing is reported of it yet'];
  const isOpen = ({ type, status, observedGeneration }: Condition) =>
    type === WARNING || status !== 'True' || (generation !== undefined && observedGeneration !== generation);
  const open = conditions.filter(isOpen).map(one => sayCondition(one, kind, generation));
  const scheduled = conditions.find(({ type }) => type === `${kind}Scheduled`);
  return open.length > 0 ? open : [`all is well: ${scheduled?.message ?? ''}`];
}

const WARNING = 'FleetstageWarning';

function sayCondition(
  { type, status, reason, message, observedGeneration }: Condition,
  kind: string,
  generation?: number,
): string {
  const head = type === WARNING ? `warning ${reason}` : `${type.replace(kind, '')} ${status}, ${reason}`;
  const isOld = generation !== undefined && observedGeneration !== generation;
  return `${head}${isOld ? ' (of an earlier generation)' : ''}: ${message}`;
}

export function clusterLine(status: ResourcePlacementStatus): ClusterLine {
  const { clusterName: cluster = '', conditions = [], observedResourceIndex: snapshot } = status;
  const unmet = conditions.find(({ status: value }) => value !== 'True');
  const last = conditions.at(-1);
  const state = unmet ? `${unmet.type} ${unmet.status}, ${unmet.reason}` : stateOf(last);
  const [trouble] = clusterTrouble(status);
  const message = trouble ?? unmet?.message;
  return {
    ...{ cluster, state },
    ...(message && { message }),
    ...(snapshot !== undefined && snapshot !== '' && { snapshot }),
  };
}

const stateOf = (last: Condition | undefined) =>
  last === undefined ? 'nothing reported' : last.type === 'Available' ? 'available' : last.type;

/** What fails, has drifted or differs there, object by object. */
export function clusterTrouble(status: ResourcePlacementStatus): string[] {
  const { failedPlacements = [], driftedPlacements = [], diffedPlacements = [] } = status;
  return [
    ...failedPlacements.map(one => `${nameOf(one)}: ${one.condition.message || one.condition.reason}`),
    ...driftedPlacements.map(one => `${nameOf(one)} has drifted at ${pathsOf(one.observedDrifts)}`),
    ...diffedPlacements.map(one => `${nameOf(one)} differs at ${pathsOf(one.observedDiffs)}`),
  ];
}

const nameOf = ({ kind, namespace, name }: ResourceIdentifier) =>
  `${kind} ${namespace ? `${namespace}/` : ''}${name}`;

const MAX_PATHS = 3;

function pathsOf(details: readonly { readonly path: string }[] = []): string {
  const paths = details.slice(0, MAX_PATHS).map(({ path }) => path);
  const more = details.length - paths.length;
  return `${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
