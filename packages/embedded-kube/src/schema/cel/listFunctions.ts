import { Optional, type Environment } from '@marcbachmann/cel-js';
import { isSameValue } from './celValues';

type Comparable = number | bigint | string;

const compare = (a: unknown, b: unknown) => {
  const [left, right] = [a as Comparable, b as Comparable];
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

function extreme(list: readonly unknown[], sign: 1 | -1): unknown {
  if (list.length === 0) throw new Error(`${sign === 1 ? 'max' : 'min'} called on empty list`);
  return list.reduce((best, next) => (compare(next, best) * sign > 0 ? next : best));
}

function sum(list: readonly unknown[]): unknown {
  if (list.length === 0) return 0n;
  return list.reduce((total, next) => (total as number) + (next as number));
}

const distinct = (list: readonly unknown[]) =>
  list.filter((item, i) => !list.slice(0, i).some(other => isSameValue(item, other)));

const flatten = (list: readonly unknown[], depth: number): unknown[] => [...list].flat(depth);

/** Kubernetes' functions on lists and sets. */
export function registerListFunctions(environment: Environment): void {
  environment.registerFunction('list.isSorted(): bool', (list: readonly unknown[]) =>
    list.every((item, i) => i === 0 || compare(list[i - 1], item) <= 0),
  );
  environment.registerFunction('list.sum(): dyn', sum);
  environment.registerFunction('list.min(): dyn', (list: readonly unknown[]) => extreme(list, -1));
  environment.registerFunction('list.max(): dyn', (list: readonly unknown[]) => extreme(list, 1));
  environment.registerFunction('list.indexOf(dyn): int', (list: readonly unknown[], item: unknown) =>
    BigInt(list.findIndex(other => isSameValue(other, item))),
  );
  environment.registerFunction('list.lastIndexOf(dyn): int', (list: readonly unknown[], item: unknown) =>
    BigInt(list.findLastIndex(other => isSameValue(other, item))),
  );
  environment.registerFunction('list.distinct(): list<dyn>', distinct);
  environment.registerFunction('list.reverse(): list<dyn>', (list: readonly unknown[]) =>
    [...list].reverse(),
  );
  environment.registerFunction('list.sort(): list<dyn>', (list: readonly unknown[]) =>
    [...list].sort(compare),
  );
  environment.registerFunction('list.flatten(): list<dyn>', (list: readonly unknown[]) => flatten(list, 1));
  environment.registerFunction('list.flatten(int): list<dyn>', (list: readonly unknown[], depth: bigint) =>
    flatten(list, Number(depth)),
  );
  environment.registerFunction(
    'list.slice(int, int): list<dyn>',
    (list: readonly unknown[], start: bigint, end: bigint) => {
      if (start < 0n || end < start || end > list.length)
        throw new Error(`cannot slice(${start}, ${end}), the list has ${list.length} items`);
      return list.slice(Number(start), Number(end));
    },
  );
  environment.registerFunction('list.first(): optional<dyn>', (list: readonly unknown[]) => at(list, 0));
  environment.registerFunction('list.last(): optional<dyn>', (list: readonly unknown[]) =>
    at(list, list.length - 1),
  );
  environment.registerFunction('list.unwrapOpt(): list<dyn>', (list: readonly Optional[]) => unwrapped(list));
  registerListNamespaces(environment);
}

const at = (list: readonly unknown[], index: number) =>
  list.length === 0 ? Optional.none() : Optional.of(list[index] as never);

const unwrapped = (list: readonly Optional[]) =>
  list.filter(item => item.hasValue()).map(item => item.value() as unknown);

class ListsNamespace {}
class SetsNamespace {}

const holds = (list: readonly unknown[], item: unknown) => list.some(other => isSameValue(other, item));
const contains = (list: readonly unknown[], items: readonly unknown[]) =>
  items.every(item => holds(list, item));

/** `lists.range`, and lists as sets. */
function registerListNamespaces(environment: Environment): void {
  environment.registerType('ListsNamespace', ListsNamespace);
  environment.registerConstant('lists', 'ListsNamespace', new ListsNamespace());
  environment.registerFunction('ListsNamespace.range(int): list<int>', (_: unknown, count: bigint) =>
    Array.from({ length: Number(count) }, (__, i) => BigInt(i)),
  );
  environment.registerType('SetsNamespace', SetsNamespace);
  environment.registerConstant('sets', 'SetsNamespace', new SetsNamespace());
  const register = (name: string, judge: (a: readonly unknown[], b: readonly unknown[]) => boolean) =>
    environment.registerFunction(
      `SetsNamespace.${name}(list<dyn>, list<dyn>): bool`,
      (_: unknown, a: readonly unknown[], b: readonly unknown[]) => judge(a, b),
    );
  register('contains', contains);
  register('equivalent', (a, b) => contains(a, b) && contains(b, a));
  register('intersects', (a, b) => b.some(item => holds(a, item)));
  environment.registerFunction(
    'OptionalNamespace.unwrap(list<dyn>): list<dyn>',
    (_: unknown, list: readonly Optional[]) => unwrapped(list),
  );
  environment.registerFunction(
    'OptionalNamespace.ofNonZeroValue(dyn): optional<dyn>',
    (_: unknown, value: unknown) => (isZero(value) ? Optional.none() : Optional.of(value as never)),
  );
}

function isZero(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Map) return value.size === 0;
  return value === null || value === '' || value === false || value === 0 || value === 0n;
}
