import type { ASTNode } from '@marcbachmann/cel-js';
import type { Checking, Scope } from './Checking';
import { positionOf } from './positions';
import * as types from './types';
import type { CelType } from './types';

export interface MacroCall {
  readonly checker: Checking;
  readonly owner: ASTNode;
  readonly args: readonly ASTNode[];
  readonly scope: Scope;
  readonly position: number;
}

type Macro = (call: MacroCall) => CelType;

const nameOf = (node: ASTNode) => (node.op === 'id' ? node.args : '');

/** What the variables of a loop over a value hold: of a list its items, of a map its keys; two: also index or key. */
function rangeOf({ checker, owner, scope }: MacroCall) {
  const type = checker.check(owner, scope);
  if (type.name === 'list') return { first: types.INT, one: type.args[0], second: type.args[0], type };
  if (type.name === 'map') return { first: type.args[0], one: type.args[0], second: type.args[1], type };
  if (type.name === 'dyn' || type === types.ERROR) return { first: type, one: type, second: type, type };
  const why = `expression of type '${types.showType(type)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
  const error = checker.fail(positionOf(owner, checker.text), why);
  return { first: error, one: error, second: error, type: error };
}

/** The variables of a loop, and what follows them in its arguments. */
function loop(call: MacroCall, isDouble: boolean) {
  const range = rangeOf(call);
  const [first, second] = call.args;
  const inner = new Map(call.scope);
  if (isDouble) inner.set(nameOf(first), range.first).set(nameOf(second), range.second);
  else inner.set(nameOf(first), range.one);
  return { range, inner, rest: call.args.slice(isDouble ? 2 : 1) };
}

const all: Macro = call => {
  const { inner, rest } = loop(call, call.args.length === 3);
  call.checker.expect(rest[0], call.checker.check(rest[0], inner), types.BOOL);
  return types.BOOL;
};

/** A condition in the middle of a loop is a choice to the compiler. */
function choose({ checker, position }: MacroCall, condition: CelType, result: CelType): CelType {
  return checker.call('_?_:_', [condition, result, result], { position });
}

const one: Macro = call => {
  const { inner, rest } = loop(call, call.args.length === 3);
  choose(call, call.checker.check(rest[0], inner), types.INT);
  return types.BOOL;
};

const filter: Macro = call => {
  const { range, inner, rest } = loop(call, false);
  const result = types.listOf(range.one);
  choose(call, call.checker.check(rest[0], inner), result);
  return result;
};

const toList =
  (isDouble: boolean): Macro =>
  call => {
    const { inner, rest } = loop(call, isDouble);
    const condition = rest.length > 1 ? call.checker.check(rest[0], inner) : types.BOOL;
    const result = types.listOf(call.checker.check(rest[rest.length - 1], inner));
    choose(call, condition, result);
    return result;
  };

const toMap =
  (makesEntries: boolean): Macro =>
  call => {
    const { range, inner, rest } = loop(call, true);
    const condition = rest.length > 1 ? call.checker.check(rest[0], inner) : types.BOOL;
    const made = call.checker.check(rest[rest.length - 1], inner);
    const result = makesEntries ? made : types.mapOf(range.first, made);
    choose(call, condition, result);
    return result;
  };

const sortBy: Macro = call => {
  const { range, inner, rest } = loop(call, false);
  call.checker.check(rest[0], inner);
  return range.type === types.ERROR ? range.type : types.listOf(range.one);
};

const optional =
  (isFlat: boolean): Macro =>
  call => {
    const { checker, owner, args, scope } = call;
    const type = checker.check(owner, scope);
    const value = type.name === 'optional_type' ? type.args[0] : types.DYN;
    const result = checker.check(args[1], new Map(scope).set(nameOf(args[0]), value));
    return isFlat ? result : types.optionalOf(result);
  };

export const MACROS: Readonly<Record<string, Macro>> = {
  all,
  exists: all,
  exists_one: one,
  existsOne: one,
  filter,
  map: toList(false),
  transformList: toList(true),
  transformMap: toMap(false),
  transformMapEntry: toMap(true),
  sortBy,
  optMap: optional(false),
  optFlatMap: optional(true),
};

const COUNTS: Readonly<Record<string, readonly number[]>> = {
  all: [2, 3],
  exists: [2, 3],
  exists_one: [2, 3],
  existsOne: [2, 3],
  map: [2, 3],
  transformList: [3, 4],
  transformMap: [3, 4],
  transformMapEntry: [3, 4],
};

export const isMacro = (name: string, args: readonly ASTNode[]): boolean =>
  Object.hasOwn(MACROS, name) && (COUNTS[name] ?? [2]).includes(args.length) && args[0].op === 'id';
