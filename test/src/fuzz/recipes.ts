import { evilKey, evilValue, mutateBytes, mutateValue, toText } from './mutate';
import { oddDefinition } from './oddDefinitions';
import { mutatePath, queryOf } from './paths';
import type { Random } from './random';
import { NAMESPACES, SEED_KINDS, type SeedKind } from './seedObjects';

/** One request; the same for the same seed and number, whatever was sent before. */
export interface FuzzRequest {
  readonly method: string;
  /** Below the cluster, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const NAMES = ['f-0', 'f-1', 'f-2', 'f-3'];
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
export const ACCEPTS = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
  'application/json;as=Table;g=x;v=;;=',
  'a/b,'.repeat(900),
  ';=,'.repeat(900),
  '*/*;q=0',
];

export interface Target {
  readonly kind: SeedKind;
  readonly namespace: string;
  readonly collection: string;
  readonly name: string;
}

export function drawTarget(random: Random): Target {
  const kind = random.chance(0.2)
    ? SEED_KINDS[SEED_KINDS.length - 1 - random.below(2)]
    : random.pick(SEED_KINDS);
  const namespace = random.pick(NAMESPACES);
  const collection = kind.collection.replace('NAMESPACE', namespace);
  return { kind, namespace, collection, name: random.pick(NAMES) };
}

const isNamespaced = ({ kind }: Target) => kind.collection.includes('NAMESPACE');

function goodObject(target: Target, random: Random): Record<string, unknown> {
  const metadata = {
    name: target.name,
    ...(isNamespaced(target) ? { namespace: target.namespace } : {}),
    labels: { app: 'web', turn: String(random.below(50)) },
    annotations: { note: 'n' },
    ...(random.chance(0.05) ? { finalizers: ['fuzz.example/hold'] } : {}),
    ...(random.chance(0.05)
      ? { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'f-0', uid: 'a-b' }] }
      : {}),
  };
  return { ...target.kind.object, metadata };
}

/** A good object with up to three faults, as bytes that may be broken on top. */
function drawBody(value: unknown, random: Random): Buffer {
  let mutated = value;
  for (let faults = random.pick([0, 0, 1, 1, 1, 2, 3]); faults > 0; faults -= 1)
    mutated = mutateValue(mutated, random);
  const bytes = Buffer.from(toText(mutated));
  return random.chance(0.08) ? mutateBytes(bytes, random) : bytes;
}

const forgedFields = [
  {
    manager: 'forger',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:spec': { '.': {}, 'k:{"a"': {}, 'v:[': {}, 'i:x': {} } },
  },
  {
    manager: 'forger',
    operation: 'Update',
    apiVersion: 'no/v9',
    time: 'never',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:__proto__': { 'f:x': {} } },
  },
];

function jsonPatch(random: Random): unknown {
  const paths = [
    '/metadata/labels/app',
    '/metadata/annotations',
    '/spec',
    '/data',
    '',
    '/',
    '/metadata/finalizers/-',
    '/spec/containers/0',
  ];
  const path = () => (random.chance(0.6) ? random.pick(paths) : `${random.pick(paths)}/${evilKey(random)}`);
  const op = () => random.pick(['add', 'remove', 'replace', 'move', 'copy', 'test', 'x', '__proto__']);
  // Each copies all that there is into a field of it.
  if (random.chance(0.05))
    return Array.from({ length: 60 }, (_, i) => ({
      op: 'copy',
      from: '/metadata',
      path: `/metadata/x${i % 2}`,
    }));
  return Array.from({ length: 1 + random.below(4) }, () => ({
    op: op(),
    path: path(),
    from: path(),
    value: evilValue(random),
  }));
}

export function drawPatch(target: Target, random: Random): FuzzRequest {
  const type = random.pick(PATCH_TYPES);
  const object = goodObject(target, random);
  const forged = random.chance(0.1)
    ? { ...object, metadata: { ...(object.metadata as object), managedFields: forgedFields } }
    : object;
  const patch = type.includes('json-patch') ? jsonPatch(random) : forged;
  const subresource = random.chance(0.15) ? `/${random.pick([...target.kind.subresources, 'status'])}` : '';
  return {
    method: 'PATCH',
    path: `${target.collection}/${target.name}${subresource}${queryOf(random, type.includes('apply') ? 'fieldManager=fuzz&force=true' : '')}`,
    headers: { 'content-type': type },
    body: drawBody(patch, random),
  };
}

export function drawCreate(target: Target, random: Random): FuzzRequest {
  return {
    method: 'POST',
    path: `${target.collection}${queryOf(random)}`,
    headers: { 'content-type': 'application/json' },
    body: drawBody(goodObject(target, random), random),
  };
}

export function drawReplace(target: Target, random: Random): FuzzRequest {
  const subresource = random.chance(0.25) ? `/${random.pick([...target.kind.subresources, 'status'])}` : '';
  return {
    method: subresource === '/eviction' || subresource === '/token' ? 'POST' : 'PUT',
    path: `${target.collection}/${target.name}${subresource}${queryOf(random)}`,
    headers: { 'content-type': 'application/json' },
    body: drawBody(goodObject(target, random), random),
  };
}

export function drawRead(target: Target, random: Random): FuzzRequest {
  const isList = random.chance(0.4);
  const watch = isList && random.chance(0.05) ? 'watch=1&timeoutSeconds=1' : '';
  const path = isList ? target.collection : `${target.collection}/${target.name}`;
  return {
    method: random.chance(0.9) ? 'GET' : 'HEAD',
    path: `${path}${queryOf(random, watch)}`,
    headers: { accept: random.pick(ACCEPTS) },
  };
}

export function drawDelete(target: Target, random: Random): FuzzRequest {
  const options = {
    propagationPolicy: random.pick(['Background', 'Foreground', 'Orphan', 'x']),
    gracePeriodSeconds: 0,
  };
  const isAll = random.chance(0.1) && isNamespaced(target);
  return {
    method: 'DELETE',
    path: `${target.collection}${isAll ? '' : `/${target.name}`}${queryOf(random)}`,
    headers: { 'content-type': 'application/json' },
    ...(random.chance(0.5) ? { body: drawBody(options, random) } : {}),
  };
}

export function drawDefinition(_: Target, random: Random): FuzzRequest {
  const definition = oddDefinition(random);
  const name = (definition.metadata as { readonly name: string }).name;
  const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const headers = { 'content-type': 'application/json' };
  if (random.chance(0.3)) return { method: 'DELETE', path: `${collection}/${name}`, headers };
  return {
    method: 'POST',
    path: `${collection}${queryOf(random)}`,
    headers,
    body: drawBody(definition, random),
  };
}

/** Objects of the odd definitions, which bring their rules and patterns to work. */
export function drawOdd({ namespace, name }: Target, random: Random): FuzzRequest {
  const field = () =>
    random.pick([evilValue(random), `${'a'.repeat(40)}!`, Array.from({ length: 60 }, (_, i) => i)]);
  const spec = { a: field(), b: { a: field(), b: [field()] }, c: [{ a: field() }, field()] };
  const kind = random.below(8);
  const object = { apiVersion: 'odd.example/v1', kind: `Odd${kind}`, metadata: { name }, spec };
  return {
    method: 'POST',
    path: `/apis/odd.example/v1/namespaces/${namespace}/odd${kind}`,
    headers: { 'content-type': 'application/json' },
    body: drawBody(object, random),
  };
}

const DOCUMENTS = [
  ...[
    '/api',
    '/apis',
    '/api/v1',
    '/apis/apps/v1',
    '/apis/apps',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/apis/fuzz.example/v1',
  ],
  ...['/version', '/healthz', '/readyz/x', '/livez?verbose', '/metrics', '/', '', '/logs', '/debug/pprof'],
  ...[
    '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
  ],
  ...[
    '/apis/authentication.k8s.io/v1/selfsubjectreviews',
    '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
  ],
];

export function drawDocument(_: Target, random: Random): FuzzRequest {
  const path = random.pick(DOCUMENTS);
  if (!path.includes('review') || random.chance(0.2))
    return {
      method: 'GET',
      path: random.chance(0.5) ? path : mutatePath(path, random),
      headers: { accept: random.pick(ACCEPTS) },
    };
  const review = {
    apiVersion: path.slice('/apis/'.length).split('/', 2).join('/'),
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
  };
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: drawBody(review, random),
  };
}
