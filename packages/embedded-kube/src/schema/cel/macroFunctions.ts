import { Optional, type ASTNode, type Environment } from '@marcbachmann/cel-js';

/** What the library hands to a macro; only what is used here. */
interface Context {
  forkWithVariable(name: string, type: unknown): Context;
  reuse(outer: Context): Context;
  setIterValue(value: unknown, evaluator: Evaluator): Context;
}

interface TypeChecker {
  check(node: ASTNode, context: Context): unknown;
  getType(name: string): unknown;
}

interface Evaluator {
  run(node: ASTNode, context: Context): unknown;
}

interface Made {
  readonly ast: ASTNode;
  readonly args: readonly ASTNode[];
  readonly receiver: ASTNode;
}

type Entry = readonly [unknown, unknown];

/** Evaluates one of the expressions of a macro with values for its variables. */
interface Run {
  (part: number, ...values: readonly unknown[]): unknown;
  /** Of a map that is written out: its keys keep their types. */
  entries(part: number, ...values: readonly unknown[]): readonly Entry[];
}

interface Macro {
  /** How many of the arguments name variables. */
  readonly variables: number;
  readonly result: string;
  readonly evaluate: (receiver: unknown, run: Run) => unknown;
}

function variableName(node: ASTNode): string {
  if (node.op === 'id') return node.args;
  throw new Error('the variable of a macro must be a name');
}

const toHandler =
  ({ variables, result, evaluate }: Macro) =>
  ({ ast, args, receiver }: Made) => {
    const names = args.slice(0, variables).map(variableName);
    const parts = args.slice(variables);
    let inner: Context[] = [];
    return {
      ast,
      typeCheck(checker: TypeChecker, _: unknown, context: Context) {
        checker.check(receiver, context);
        inner = [];
        let at = context;
        for (const name of names) {
          at = at.forkWithVariable(name, checker.getType('dyn'));
          inner.push(at);
        }
        for (const part of parts) checker.check(part, at);
        return checker.getType(result);
      },
      evaluate(evaluator: Evaluator, _: unknown, context: Context) {
        const within = (values: readonly unknown[]) =>
          inner.reduce((at, each, i) => each.reuse(at).setIterValue(values[i], evaluator), context);
        const run = (part: number, ...values: readonly unknown[]) =>
          evaluator.run(parts[part], within(values));
        const entries = (part: number, ...values: readonly unknown[]) => {
          const node = parts[part];
          if (node.op !== 'map') return entriesOf(run(part, ...values));
          const at = within(values);
          return node.args.map(([key, value]): Entry => [evaluator.run(key, at), evaluator.run(value, at)]);
        };
        return evaluate(evaluator.run(receiver, context), Object.assign(run, { entries }));
      },
    };
  };

/** Index or key, and value. */
function entriesOf(range: unknown): readonly Entry[] {
  if (Array.isArray(range)) return range.map((item, i): Entry => [BigInt(i), item]);
  return [...(range as Map<unknown, unknown>)];
}

/** An error counts only where no other item decides. */
function decides(range: unknown, run: Run, wanted: boolean): boolean {
  let failure: unknown;
  for (const [key, value] of entriesOf(range)) {
    try {
      if (run(0, key, value) === wanted) return true;
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== undefined) throw failure;
  return false;
}

const chosen = (range: unknown, run: Run, hasFilter: boolean): readonly Entry[] =>
  hasFilter ? entriesOf(range).filter(([key, value]) => run(0, key, value) === true) : entriesOf(range);

const transformList = (hasFilter: boolean): Macro => ({
  variables: 2,
  result: 'list<dyn>',
  evaluate: (range, run) =>
    chosen(range, run, hasFilter).map(([key, value]) => run(hasFilter ? 1 : 0, key, value)),
});

const transformMap = (hasFilter: boolean): Macro => ({
  variables: 2,
  result: 'map<dyn, dyn>',
  evaluate: (range, run) =>
    new Map(chosen(range, run, hasFilter).map(([key, value]) => [key, run(hasFilter ? 1 : 0, key, value)])),
});

const transformEntry = (hasFilter: boolean): Macro => ({
  variables: 2,
  result: 'map<dyn, dyn>',
  evaluate: (range, run) => {
    const made = new Map<unknown, unknown>();
    for (const [key, value] of chosen(range, run, hasFilter)) {
      for (const [newKey, newValue] of run.entries(hasFilter ? 1 : 0, key, value)) {
        if (made.has(newKey)) throw new Error(`insert failed: key '${String(newKey)}' already exists`);
        made.set(newKey, newValue);
      }
    }
    return made;
  },
});

const order = (a: unknown, b: unknown) =>
  a === b ? 0 : (a as string | number | bigint) < (b as string | number | bigint) ? -1 : 1;

const SORT_BY: Macro = {
  variables: 1,
  result: 'list<dyn>',
  evaluate: (list, run) =>
    (list as readonly unknown[])
      .map(item => ({ item, key: run(0, item) }))
      .sort((a, b) => order(a.key, b.key))
      .map(({ item }) => item),
};

const OF_TWO: readonly (readonly [string, Macro])[] = [
  [
    'all(ast, ast, ast): bool',
    { variables: 2, result: 'bool', evaluate: (range, run) => !decides(range, run, false) },
  ],
  [
    'exists(ast, ast, ast): bool',
    { variables: 2, result: 'bool', evaluate: (range, run) => decides(range, run, true) },
  ],
  ...['existsOne', 'exists_one'].map((name): readonly [string, Macro] => [
    `${name}(ast, ast, ast): bool`,
    {
      variables: 2,
      result: 'bool',
      evaluate: (range, run) => chosen(range, run, true).length === 1,
    },
  ]),
  ['transformList(ast, ast, ast): list<dyn>', transformList(false)],
  ['transformList(ast, ast, ast, ast): list<dyn>', transformList(true)],
  ['transformMap(ast, ast, ast): map<dyn, dyn>', transformMap(false)],
  ['transformMap(ast, ast, ast, ast): map<dyn, dyn>', transformMap(true)],
  ['transformMapEntry(ast, ast, ast): map<dyn, dyn>', transformEntry(false)],
  ['transformMapEntry(ast, ast, ast, ast): map<dyn, dyn>', transformEntry(true)],
  ['sortBy(ast, ast): list<dyn>', SORT_BY],
];

const onOptional = (wrap: (value: unknown) => unknown): Macro => ({
  variables: 1,
  result: 'optional<dyn>',
  evaluate: (found, run) => {
    const optional = found as Optional;
    return optional.hasValue() ? wrap(run(0, optional.value())) : optional;
  },
});

/** Loops of two variables, `sortBy`, `optMap` and `optFlatMap`. */
export function registerMacros(environment: Environment): void {
  const register = (signature: string, macro: Macro) =>
    environment.registerFunction(signature, toHandler(macro) as never);
  for (const [signature, macro] of OF_TWO) register(`list.${signature}`, macro);
  register(
    'optional.optMap(ast, ast): optional<dyn>',
    onOptional(value => Optional.of(value as never)),
  );
  register(
    'optional.optFlatMap(ast, ast): optional<dyn>',
    onOptional(value => value),
  );
}
