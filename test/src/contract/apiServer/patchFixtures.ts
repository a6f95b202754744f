import { eventually } from '../../eventually';
import type { Answer, Api } from './Api';
import { configMap, deployment } from './objects';

export type Fields = Readonly<Record<string, unknown>>;

export const MAPS = 'v1/configmaps';
export const DEPLOYMENTS = 'apps/v1/deployments';
export const SERVICES = 'v1/services';
export const DEFINITIONS = 'apiextensions.k8s.io/v1/customresourcedefinitions';

/** Applies as a manager; `more` is further parameters: `force=true&dryRun=All`. */
export const applyAs = (api: Api, manager: string, path: string, body: unknown, more = ''): Promise<Answer> =>
  api.patch('apply', `${path}?fieldManager=${manager}${more === '' ? '' : `&${more}`}`, body);

/** Merges as a manager. */
export const mergeAs = (api: Api, manager: string, path: string, body: unknown): Promise<Answer> =>
  api.patch('merge', `${path}?fieldManager=${manager}`, body);

/** A Deployment whose pods have these containers. */
export const withContainers = (name: string, containers: readonly unknown[], spec: Fields = {}) =>
  deployment(name, {
    template: { metadata: { labels: { app: name } }, spec: { containers, ...spec } },
  });

/** The part of a Deployment that names containers. */
export const containersOf = (containers: readonly unknown[]) => ({
  spec: { template: { spec: { containers } } },
});

export interface Kind {
  readonly plural: string;
  readonly kind: string;
  readonly group?: string;
}

/** A definition in `patch.example` with one version, `v1`. */
export function definition({ plural, kind, group = 'patch.example' }: Kind, spec: Fields, more: Fields = {}) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [version('v1', spec, more)],
    },
  };
}

/** A version of a definition; `more` beside its schema. */
export const version = (name: string, spec: Fields, more: Fields = {}) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: spec },
        status: {
          type: 'object',
          properties: {
            replicas: { type: 'integer' },
            phase: { type: 'string' },
            selector: { type: 'string' },
          },
        },
      },
    },
  },
  subresources: { status: {} },
  ...more,
});

/** Makes a definition, unless it is there, and returns when its objects are served. */
export async function define(api: Api, body: ReturnType<typeof definition>): Promise<void> {
  const { group, names, versions } = body.spec;
  await api.quietly('POST', api.at(DEFINITIONS), body);
  await eventually(`${body.metadata.name} is served`, async () => {
    for (const { name } of versions) {
      const { status, text } = await api.quietly('GET', `/apis/${group}/${name}/${names.plural}`);
      if (status !== 200) throw new Error(text);
      const schema = await api.quietly('GET', `/openapi/v3/apis/${group}/${name}`);
      if (!schema.text.includes(names.kind)) throw new Error(`OpenAPI: ${schema.status}`);
    }
  });
}

const text = { type: 'string' };

/** One field of each way to merge. */
export const thingFields = {
  size: { type: 'integer', default: 1 },
  note: text,
  nullable: { type: 'string', nullable: true },
  amount: { 'x-kubernetes-int-or-string': true },
  plain: { type: 'array', items: text },
  tags: { 'type': 'array', 'items': text, 'x-kubernetes-list-type': 'set' },
  numbers: { 'type': 'array', 'items': { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
  whole: {
    'type': 'array',
    'x-kubernetes-list-type': 'atomic',
    'items': { type: 'object', properties: { name: text, value: text } },
  },
  parts: {
    'type': 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name', 'port'],
    'items': {
      type: 'object',
      required: ['name'],
      properties: {
        name: text,
        port: { type: 'integer', default: 80 },
        weight: { type: 'integer' },
        opts: { type: 'object', additionalProperties: text },
      },
    },
  },
  piece: { 'type': 'object', 'x-kubernetes-map-type': 'atomic', 'properties': { a: text, b: text } },
  granular: { 'type': 'object', 'x-kubernetes-map-type': 'granular', 'properties': { a: text, b: text } },
  labels: { type: 'object', additionalProperties: text },
  lots: { 'type': 'object', 'x-kubernetes-map-type': 'atomic', 'additionalProperties': text },
  nested: {
    type: 'object',
    properties: { deep: { type: 'object', properties: { x: text, y: text } } },
  },
  free: { 'type': 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

export const THINGS = 'patch.example/v1/things';

export const defineThings = (api: Api) =>
  define(
    api,
    definition({ plural: 'things', kind: 'Thing' }, thingFields, {
      subresources: {
        status: {},
        scale: {
          specReplicasPath: '.spec.size',
          statusReplicasPath: '.status.replicas',
          labelSelectorPath: '.status.selector',
        },
      },
    }),
  );

export const thing = (name: string, spec: Fields = {}, metadata: Fields = {}) => ({
  apiVersion: 'patch.example/v1',
  kind: 'Thing',
  metadata: { name, ...metadata },
  spec,
});

export const service = (name: string, ports: readonly unknown[], spec: Fields = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: { app: name }, ports, ...spec },
});

/** Makes a ConfigMap `one`, unseen, and merges into it. */
export async function mergeIntoMap(api: Api, body: unknown, query = '') {
  await api.quietly(
    'POST',
    api.in(MAPS),
    configMap('one', { a: '1', b: '2' }, { labels: { x: 'y', z: 'q' } }),
  );
  await api.patch('merge', api.in(MAPS, 'one') + query, body);
}

/** Makes a thing `one`, unseen, and merges into it. */
export async function mergeIntoThing(api: Api, spec: Fields, body: unknown, query = '') {
  await api.quietly('POST', api.in(THINGS), thing('one', spec));
  await api.patch('merge', api.in(THINGS, 'one') + query, body);
}
