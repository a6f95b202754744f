import type { ResourceType } from '../../contracts';
import { groupVersionKind } from './schemas';

export interface Parameter {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One call of the API, in no version of OpenAPI. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  readonly id: string;
  readonly action: string;
  readonly description: string;
  readonly query: readonly Parameter[];
  readonly type: ResourceType;
  readonly hasBody: boolean;
  /** What is answered: one object, or the list of the kind. */
  readonly answers: 'object' | 'list';
  readonly bodyTypes: readonly string[];
  readonly groupVersionKind: object;
}

const text = (name: string, description: string): Parameter => ({ name, type: 'string', description });
const flag = (name: string, description: string): Parameter => ({ name, type: 'boolean', description });
const count = (name: string, description: string): Parameter => ({ name, type: 'integer', description });

const DRY_RUN = text('dryRun', 'All: checks the request and answers as usual, and stores nothing.');
const FIELD_MANAGER = text('fieldManager', 'Name of who makes the change; managedFields remember it.');
const FIELD_VALIDATION = text(
  'fieldValidation',
  'What becomes of unknown and repeated fields: Ignore drops them, Warn drops them and warns, Strict refuses the request.',
);
const WRITE = [DRY_RUN, FIELD_MANAGER, FIELD_VALIDATION];
const PATCH = [...WRITE, flag('force', 'Apply only: takes fields over from other managers.')];
const DELETE = [
  DRY_RUN,
  count('gracePeriodSeconds', 'How long the object may take to end; 0 ends it at once.'),
  text('propagationPolicy', 'What becomes of dependents: Orphan, Background or Foreground.'),
];
const LIST = [
  flag('allowWatchBookmarks', 'Whether a watch may send bookmarks.'),
  text('continue', 'Where the next part of a list begins, as given by the part before.'),
  text('fieldSelector', 'Restricts the list by fields.'),
  text('labelSelector', 'Restricts the list by labels.'),
  count('limit', 'Largest number of objects in one answer.'),
  text('resourceVersion', 'From which version on the answer may be.'),
  text('resourceVersionMatch', 'How resourceVersion is meant: Exact or NotOlderThan.'),
  flag('sendInitialEvents', 'Whether a watch begins with what is there.'),
  count('timeoutSeconds', 'How long a list or watch may last.'),
  flag('watch', 'Follow changes instead of listing.'),
];

const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/apply-patch+yaml',
];
const BODY_TYPES = ['application/json', 'application/yaml'];

interface Call {
  readonly verb: string;
  readonly method: Method;
  readonly action: string;
  readonly query: readonly Parameter[];
}

const ON_ONE: readonly Call[] = [
  { verb: 'get', method: 'get', action: 'get', query: [] },
  { verb: 'update', method: 'put', action: 'put', query: WRITE },
  { verb: 'patch', method: 'patch', action: 'patch', query: PATCH },
  { verb: 'delete', method: 'delete', action: 'delete', query: DELETE },
];
const ON_ALL: readonly Call[] = [
  { verb: 'list', method: 'get', action: 'list', query: LIST },
  { verb: 'create', method: 'post', action: 'post', query: WRITE },
  { verb: 'deletecollection', method: 'delete', action: 'deletecollection', query: [...LIST, ...DELETE] },
];
const VERBS: Readonly<Record<string, string>> = {
  get: 'read',
  put: 'replace',
  patch: 'partially update',
  delete: 'delete',
  list: 'list or watch',
  post: 'create',
  deletecollection: 'delete a collection of',
};

const camel = (parts: readonly string[]) =>
  parts.map(part => part.charAt(0).toUpperCase() + part.slice(1)).join('');

const groupId = ({ group, version }: ResourceType) =>
  camel([...(group === '' ? ['core'] : group.replace(/\.k8s\.io$/, '').split(/[.-]/)), version]);

function toOperation(type: ResourceType, path: string, call: Call, part = ''): Operation {
  const { action, method } = call;
  const isPatch = method === 'patch';
  const strategic = type.isCustom ? [] : ['application/strategic-merge-patch+json'];
  const scope = path.includes('{namespace}') ? 'Namespaced' : '';
  return {
    path,
    method,
    action,
    id: `${action}${groupId(type)}${scope}${type.kind}${camel(part.split('/'))}${path.endsWith(type.plural) && action === 'list' && type.isNamespaced && !scope ? 'ForAllNamespaces' : ''}`,
    description: `${VERBS[action]} ${part ? `${part} of ` : ''}the specified ${type.kind}`,
    query: call.query,
    type,
    hasBody: ['put', 'post', 'patch', 'delete'].includes(method),
    answers: action === 'list' ? 'list' : 'object',
    bodyTypes: isPatch ? [...PATCH_TYPES, ...strategic] : BODY_TYPES,
    groupVersionKind: groupVersionKind(type),
  };
}

/** The calls that a kind can be used by; subresources of the kind itself included. */
export function operationsOf(type: ResourceType): readonly Operation[] {
  const { group, version, plural, isNamespaced, verbs, subresources } = type;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const all = isNamespaced ? `${root}/namespaces/{namespace}/${plural}` : `${root}/${plural}`;
  const can = ({ verb }: Call) => verbs.includes(verb);
  const everywhere = ON_ALL.filter(call => call.verb === 'list' && can(call) && isNamespaced);
  const status = subresources.includes('status') ? ON_ONE.filter(({ verb }) => verb !== 'delete') : [];
  return [
    ...everywhere.map(call => toOperation(type, `${root}/${plural}`, call)),
    ...ON_ALL.filter(can).map(call => toOperation(type, all, call)),
    ...ON_ONE.filter(can).map(call => toOperation(type, `${all}/{name}`, call)),
    ...status.map(call => toOperation(type, `${all}/{name}/status`, call, 'status')),
  ];
}
