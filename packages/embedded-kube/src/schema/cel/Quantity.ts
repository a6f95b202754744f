const FORM = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:([eE][+-]?\d+)|(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E))?$/;
const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n };

/** Nine digits after the point is what a quantity can hold; more is rounded up, away from zero. */
const NANO_DIGITS = 9;

const tenTo = (exponent: number) => 10n ** BigInt(exponent);

/** `digits × 10^exponent × factor` in billionths. */
function toNanos(digits: bigint, exponent: number, factor: bigint): bigint {
  const shift = exponent + NANO_DIGITS;
  if (shift >= 0) return digits * factor * tenTo(shift);
  const divisor = tenTo(-shift);
  const product = digits * factor;
  const rest = product % divisor;
  if (rest === 0n) return product / divisor;
  return product / divisor + (product < 0n ? -1n : 1n);
}

/** A Kubernetes quantity such as `500m` or `16Gi`, compared by value. */
export class Quantity {
  private constructor(readonly nanos: bigint) {}

  static parse(text: string): Quantity | undefined {
    const match = FORM.exec(text);
    if (!match) return undefined;
    const [, sign, number, exponent, suffix] = match;
    const [whole, fraction = ''] = number.split('.');
    const digits = BigInt(`${whole}${fraction}` || '0') * (sign === '-' ? -1n : 1n);
    const power = (exponent ? Number(exponent.slice(1)) : (DECIMAL[suffix ?? ''] ?? 0)) - fraction.length;
    if (Math.abs(power) > 300) return undefined;
    return new Quantity(toNanos(digits, power, 1n << (BINARY[suffix ?? ''] ?? 0n)));
  }

  static of(whole: bigint): Quantity {
    return new Quantity(whole * tenTo(NANO_DIGITS));
  }

  compareTo(other: Quantity): number {
    if (this.nanos === other.nanos) return 0;
    return this.nanos < other.nanos ? -1 : 1;
  }

  plus(other: Quantity): Quantity {
    return new Quantity(this.nanos + other.nanos);
  }

  minus(other: Quantity): Quantity {
    return new Quantity(this.nanos - other.nanos);
  }

  isInteger(): boolean {
    return this.nanos % tenTo(NANO_DIGITS) === 0n;
  }

  toInteger(): bigint {
    return this.nanos / tenTo(NANO_DIGITS);
  }

  toNumber(): number {
    return Number(this.nanos) / 1e9;
  }
}
