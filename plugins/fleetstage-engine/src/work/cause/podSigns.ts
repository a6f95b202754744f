import {
  isJsonObject,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Reasons of a container that has not started and will, as far as anybody knows. */
export const STARTING: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

/** Statuses of the containers of a pod, those that run first to its end before the others. */
export const containersOf = (status: JsonObject): readonly JsonObject[] =>
  [status.initContainerStatuses, status.containerStatuses].flatMap(asObjects);

/** When an event happened last, as its writer says; empty where nothing says so. */
export const lastSeen = ({ lastTimestamp, eventTime, metadata }: KubeObject): string =>
  textOf(lastTimestamp) || textOf(eventTime) || textOf(metadata.creationTimestamp);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const asObjects = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
