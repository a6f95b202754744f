/** Whether a configuration fits the schema, in the words of the library that real servers check it with. */
import type { OpenApiSchema } from '../../contracts';
import { goFormat } from './goFormat';
import { showElement } from './fieldSet';
import { isStruct, type Struct } from './schemaNode';
import { elementOf, fieldShape, isDeclared, itemShape, listKindOf, type Shape } from './shape';

/** A value in Go syntax: `map[string]interface {}{"a":1}`. */
function goSyntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isStruct(value)) return JSON.stringify(value);
  return `map[string]interface {}{${Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${goSyntax(value[key])}`)
    .join(', ')}}`;
}

function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isStruct(value)) return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const isAnything = (node: OpenApiSchema) =>
  node['x-kubernetes-int-or-string'] === true || node.oneOf !== undefined || node.anyOf !== undefined;

function checkScalar(value: unknown, node: OpenApiSchema): string | undefined {
  if (isAnything(node)) return undefined;
  const shown = () => `got &value.valueUnstructured{Value:${goSyntax(value)}}`;
  if (node.type === 'string') return typeof value === 'string' ? undefined : `expected string, ${shown()}`;
  if (node.type === 'boolean') return typeof value === 'boolean' ? undefined : `expected boolean, ${shown()}`;
  if (node.type === 'integer' || node.type === 'number') {
    return typeof value === 'number' ? undefined : `expected numeric (int or float), got ${goTypeOf(value)}`;
  }
  return undefined;
}

const isOpen = (node: OpenApiSchema) =>
  node['x-kubernetes-preserve-unknown-fields'] === true ||
  node.additionalProperties !== undefined ||
  node.properties === undefined;

function checkStruct(
  value: unknown,
  path: string,
  shape: Shape & { readonly node: OpenApiSchema },
): string[] {
  if (!isStruct(value)) return [`${path}: expected map, got &{${goFormat(value)}}`];
  const problems: string[] = [];
  for (const field of Object.keys(value).sort()) {
    const at = `${path}.${field}`;
    if (!isDeclared(shape, field) && !isOpen(shape.node))
      return [...problems, `${at}: field not declared in schema`];
    problems.push(...check(value[field], at, fieldShape(shape, field)));
  }
  return problems;
}

function itemProblem(item: unknown, shape: Shape): string | undefined {
  const kind = listKindOf(shape);
  if (kind.kind === 'set')
    return isStruct(item) ? "associative list without keys has an element that's a map type" : undefined;
  if (kind.kind !== 'map') return undefined;
  if (!isStruct(item)) return 'associative list with keys may not have non-map elements';
  if (elementOf(item, kind, shape) !== undefined) return undefined;
  return `associative list with keys has an element that omits all key fields ${goFormat(kind.keys)} (and doesn't have default values for any key fields)`;
}

function checkList(value: unknown, path: string, shape: Shape): string[] {
  if (!Array.isArray(value)) return [`${path}: expected list, got &{${goFormat(value)}}`];
  const kind = listKindOf(shape);
  const items = itemShape(shape);
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const [index, item] of value.entries()) {
    const problem = itemProblem(item, shape);
    if (problem !== undefined) return [...problems, `${path}: element ${index}: ${problem}`];
    const element = kind.kind === 'atomic' ? `i:${index}` : (elementOf(item, kind, shape) ?? `i:${index}`);
    if (seen.has(element)) problems.push(`${path}: duplicate entries for key ${showElement(element)}`);
    seen.add(element);
    problems.push(...check(item, `${path}${showElement(element)}`, items));
  }
  return problems;
}

function check(value: unknown, path: string, shape: Shape): string[] {
  const { node } = shape;
  if (!node || value === null || value === undefined || isAnything(node)) return [];
  if (node.type === 'array') return checkList(value, path, shape);
  if (node.type === 'object') return checkStruct(value, path, { ...shape, node });
  const problem = checkScalar(value, node);
  return problem === undefined ? [] : [`${path}: ${problem}`];
}

/** What is wrong with a configuration, or undefined. */
export function misfitOf(value: Struct, shape: Shape): string | undefined {
  const problems = check(value, '', shape);
  if (problems.length === 0) return undefined;
  return problems.length === 1
    ? problems[0]
    : `errors:\n${problems.map(problem => `  ${problem}`).join('\n')}`;
}
