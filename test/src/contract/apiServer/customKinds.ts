import { eventually } from '../../eventually';
import type { Api } from './Api';

export interface Fields {
  readonly [field: string]: unknown;
}

/** A schema whose `spec` has these fields. */
export const specOf = (properties: Fields, more: Fields = {}): Fields => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...more } },
});

/** `spec.n`, a number. */
export const PLAIN = specOf({ n: { type: 'integer' } });

export const version = (name: string, schema: Fields = PLAIN, more: Fields = {}): Fields => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...more,
});

/** `widgets` of the case's own group, so that no case is in another's way. */
export const groupOf = (api: Api): string => `${api.namespace}.example.io`;

export interface DefinitionParts {
  readonly group?: string;
  readonly plural?: string;
  readonly names?: Fields;
  readonly versions?: readonly Fields[];
  readonly metadata?: Fields;
  readonly [field: string]: unknown;
}

export function definition(api: Api, parts: DefinitionParts = {}) {
  const {
    group = groupOf(api),
    plural = 'widgets',
    names,
    versions = [version('v1')],
    metadata,
    ...more
  } = parts;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, ...metadata },
    spec: { group, scope: 'Namespaced', names: { plural, kind: 'Widget', ...names }, versions, ...more },
  };
}

export type Definition = ReturnType<typeof definition>;

export const DEFINITIONS = 'apiextensions.k8s.io/v1/customresourcedefinitions';

export const pathOf = (api: Api, { metadata }: Pick<Definition, 'metadata'>) =>
  api.at(DEFINITIONS, metadata.name);

interface Served {
  readonly name: string;
  readonly served?: boolean;
}

/** Creates a definition and waits until all its versions are served; nothing of it is noted. */
export async function define(api: Api, made: Definition): Promise<void> {
  await defineFor(api, made);
  api.leave(pathOf(api, made));
}

/** The same for all cases of a suite: it is never taken away. */
export async function defineFor(api: Api, made: Definition): Promise<void> {
  const { status, text } = await api.quietly('POST', api.at(DEFINITIONS), made);
  if (status !== 201) throw new Error(text);
  await areServed(api, made);
}

/** Waits until the versions that are to be served are, and the others not. */
export async function areServed(api: Api, { spec }: Pick<Definition, 'spec'>): Promise<void> {
  await eventually(
    `${spec.names.plural}.${spec.group} is served`,
    async () => {
      for (const { name, served } of spec.versions as unknown as readonly Served[]) {
        const path = `/apis/${spec.group}/${name}/${spec.names.plural}`;
        const { status, text } = await api.quietly('GET', path);
        if ((status === 200) !== (served !== false)) throw new Error(`${path}: ${status} ${text}`);
      }
    },
    { intervalMs: 20 },
  );
}

export const widget = (api: Api, name: string, fields: Fields = {}, group = groupOf(api)) => ({
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name },
  ...fields,
});

/** The path of widgets in the case's namespace. */
export const widgets = (api: Api, ...rest: readonly string[]) =>
  api.in(`${groupOf(api)}/v1/widgets`, ...rest);
