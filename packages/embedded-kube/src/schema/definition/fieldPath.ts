import type { OpenApiSchema } from '../../contracts';
import { hasField } from '../jsonValues';

export type FoundField = { readonly schema: OpenApiSchema; readonly path: string } | { readonly why: string };

const NO_FIELD = { why: 'does not refer to a valid field' };
const PARTS = /'(?:\\.|[^'\\])*'|[.[\]]|[^.[\]]+/g;

/** The schema at a path such as `.spec.a` or `.spec['a.b']`, and that path as errors write it. */
export function findField(root: OpenApiSchema, jsonPath: string, allowsBrackets = true): FoundField {
  const tokens = jsonPath.match(PARTS) ?? [];
  let schema = root;
  let path = '';
  for (let i = 0; i < tokens.length; i += 1) {
    const isBracket = tokens[i] === '[';
    if (isBracket && !allowsBrackets) return { why: 'array notation is not allowed' };
    if (!isBracket && tokens[i] !== '.') return { why: `expected [ or . but got: ${tokens[i]}` };
    i += 1;
    const token = tokens[i];
    if (token === undefined) return { why: 'unexpected end of JSON path' };
    if (isBracket && !/^'.*'$/s.test(token)) return { why: `expected single quoted string but got ${token}` };
    const name = isBracket ? token.slice(1, -1).replace(/\\(['\\])/g, '$1') : token;
    const next = step(schema, name);
    if (next === undefined) return NO_FIELD;
    path = schema.properties ? joined(path, name) : `${path}[${name}]`;
    schema = next;
    if (!isBracket) continue;
    i += 1;
    if (tokens[i] === undefined) return { why: 'unexpected end of JSON path' };
    if (tokens[i] !== ']') return { why: `expected ] but got ${tokens[i]}` };
  }
  return { schema, path };
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

function step({ properties, additionalProperties }: OpenApiSchema, name: string): OpenApiSchema | undefined {
  if (properties) return hasField(properties, name) ? properties[name] : undefined;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
