import type { KubeObject, ResourceType } from '../contracts';
import { badRequest } from './errors';

export interface FieldRequirement {
  readonly path: readonly string[];
  readonly value: string;
  readonly isEqual: boolean;
}

const EVENT_FIELDS = [
  ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
    field => `involvedObject.${field}`,
  ),
  'reason',
  'reportingComponent',
  'source',
  'type',
];

/** What else than name and namespace can be selected by, as a real server has it. */
const SELECTABLE: Readonly<Record<string, readonly string[]>> = {
  '/events': EVENT_FIELDS,
  '/pods': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ],
  '/nodes': ['spec.unschedulable'],
  '/namespaces': ['status.phase'],
  '/secrets': ['type'],
  '/services': ['spec.clusterIP', 'spec.type'],
  '/replicationcontrollers': ['status.replicas'],
  'apps/replicasets': ['status.replicas'],
  'batch/jobs': ['status.successful'],
};

/** @throws ApiError 400 for a field that this kind cannot be selected by */
export function parseFieldSelector(text: string | undefined, type: ResourceType): FieldRequirement[] {
  if (text === undefined || text.trim() === '') return [];
  const allowed = [
    'metadata.name',
    'metadata.namespace',
    ...(SELECTABLE[`${type.group}/${type.plural}`] ?? []),
  ];
  return text.split(',').map(term => {
    const parsed = /^\s*([^=!]+?)\s*(!=|==|=)\s*(.*?)\s*$/.exec(term);
    if (!parsed) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
    const [, field, operator, value] = parsed;
    if (!allowed.includes(field)) throw badRequest(unknownField(type, field));
    return { path: field.split('.'), value, isEqual: operator !== '!=' };
  });
}

export function matchesFields(requirements: readonly FieldRequirement[], object: KubeObject): boolean {
  return requirements.every(({ path, value, isEqual }) => (readText(object, path) === value) === isEqual);
}

const unknownField = (type: ResourceType, field: string) =>
  type.isCustom
    ? `field label not supported: ${field}`
    : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;

function readText(object: KubeObject, path: readonly string[]): string {
  let value: unknown = object;
  for (const step of path) value = (value as Record<string, unknown> | null | undefined)?.[step];
  if (value !== null && typeof value === 'object') return '';
  return value === undefined || value === null ? (DEFAULTS[path.join('.')] ?? '') : String(value);
}

const DEFAULTS: Readonly<Record<string, string>> = {
  'spec.unschedulable': 'false',
  'spec.hostNetwork': 'false',
};
