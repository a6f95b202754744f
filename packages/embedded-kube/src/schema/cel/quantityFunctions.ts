import type { Environment } from '@marcbachmann/cel-js';
import { registerOrder } from './orderedType';
import { Quantity } from './Quantity';

function quantity(text: string): Quantity {
  const parsed = Quantity.parse(text);
  if (!parsed) {
    throw new Error(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
  }
  return parsed;
}

/** `quantity('1Gi').isLessThan(quantity('2G'))` and the like. */
export function registerQuantityFunctions(environment: Environment): void {
  environment.registerType('Quantity', Quantity);
  environment.registerFunction('quantity(string): Quantity', quantity);
  environment.registerFunction(
    'isQuantity(string): bool',
    (text: string) => Quantity.parse(text) !== undefined,
  );
  registerOrder<Quantity>(environment, 'Quantity');
  environment.registerFunction('sign(Quantity): int', (a: Quantity) => BigInt(a.compareTo(Quantity.of(0n))));
  environment.registerFunction('Quantity.isInteger(): bool', (a: Quantity) => a.isInteger());
  environment.registerFunction('Quantity.asInteger(): int', (a: Quantity) => {
    if (!a.isInteger()) throw new Error('cannot convert value to integer');
    return a.toInteger();
  });
  environment.registerFunction('Quantity.asApproximateFloat(): double', (a: Quantity) => a.toNumber());
  environment.registerFunction('Quantity.add(Quantity): Quantity', (a: Quantity, b: Quantity) => a.plus(b));
  environment.registerFunction('Quantity.sub(Quantity): Quantity', (a: Quantity, b: Quantity) => a.minus(b));
  environment.registerFunction('Quantity.add(int): Quantity', (a: Quantity, b: bigint) =>
    a.plus(Quantity.of(b)),
  );
  environment.registerFunction('Quantity.sub(int): Quantity', (a: Quantity, b: bigint) =>
    a.minus(Quantity.of(b)),
  );
}
