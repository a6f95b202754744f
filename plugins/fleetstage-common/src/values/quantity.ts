import { failure, ok, type Result } from './result';

/**
 * An exact Kubernetes quantity. The unit is the nano (10⁻⁹), the finest step that Kubernetes keeps; anything finer is
 * rounded away from zero when it is read, as Kubernetes does.
 */
export interface Quantity {
  readonly nanos: bigint;
  /** The family of suffixes it was written in; it decides how the quantity is printed. */
  readonly format: QuantityFormat;
}

export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

const NANOS_PER_UNIT = 1_000_000_000n;
const SHAPE = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d{1,3})?$/;
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** `"1500m"`, `"1.5"`, `"1536Mi"`, `"15e2"`; anything else is an error with a sentence. */
export function parseQuantity(text: string): Result<Quantity> {
  const match = SHAPE.exec(text);
  const digits = match ? `${match[2]}${match[3] ?? ''}` : '';
  if (!match || digits === '') return failure(`"${text}" is not a quantity`);
  const [, sign, , fraction = '', suffix = ''] = match;
  const { format, factor, exponent } = meaningOf(suffix);
  const magnitude = shiftDecimal(BigInt(digits) * factor, exponent + 9 - fraction.length);
  return ok({ nanos: sign === '-' ? -magnitude : magnitude, format });
}

/** Negative, zero or positive, like a comparator. */
export const compareQuantities = (a: Quantity, b: Quantity) =>
  a.nanos < b.nanos ? -1 : Number(a.nanos > b.nanos);

/** The sum, printed in the family of the first that is not zero. */
export const addQuantities = (a: Quantity, b: Quantity): Quantity => ({
  nanos: a.nanos + b.nanos,
  format: a.nanos === 0n ? b.format : a.format,
});

/** The difference, printed in the family of the first that is not zero; it may be negative. */
export const subtractQuantities = (a: Quantity, b: Quantity): Quantity => ({
  nanos: a.nanos - b.nanos,
  format: a.nanos === 0n ? b.format : a.format,
});

export const ZERO_QUANTITY: Quantity = { nanos: 0n, format: 'DecimalSI' };

/**
 * The one spelling that Kubernetes prints: no fraction, the largest suffix that leaves a whole number.
 *
 *     0.1 → 100m     1000m → 1     1500m → 1500m     1024Mi → 1Gi     512Ki → 512Ki     100Ki/1024 → 100
 */
export function formatQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0';
  const sign = nanos < 0n ? '-' : '';
  const magnitude = nanos < 0n ? -nanos : nanos;
  return (
    sign + (isPrintedBinary(magnitude, format) ? printBinary(magnitude) : printDecimal(magnitude, format))
  );
}

/** As a float, for interpolation and for screens only; comparisons use the exact value. */
export const toNumber = ({ nanos }: Quantity) =>
  Number(nanos / NANOS_PER_UNIT) + Number(nanos % NANOS_PER_UNIT) / Number(NANOS_PER_UNIT);

function meaningOf(suffix: string): { format: QuantityFormat; factor: bigint; exponent: number } {
  const binary = BINARY_SUFFIXES.indexOf(suffix);
  if (binary > 0) return { format: 'BinarySI', factor: 1024n ** BigInt(binary), exponent: 0 };
  const decimal = DECIMAL_SUFFIXES.indexOf(suffix);
  if (decimal >= 0) return { format: 'DecimalSI', factor: 1n, exponent: (decimal - 3) * 3 };
  return { format: 'DecimalExponent', factor: 1n, exponent: Number(suffix.slice(1)) };
}

/** `value × 10^places`, rounded away from zero. */
function shiftDecimal(value: bigint, places: number): bigint {
  if (places >= 0) return value * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return (value + divisor - 1n) / divisor;
}

/** Binary suffixes are used from 1024 upwards and only for whole numbers; below, they would hide digits. */
const isPrintedBinary = (magnitude: bigint, format: QuantityFormat) =>
  format === 'BinarySI' && magnitude >= 1024n * NANOS_PER_UNIT && magnitude % NANOS_PER_UNIT === 0n;

function printBinary(magnitude: bigint): string {
  let number = magnitude / NANOS_PER_UNIT;
  let power = 0;
  while (number % 1024n === 0n && power < BINARY_SUFFIXES.length - 1) {
    number /= 1024n;
    power += 1;
  }
  return `${number}${BINARY_SUFFIXES[power]}`;
}

function printDecimal(magnitude: bigint, format: QuantityFormat): string {
  let number = magnitude;
  let power = 0;
  while (number % 1000n === 0n && power < DECIMAL_SUFFIXES.length - 1) {
    number /= 1000n;
    power += 1;
  }
  const exponent = (power - 3) * 3;
  if (format !== 'DecimalExponent') return `${number}${DECIMAL_SUFFIXES[power]}`;
  return exponent === 0 ? `${number}` : `${number}e${exponent}`;
}
