import { openapi } from '../schema/generated/openapi';

export const METHODS = ['get', 'post', 'put', 'delete'] as const;
export type Method = (typeof METHODS)[number];

interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  /** The only values that it may have, where there are such. */
  readonly values: readonly string[];
}

/** One operation of openapi.yaml, with its references followed. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** As in the document: `/runs/{scope}/{name}`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  /** Names of the body's members. */
  readonly fields: readonly string[];
  /** Members of the body that may have certain values only, with these. */
  readonly choices: readonly (readonly [field: string, values: readonly string[]])[];
  readonly required: readonly string[];
  /** The path with its parameters, each encoded. */
  fill(valueOf: (name: string) => string): string;
  /** The required ones of the query. */
  queryOf(values: Readonly<Record<string, unknown>>): Record<string, string>;
}

type Node = Readonly<Record<string, any>>;

const resolved = (node: Node): Node =>
  typeof node.$ref === 'string'
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Node, step: string) => at[step], openapi as Node)
    : node;

const valuesOf = (schema: Node | undefined): readonly string[] => {
  const { enum: values = [], items } = resolved(schema ?? {});
  return items === undefined ? values : valuesOf(items);
};

/** Every operation that the document has. */
export function operations(): Operation[] {
  return Object.entries(openapi.paths as Node).flatMap(([path, item]) =>
    METHODS.filter(method => item[method] !== undefined).map(method => toOperation(path, method, item)),
  );
}

function toOperation(path: string, method: Method, item: Node): Operation {
  const node: Node = item[method];
  const parameters = [...(item.parameters ?? []), ...(node.parameters ?? [])]
    .map(resolved)
    .map(({ name, in: place, required, schema }) => ({
      name,
      place,
      isRequired: required === true,
      values: valuesOf(schema),
    }));
  const body = node.requestBody && resolved(node.requestBody.content['application/json'].schema);
  return {
    id: node.operationId,
    method,
    path,
    parameters,
    hasBody: body !== undefined,
    fields: Object.keys(body?.properties ?? {}),
    choices: Object.entries<Node>(body?.properties ?? {})
      .map(([field, schema]) => [field, valuesOf(schema)] as const)
      .filter(([, values]) => values.length > 0),
    required: body?.required ?? [],
    fill: valueOf => path.replace(/\{(\w+)\}/g, (_, name: string) => encode(valueOf(name))),
    queryOf: values =>
      Object.fromEntries(
        parameters
          .filter(({ place, isRequired }) => place === 'query' && isRequired)
          .map(({ name }) => [name, String(values[name])]),
      ),
  };
}

/** encodeURIComponent, but for what it refuses: a lone surrogate goes as the three bytes that UTF-8 forbids. */
const encode = (text: string) =>
  Array.from(text, char => {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(char);
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
      .map(byte => `%${byte.toString(16)}`)
      .join('');
  }).join('');
