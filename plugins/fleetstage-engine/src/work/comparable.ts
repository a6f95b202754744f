import {
  annotationKeys,
  isJsonObject,
  without,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

const IGNORED_METADATA: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'generateName',
  'finalizers',
  'managedFields',
  'ownerReferences',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'resourceVersion',
  'selfLink',
  'uid',
]);
const RESERVED_KEY = /^(kubernetes\.io|k8s\.io|kubernetes-fleet\.io)\//;
// These two are kubectl's and a controller's own bookkeeping; their domains are sub-domains (RUL 14).
const BOOKKEEPING: ReadonlySet<string> = new Set([
  annotationKeys.kubectlLastApplied,
  'deployment.kubernetes.io/revision',
]);

/** The part of an object that is compared: without what a server or Fleetstage owns (B/WA-090, RUL 14). */
export function comparable(object: KubeObject): JsonObject {
  const { status: _, ...rest } = withoutWriteOnly(object);
  const metadata = Object.entries(object.metadata)
    .filter(([field]) => !IGNORED_METADATA.has(field))
    .map(([field, value]) => [
      field,
      field === 'labels' || field === 'annotations' ? withoutReserved(value) : value,
    ]);
  return dropTemplateTimes({ ...rest, metadata: Object.fromEntries(metadata) });
}

const withoutReserved = (entries: unknown) =>
  isJsonObject(entries)
    ? Object.fromEntries(
        Object.entries(entries).filter(([key]) => !RESERVED_KEY.test(key) && !BOOKKEEPING.has(key)),
      )
    : entries;

/** `stringData` is never read back: the server folds it into `data`. */
export const withoutWriteOnly = (object: KubeObject): JsonObject =>
  object.kind === 'Secret' ? without(object, ['stringData']) : object;

/** Of the template of pods, and of that of a CronJob's jobs. */
const dropTemplateTimes = (object: JsonObject): JsonObject =>
  changeMap(object, 'spec', spec =>
    changeMap(dropTemplateTime(spec), 'jobTemplate', job => changeMap(job, 'spec', dropTemplateTime)),
  );

const dropTemplateTime = (spec: JsonObject): JsonObject =>
  changeMap(spec, 'template', template =>
    changeMap(template, 'metadata', metadata => without(metadata, ['creationTimestamp'])),
  );

/** The map of a field changed; a field that has none stays as it is. */
function changeMap(object: JsonObject, field: string, change: (map: JsonObject) => JsonObject): JsonObject {
  const map = object[field];
  return isJsonObject(map) ? { ...object, [field]: change(map) } : object;
}
