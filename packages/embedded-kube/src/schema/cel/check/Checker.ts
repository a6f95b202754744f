import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Checking, Scope } from './Checking';
import { checkLiteralArgument } from './literals';
import { isMacro, MACROS } from './macros';
import { isAssignable, resolveCall } from './overloads';
import { positionOf } from './positions';
import { overloadsOf } from './signatures';
import * as types from './types';
import type { CelType } from './types';

export interface CheckError {
  readonly position: number;
  readonly why: string;
}

const TYPE_NAMES: Readonly<Record<string, CelType>> = Object.fromEntries(
  [types.BOOL, types.INT, types.UINT, types.DOUBLE, types.STRING, types.BYTES].map(type => [type.name, type]),
);

function literalType(value: unknown): CelType {
  if (value === null) return types.NULL;
  if (value instanceof Uint8Array) return types.BYTES;
  if (value instanceof UnsignedInt) return types.UINT;
  switch (typeof value) {
    case 'bigint':
      return types.INT;
    case 'number':
      return types.DOUBLE;
    case 'boolean':
      return types.BOOL;
    default:
      return types.STRING;
  }
}

/** `a.b.c` where nothing but names are; `undefined` elsewhere. */
function qualifiedName(node: ASTNode): string | undefined {
  if (node.op === 'id') return node.args;
  if (node.op !== '.') return undefined;
  const owner = qualifiedName(node.args[0]);
  return owner === undefined ? undefined : `${owner}.${node.args[1]}`;
}

/** Finds the type of an expression, and everything that does not fit in it. */
export class Checker implements Checking {
  readonly errors: CheckError[] = [];
  /** Types of all parts, for what is computed of them later. */
  readonly types = new Map<ASTNode, CelType>();

  /** Within the arguments of `format`, which take what there is, lists need not be of one type. */
  private isFree = false;

  constructor(readonly text: string) {}

  check(node: ASTNode, scope: Scope): CelType {
    const type = this.typeOf(node, scope);
    this.types.set(node, type);
    return type;
  }

  fail(position: number, why: string): CelType {
    this.errors.push({ position, why });
    return types.ERROR;
  }

  /** Reports where something else than `wanted` is. */
  expect(node: ASTNode, found: CelType, wanted: CelType): void {
    if (isAssignable(found, wanted)) return;
    const why = `expected type '${types.showType(wanted)}' but found '${types.showType(found)}'`;
    this.fail(positionOf(node, this.text), why);
  }

  call(name: string, args: readonly CelType[], at: { position: number; isMember?: boolean }): CelType {
    const { position, isMember = false } = at;
    const overloads = overloadsOf(name);
    if (!overloads) return this.fail(position, `undeclared reference to '${name}' (in container '')`);
    const result = resolveCall(overloads, isMember, args);
    if (result) return result;
    const shown = args.map(types.showType);
    const operands = isMember ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
    return this.fail(position, `found no matching overload for '${name}' applied to '${operands}'`);
  }

  private typeOf(node: ASTNode, scope: Scope): CelType {
    switch (node.op) {
      case 'value':
        return literalType(node.args);
      case 'id':
        return this.name(node.args, node.start, scope);
      case '.':
      case '.?':
        return this.select(node, scope);
      case '[]':
      case '[?]':
        return this.operator(node.op === '[]' ? '_[_]' : '_[?_]', node, node.args, scope);
      case 'call':
        return this.globalCall(node, scope);
      case 'rcall':
        return this.memberCall(node, scope);
      case 'list':
        return this.list(node.args, scope);
      case 'map':
        return this.map(node.args, scope);
      case '?:':
        return this.operator('_?_:_', node, node.args, scope);
      case '&&':
      case '||':
        for (const arg of node.args) this.expect(arg, this.check(arg, scope), types.BOOL);
        return types.BOOL;
      case '!_':
      case '-_':
        return this.operator(node.op, node, [node.args], scope);
      case 'in':
        return this.operator('@in', node, node.args, scope);
      default:
        return this.operator(`_${node.op}_`, node, node.args as readonly ASTNode[], scope);
    }
  }

  private operator(name: string, node: ASTNode, args: readonly ASTNode[], scope: Scope): CelType {
    const found = args.map(arg => this.check(arg, scope));
    return this.call(name, found, { position: positionOf(node, this.text) });
  }

  private name(name: string, position: number, scope: Scope): CelType {
    const variable = scope.get(name);
    if (variable) return variable;
    if (Object.hasOwn(TYPE_NAMES, name)) return types.typeOf(TYPE_NAMES[name]);
    return this.fail(position, `undeclared reference to '${name}' (in container '')`);
  }

  private select(node: Extract<ASTNode, { op: '.' | '.?' }>, scope: Scope): CelType {
    const [owner, field] = node.args;
    const found = this.check(owner, scope);
    const isOptional = found.name === 'optional_type';
    const type = this.field(isOptional ? found.args[0] : found, field, positionOf(node, this.text));
    return (isOptional || node.op === '.?') && type.name !== 'optional_type' ? types.optionalOf(type) : type;
  }

  field(owner: CelType, field: string, position: number): CelType {
    if (owner.name === 'dyn' || owner === types.ERROR) return owner;
    if (owner.name === 'map') return owner.args[1];
    if (owner.fields) return owner.fields().get(field) ?? this.fail(position, `undefined field '${field}'`);
    return this.fail(position, `type '${types.showType(owner)}' does not support field selection`);
  }

  private globalCall(node: Extract<ASTNode, { op: 'call' }>, scope: Scope): CelType {
    const [name, args] = node.args;
    const position = positionOf(node, this.text);
    if (name === 'has' && args.length === 1) {
      const [arg] = args;
      if (arg.op !== '.' && arg.op !== '.?') return this.fail(position, 'invalid argument to has() macro');
      const owner = this.check(arg.args[0], scope);
      this.field(owner.name === 'optional_type' ? owner.args[0] : owner, arg.args[1], position);
      return types.BOOL;
    }
    const found = args.map(arg => this.check(arg, scope));
    const type = this.call(name, found, { position });
    this.literals(name, args);
    return type;
  }

  private memberCall(node: Extract<ASTNode, { op: 'rcall' }>, scope: Scope): CelType {
    const [name, owner, args] = node.args;
    const position = positionOf(node, this.text);
    const qualified = qualifiedName(owner);
    const [root] = qualified?.split('.') ?? [];
    if (root !== undefined && !scope.has(root) && overloadsOf(`${qualified}.${name}`)) {
      const found = args.map(arg => this.check(arg, scope));
      return this.call(`${qualified}.${name}`, found, { position });
    }
    if (isMacro(name, args)) return MACROS[name]({ checker: this, owner, args, scope, position });
    const ownerType = this.check(owner, scope);
    const wasFree = this.isFree;
    this.isFree ||= name === 'format';
    const found = [ownerType, ...args.map(arg => this.check(arg, scope))];
    this.isFree = wasFree;
    const type = this.call(name, found, { position, isMember: true });
    this.literals(name, args);
    return type;
  }

  private literals(name: string, args: readonly ASTNode[]): void {
    const wrong = checkLiteralArgument(name, args);
    if (wrong) this.fail(positionOf(wrong.node, this.text), wrong.why);
  }

  /** Items are of one type, that of the first. */
  private list(items: readonly ASTNode[], scope: Scope): CelType {
    let item: CelType | undefined;
    for (const each of items) {
      const found = this.itemType(each, scope);
      if (!item) item = found;
      else if (this.isFree && !isAssignable(found, item)) item = types.DYN;
      else if (item.name !== 'dyn') this.expect(each, found, item);
    }
    return types.listOf(item ?? { name: 'A', args: [] });
  }

  /** `[?a]` holds what an optional value has. */
  private itemType(node: ASTNode, scope: Scope): CelType {
    const found = this.check(node, scope);
    const isOptional = /\?\s*$/.test(this.text.slice(0, node.start)) && found.name === 'optional_type';
    return isOptional ? found.args[0] : found;
  }

  private map(entries: readonly (readonly [ASTNode, ASTNode])[], scope: Scope): CelType {
    let key: CelType | undefined;
    let value: CelType | undefined;
    for (const [keyNode, valueNode] of entries) {
      const foundKey = this.check(keyNode, scope);
      const foundValue = this.check(valueNode, scope);
      if (key) this.expect(keyNode, foundKey, key);
      if (value) this.expect(valueNode, foundValue, value);
      key ??= foundKey;
      value ??= foundValue;
    }
    return types.mapOf(key ?? { name: 'A', args: [] }, value ?? { name: 'B', args: [] });
  }
}
