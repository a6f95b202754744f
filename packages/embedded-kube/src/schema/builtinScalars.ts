/** Scalars that a real server reads into Go values and writes back in one canonical form. */

const quantityPattern = /^([+-]?)([0-9]*)\.?([0-9]*)(m|u|n|k|Ki|Mi|Gi|Ti|Pi|Ei|M|G|T|P|E|[eE][+-]?[0-9]+)?$/;
const decimalExponents: Readonly<Record<string, number>> = {
  'n': -9,
  'u': -6,
  'm': -3,
  '': 0,
  'k': 3,
  'M': 6,
  'G': 9,
  'T': 12,
  'P': 15,
  'E': 18,
};
const binaryFactors: Readonly<Record<string, bigint>> = {
  Ki: 1n << 10n,
  Mi: 1n << 20n,
  Gi: 1n << 30n,
  Ti: 1n << 40n,
  Pi: 1n << 50n,
  Ei: 1n << 60n,
};
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

interface Quantity {
  /** The amount in billionths, the finest step a quantity has. */
  readonly nano: bigint;
  readonly style: 'decimal' | 'binary' | 'exponent';
}

const NANO = 1_000_000_000n;

/** Rounds away from zero, as a quantity finer than a billionth is. */
function divideUp(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor === 0n ? quotient : quotient + (value > 0n ? 1n : -1n);
}

export function parseQuantity(text: string): Quantity | undefined {
  const match = quantityPattern.exec(text);
  if (!match || (match[2] === '' && match[3] === '')) return undefined;
  const [, sign, whole, fraction, suffix = ''] = match;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = 10n ** BigInt(fraction.length);
  const binary = binaryFactors[suffix];
  if (binary !== undefined) return { nano: divideUp(digits * binary * NANO, scale), style: 'binary' };
  const isExponent = /^[eE][+-]?[0-9]/.test(suffix);
  const exponent = isExponent ? Number(suffix.slice(1)) : decimalExponents[suffix];
  if (!Number.isInteger(exponent) || Math.abs(exponent) > 30) return undefined;
  const power = exponent + 9;
  const nano =
    power >= 0
      ? divideUp(digits * 10n ** BigInt(power), scale)
      : divideUp(digits, scale * 10n ** BigInt(-power));
  return { nano, style: isExponent ? 'exponent' : 'decimal' };
}

function renderDecimal(nano: bigint, style: 'decimal' | 'exponent'): string {
  let amount = nano;
  let step = 0;
  while (amount % 1000n === 0n && step < decimalSuffixes.length - 1) {
    amount /= 1000n;
    step += 1;
  }
  if (style === 'decimal') return `${amount}${decimalSuffixes[step]}`;
  return step === 3 ? `${amount}` : `${amount}e${(step - 3) * 3}`;
}

function renderBinary(nano: bigint): string {
  let amount = nano / NANO;
  // Below 1024 (and with a fraction) the decimal form is the canonical one: 512Ki stays, 0.5Ki becomes 512.
  if (nano % NANO !== 0n || (amount < 1024n && amount > -1024n)) return renderDecimal(nano, 'decimal');
  let step = 0;
  while (amount % 1024n === 0n && step < binarySuffixes.length - 1) {
    amount /= 1024n;
    step += 1;
  }
  return `${amount}${binarySuffixes[step]}`;
}

/** `1000m` → `1`, `0.5` → `500m`, `1024Mi` → `1Gi`; undefined when it is no quantity. */
export function canonicalQuantity(text: string): string | undefined {
  const quantity = parseQuantity(text.trim());
  if (!quantity) return undefined;
  if (quantity.nano === 0n) return '0';
  return quantity.style === 'binary'
    ? renderBinary(quantity.nano)
    : renderDecimal(quantity.nano, quantity.style);
}

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** RFC 3339 in UTC, in whole seconds or (`date-time` of a MicroTime) in microseconds. */
export function canonicalTime(text: string, unit: 'second' | 'microsecond'): string | undefined {
  const match = timePattern.exec(text);
  if (!match) return undefined;
  const millis = Date.parse(text.replace(/\.\d+/, ''));
  if (Number.isNaN(millis)) return undefined;
  const seconds = new Date(millis).toISOString().slice(0, 19);
  if (unit === 'second') return `${seconds}Z`;
  return `${seconds}.${(match[1] ?? '.').slice(1).padEnd(6, '0').slice(0, 6)}Z`;
}

/** Position of the first byte that is no standard base64, or undefined. */
export function base64Problem(text: string): number | undefined {
  const clean = text.replace(/[\r\n]/g, '');
  const bad = /[^A-Za-z0-9+/=]/.exec(clean);
  if (bad) return Buffer.byteLength(clean.slice(0, bad.index));
  const match = /^[A-Za-z0-9+/]*(={0,2})$/.exec(clean);
  if (!match) return clean.indexOf('=');
  if (clean.length % 4 === 0) return undefined;
  return match[1] === '' ? clean.length - (clean.length % 4) : clean.length;
}
