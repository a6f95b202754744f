import {
  annotationKeys,
  isJsonObject,
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
export function withoutWriteOnly(object: KubeObject): JsonObject {
  if (object.kind !== 'Secret' || !('stringData' in object)) return object;
  const { stringData: _, ...rest } = object;
  return rest;
}

function dropTemplateTimes(object: JsonObject): JsonObject {
  const { spec } = object;
  if (!isJsonObject(spec)) return object;
  const template = dropTemplateTime(spec.template);
  const job =
    isJsonObject(spec.jobTemplate) && isJsonObject(spec.jobTemplate.spec) ? spec.jobTemplate : undefined;
  const jobSpec = job && isJsonObject(job.spec) ? job.spec : undefined;
  return {
    ...object,
    spec: {
      ...spec,
      ...(template === undefined ? {} : { template }),
      ...(job && jobSpec
        ? { jobTemplate: { ...job, spec: { ...jobSpec, template: dropTemplateTime(jobSpec.template) } } }
        : {}),
    },
  };
}

function dropTemplateTime(template: unknown): unknown {
  if (!isJsonObject(template) || !isJsonObject(template.metadata)) return template;
  const { creationTimestamp: _, ...metadata } = template.metadata;
  return { ...template, metadata };
}
