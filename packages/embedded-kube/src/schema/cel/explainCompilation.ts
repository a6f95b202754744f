import { ParseError, TypeError as CelTypeError, type ASTNode } from '@marcbachmann/cel-js';
import type { OpenApiSchema } from '../../contracts';
import { escapeFieldName } from './celValues';
import { compileExpression } from './compileRule';
import { ruleEnvironment, type OldSelf } from './environment';

/** `ERROR: <input>:1:6: …` with the line and a mark below it, as the compiler of the language shows it. */
function showAt(text: string, position: number, why: string): string {
  const before = text.slice(0, position).split('\n');
  const line = text.split('\n')[before.length - 1];
  const column = before[before.length - 1].length;
  return `compilation failed: ERROR: <input>:${before.length}:${column + 1}: ${why}\n | ${line}\n | ${'.'.repeat(column)}^`;
}

class UndefinedField {
  constructor(
    readonly name: string,
    readonly position: number,
  ) {}
}

/** The schema at `self.a.b`, or the field that is not there; `undefined` where any field may stand. */
function schemaAt(
  node: ASTNode,
  root: OpenApiSchema,
  text: string,
): OpenApiSchema | undefined | UndefinedField {
  if (node.op === 'id') return node.args === 'self' ? root : undefined;
  if (node.op !== '.') return undefined;
  const [parent, name] = node.args;
  const schema = schemaAt(parent, root, text);
  if (schema === undefined || schema instanceof UndefinedField) return schema;
  const { properties } = schema;
  if (!properties || schema['x-kubernetes-preserve-unknown-fields'] === true) return undefined;
  const found = Object.keys(properties).find(key => escapeFieldName(key) === name);
  if (found !== undefined) return properties[found];
  if (['apiVersion', 'kind', 'metadata'].includes(name)) return undefined;
  // `has()` is what its argument is blamed on.
  const has = /\bhas\s*\(\s*$/.exec(text.slice(0, node.start));
  const position = has ? has.index + has[0].indexOf('(') : text.indexOf(`.${name}`, parent.start);
  return new UndefinedField(name, Math.max(0, position));
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

/** The first field in an expression that its schema does not have. */
function undefinedField(value: unknown, root: OpenApiSchema, text: string): UndefinedField | undefined {
  if (Array.isArray(value)) {
    for (const part of value) {
      const found = undefinedField(part, root, text);
      if (found) return found;
    }
    return undefined;
  }
  if (!isNode(value)) return undefined;
  const schema = value.op === '.' ? schemaAt(value, root, text) : undefined;
  return schema instanceof UndefinedField ? schema : undefinedField(value.args, root, text);
}

const END = 'Unexpected token: EOF';
const EXPECTED = `{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`;

let functionNames: ReadonlySet<string> | undefined;

function isFunction(name: string): boolean {
  functionNames ??= new Set(
    ruleEnvironment()
      .getDefinitions()
      .functions.map(({ name: known }) => known),
  );
  return functionNames.has(name);
}

function explainError({ summary, range }: ParseError | CelTypeError, text: string): string {
  if (summary === END)
    return showAt(text, text.length, `Syntax error: mismatched input '<EOF>' expecting ${EXPECTED}`);
  const variable = /^Unknown variable: (\w+)/.exec(summary);
  if (variable)
    return showAt(text, range?.start ?? 0, `undeclared reference to '${variable[1]}' (in container '')`);
  const called = /^found no matching overload for '(?:.*\.)?(\w+)\(/.exec(summary);
  if (called && !isFunction(called[1])) {
    const position = text.indexOf('(', text.indexOf(called[1], range?.start ?? 0));
    return showAt(text, position, `undeclared reference to '${called[1]}' (in container '')`);
  }
  return showAt(text, range?.start ?? 0, summary);
}

const CEL_TYPES: Readonly<Record<string, string>> = {
  boolean: 'bool',
  integer: 'int',
  number: 'double',
  string: 'string',
  array: 'list',
  object: 'object',
};

/** The type of a whole expression; `dyn` where it depends on the values. */
function resultType(text: string, schema: OpenApiSchema, oldSelf: OldSelf): string {
  const parsed = ruleEnvironment(oldSelf).parse(text);
  const field = schemaAt(parsed.ast, schema, text);
  if (field && !(field instanceof UndefinedField)) return CEL_TYPES[field.type ?? ''] ?? 'dyn';
  return parsed.check().type ?? 'dyn';
}

const WANTED = {
  rule: { type: 'bool', why: 'cel expression must evaluate to a bool' },
  messageExpression: { type: 'string', why: 'messageExpression must evaluate to a string' },
} as const;

/** Why an expression does not compile against a schema; `undefined` when it does. */
export function explainCompilation(
  text: string,
  schema: OpenApiSchema,
  part: keyof typeof WANTED,
  oldSelf: OldSelf,
): string | undefined {
  try {
    compileExpression(text, oldSelf);
  } catch (error) {
    if (error instanceof ParseError || error instanceof CelTypeError) return explainError(error, text);
    return `compilation failed: ${(error as Error).message}`;
  }
  const missing = undefinedField([ruleEnvironment(oldSelf).parse(text).ast], schema, text);
  if (missing) return showAt(text, missing.position, `undefined field '${missing.name}'`);
  const { type, why } = WANTED[part];
  return ['dyn', type].includes(resultType(text, schema, oldSelf)) ? undefined : why;
}
