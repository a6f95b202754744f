import type { KubeObject, ResourceType } from '../contracts';

const OF_METADATA = ['metadata.name', 'metadata.namespace'];
const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

/** Fields by which objects of a kind are selected, where it names its own; as a real server has it. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/events': [
    ...REFERENCE.map(field => `involvedObject.${field}`),
    'reason',
    'reportingComponent',
    'source',
    'type',
    ...OF_METADATA,
  ],
  'events.k8s.io/events': [
    ...REFERENCE.map(field => `regarding.${field}`),
    ...['reason', 'reportingController', 'type', ...OF_METADATA],
  ],
  '/pods': [
    ...OF_METADATA,
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  '/nodes': ['metadata.name', 'spec.unschedulable'],
  '/namespaces': ['metadata.name', 'status.phase'],
  '/secrets': ['type', ...OF_METADATA],
  '/services': [...OF_METADATA, 'spec.clusterIP', 'spec.type'],
  '/replicationcontrollers': [...OF_METADATA, 'status.replicas'],
  'batch/jobs': [...OF_METADATA, 'status.successful'],
};

export interface FieldLabels {
  readonly fields: readonly string[];
  /** What is said of a field that is none of them. */
  readonly explain: (field: string) => string;
}

const unknownLabel = (field: string) => `field label not supported: ${field}`;
const unknownJobLabel = (field: string) => `field label ${JSON.stringify(field)} not supported for Job`;
const GENERAL: FieldLabels = {
  fields: OF_METADATA,
  explain: field =>
    `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
};

export function labelsOf({ group, plural, isCustom, selectableFields = [] }: ResourceType): FieldLabels {
  if (isCustom) return { fields: [...OF_METADATA, ...selectableFields], explain: unknownLabel };
  const fields = FIELDS[`${group}/${plural}`];
  if (!fields) return GENERAL;
  return { fields, explain: plural === 'jobs' ? unknownJobLabel : unknownLabel };
}

interface Address {
  readonly ip?: string;
}

/** What is read in another way than by its path. */
const READERS: Readonly<Record<string, (object: KubeObject) => string>> = {
  'source': object => textAt(object, ['source', 'component']) || textAt(object, ['reportingComponent']),
  'spec.unschedulable': object => textAt(object, ['spec', 'unschedulable']) || 'false',
  'spec.hostNetwork': object => textAt(object, ['spec', 'hostNetwork']) || 'false',
  'status.replicas': object => textAt(object, ['status', 'replicas']) || '0',
  'status.successful': object => textAt(object, ['status', 'succeeded']) || '0',
  'status.podIPs': ({ status }) => {
    const { podIPs = [] } = (status ?? {}) as { podIPs?: readonly Address[] };
    return podIPs.map(({ ip = '' }) => ip).join(',');
  },
};

export function readField(field: string): (object: KubeObject) => string {
  const path = field.split('.');
  return READERS[field] ?? (object => textAt(object, path));
}

function textAt(object: KubeObject, path: readonly string[]): string {
  let value: unknown = object;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return '';
    value = (value as Record<string, unknown>)[step];
  }
  return value === null || typeof value === 'object' ? '' : String(value);
}
