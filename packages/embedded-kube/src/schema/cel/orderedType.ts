import type { Environment } from '@marcbachmann/cel-js';

interface Ordered<T> {
  /** Below 0, 0, above 0. */
  compareTo(other: T): number;
}

/** Equality, `compareTo`, `isGreaterThan` and `isLessThan` of a type that is registered already. */
export function registerOrder<T extends Ordered<T>>(environment: Environment, name: string): void {
  environment.registerOperator(`${name} == ${name}`, (a: T, b: T) => a.compareTo(b) === 0);
  environment.registerFunction(`${name}.compareTo(${name}): int`, (a: T, b: T) => BigInt(a.compareTo(b)));
  environment.registerFunction(`${name}.isGreaterThan(${name}): bool`, (a: T, b: T) => a.compareTo(b) > 0);
  environment.registerFunction(`${name}.isLessThan(${name}): bool`, (a: T, b: T) => a.compareTo(b) < 0);
}
