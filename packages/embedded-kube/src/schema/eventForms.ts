import type { KubeObject } from '../contracts';

/**
 * An event has a form in each of two groups, and is kept in that of the core group. What one form always writes, even if
 * empty, the other leaves out.
 */
const NAMES: readonly (readonly [core: string, newer: string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];

const toNewer = new Map(NAMES);
const toCore = new Map(NAMES.map(([core, newer]) => [newer, core]));
const ALWAYS_IN_CORE = { reportingComponent: '', reportingInstance: '' };

/** Of a field of the newer form: its name in the stored form. */
export const coreFieldOf = (field: string): string => {
  const [first, ...rest] = field.split('.');
  return [toCore.get(first) ?? first, ...rest].join('.');
};

function renamed(object: KubeObject, names: ReadonlyMap<string, string>, apiVersion: string): KubeObject {
  const fields = Object.entries(object).map(([field, value]) => [names.get(field) ?? field, value]);
  return { ...Object.fromEntries(fields), apiVersion } as KubeObject;
}

export const toCoreEvent = (object: KubeObject): KubeObject => ({
  ...ALWAYS_IN_CORE,
  ...renamed(object, toCore, 'v1'),
});

export function toNewerEvent(object: KubeObject): KubeObject {
  const { reportingController, reportingInstance, ...rest } = renamed(object, toNewer, 'events.k8s.io/v1');
  return {
    ...rest,
    ...(reportingController ? { reportingController } : {}),
    ...(reportingInstance ? { reportingInstance } : {}),
  } as KubeObject;
}
