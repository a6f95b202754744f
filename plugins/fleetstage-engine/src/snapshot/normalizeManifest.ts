import {
  annotationKeys,
  isJsonObject,
  kindOf,
  without,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Fields that the hub's API server owns; they say nothing about what a member shall run (A/SEL-060). */
const SERVER_METADATA = [
  'resourceVersion',
  'generation',
  'uid',
  'selfLink',
  'deletionTimestamp',
  'managedFields',
  'creationTimestamp',
  'ownerReferences',
];
const HUB_ANNOTATIONS = [annotationKeys.kubectlLastApplied, 'deployment.kubernetes.io/revision'];
const CONTROLLER_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'];

/** The manifest as it is captured: what the hub's server added is gone, everything else stays (A/SEL-060…063). */
export function normalizeManifest(object: KubeObject): KubeObject {
  const manifest = { ...without(object, ['status']), metadata: normalizeMetadata(object.metadata) };
  const { group, version, kind } = kindOf(object);
  if (group === '' && version === 'v1' && kind === 'Service') return normalizeService(manifest);
  if (group === 'batch' && version === 'v1' && kind === 'Job') return normalizeJob(manifest);
  return manifest;
}

function normalizeMetadata(metadata: KubeObject['metadata']): KubeObject['metadata'] {
  const kept = without(metadata, SERVER_METADATA);
  if (kept.annotations === undefined) return kept;
  const annotations = without(kept.annotations, HUB_ANNOTATIONS);
  return Object.keys(annotations).length > 0 ? { ...kept, annotations } : without(kept, ['annotations']);
}

/** Addresses and node ports are handed out by each cluster; a headless Service keeps its `None` (A/SEL-062). */
function normalizeService(service: KubeObject): KubeObject {
  const { spec } = service;
  if (!isJsonObject(spec)) return service;
  const addresses = spec.clusterIP === 'None' ? [] : ['clusterIP', 'clusterIPs'];
  const kept = without(spec, [...addresses, 'healthCheckNodePort']);
  return {
    ...service,
    spec: editField(kept, 'ports', ports => mapItems(ports, port => without(port, ['nodePort']))),
  };
}

/** The hub's own selector of the Job's pods; each member makes its own (A/SEL-063). */
function normalizeJob(job: KubeObject): KubeObject {
  const { spec } = job;
  if (!isJsonObject(spec) || spec.manualSelector === true) return job;
  const dropControllerLabels = (labels: unknown) =>
    isJsonObject(labels) ? without(labels, CONTROLLER_LABELS) : labels;
  const withSelector = editField(spec, 'selector', selector =>
    editField(selector, 'matchLabels', dropControllerLabels),
  );
  const withTemplate = editField(withSelector, 'template', template =>
    editField(template, 'metadata', metadata =>
      editField(
        isJsonObject(metadata) ? without(metadata, ['creationTimestamp']) : metadata,
        'labels',
        dropControllerLabels,
      ),
    ),
  );
  return { ...job, spec: withTemplate };
}

/** A copy with one field changed, where there is such a field. */
function editField(value: unknown, field: string, edit: (inner: unknown) => unknown): unknown {
  return isJsonObject(value) && field in value ? { ...value, [field]: edit(value[field]) } : value;
}

const mapItems = (items: unknown, edit: (item: JsonObject) => unknown) =>
  Array.isArray(items) ? items.map(item => (isJsonObject(item) ? edit(item) : item)) : items;
