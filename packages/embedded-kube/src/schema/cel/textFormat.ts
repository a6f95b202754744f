import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import { CelObject } from './celValues';

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A double as Go writes it shortest. */
export function shownDouble(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Seconds, with as many digits behind the point as there are. */
export function shownDuration({ seconds, nanos }: Duration): string {
  const all = seconds * 1_000_000_000n + BigInt(nanos);
  const sign = all < 0n ? '-' : '';
  const digits = String(all < 0n ? -all : all).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${sign}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}s`;
}

/** Without a fraction where there is none. */
export const shownMoment = (moment: Date): string =>
  moment.toISOString().replace(/\.(\d*?)0*Z$/, (_, digits: string) => (digits === '' ? 'Z' : `.${digits}Z`));

const typeName = (value: object) => /^Type<(.*)>$/.exec(String(value))?.[1];

/** Values of maps and lists are shown with their quotes. */
function shown(value: unknown, isInside: boolean): string {
  if (typeof value === 'string') return isInside ? JSON.stringify(value) : value;
  if (typeof value === 'number') return shownDouble(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof UnsignedInt) return String(value.value);
  if (value instanceof Date)
    return isInside ? `timestamp(${JSON.stringify(shownMoment(value))})` : shownMoment(value);
  if (value instanceof Duration)
    return isInside ? `duration(${JSON.stringify(shownDuration(value))})` : shownDuration(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return `[${value.map(item => shown(item, true)).join(', ')}]`;
  if (value instanceof Map && !(value instanceof CelObject)) {
    const entries = [...value].map(([key, field]) => `${shown(key, true)}:${shown(field, true)}`);
    return `{${entries.sort().join(', ')}}`;
  }
  return typeName(value) ?? String(value);
}

function exponential(value: number, digits: number): string {
  const [mantissa, exponent] = value.toExponential(digits).split('e');
  const number = Number(exponent);
  const raised = [...String(Math.abs(number)).padStart(2, '0')]
    .map(digit => SUPERSCRIPTS[Number(digit)])
    .join('');
  return `${mantissa}×10${number < 0 ? '⁻' : ''}${raised}`;
}

function hexadecimal(value: unknown): string {
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('hex');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return BigInt(value as bigint).toString(16);
}

function formatOne(verb: string, digits: number, value: unknown): string {
  switch (verb) {
    case 'f':
      return Number(value).toFixed(digits);
    case 'e':
      return exponential(Number(value), digits);
    case 'x':
      return hexadecimal(value);
    case 'X':
      return hexadecimal(value).toUpperCase();
    case 'o':
      return BigInt(value as bigint).toString(8);
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : BigInt(value as bigint).toString(2);
    case 'd':
      return shown(value, false);
    default:
      return shown(value, false);
  }
}

const DIGITS = 6;

/** `'%s has %d'.format([…])`: %s, %d, %f and %e with digits, %x, %X, %o, %b and %%. */
export function formatText(template: string, values: readonly unknown[]): string {
  let next = 0;
  return template.replace(
    /%(%|(?:\.(\d+))?([a-zA-Z]))/g,
    (_, rest: string, digits?: string, verb?: string) => {
      if (rest === '%') return '%';
      if (!/^[sdfexXob]$/.test(verb ?? ''))
        throw new Error(`could not parse formatting clause: unrecognized formatting clause "${verb}"`);
      if (next >= values.length) throw new Error(`index ${next} out of range`);
      next += 1;
      return formatOne(verb!, Number(digits ?? DIGITS), values[next - 1]);
    },
  );
}
