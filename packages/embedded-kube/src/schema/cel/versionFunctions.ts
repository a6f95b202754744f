import type { Environment } from '@marcbachmann/cel-js';
import { registerOrder } from './orderedType';

const NUMBER = '(0|[1-9]\\d*)';
const WORD = '[0-9A-Za-z-]+';
const FORM = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${WORD}(?:\\.${WORD})*))?(?:\\+(${WORD}(?:\\.${WORD})*))?$`,
);

/** A semantic version; what is said of its build does not count. */
class Semver {
  private constructor(
    readonly numbers: readonly bigint[],
    readonly pre: readonly string[],
  ) {}

  static parse(text: string): Semver | undefined {
    const match = FORM.exec(text);
    const pre = match?.[4]?.split('.') ?? [];
    if (!match || pre.some(part => /^0\d+$/.test(part))) return undefined;
    return new Semver(match.slice(1, 4).map(BigInt), pre);
  }

  compareTo(other: Semver): number {
    for (let i = 0; i < this.numbers.length; i += 1) {
      if (this.numbers[i] !== other.numbers[i]) return this.numbers[i] < other.numbers[i] ? -1 : 1;
    }
    if (this.pre.length === 0 || other.pre.length === 0) return Math.sign(other.pre.length - this.pre.length);
    const count = Math.min(this.pre.length, other.pre.length);
    for (let i = 0; i < count; i += 1) {
      const order = compareParts(this.pre[i], other.pre[i]);
      if (order !== 0) return order;
    }
    return Math.sign(this.pre.length - other.pre.length);
  }
}

/** Numbers come before words. */
function compareParts(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [a, b].map(part => /^\d+$/.test(part));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (a === b) return 0;
  return (isNumber ? BigInt(a) < BigInt(b) : a < b) ? -1 : 1;
}

/** `v1.02` is written as `1.2.0`. */
function normalized(text: string): string {
  const [, core = '', rest = ''] = /^([^-+]*)(.*)$/s.exec(text.replace(/^v/, '')) ?? [];
  const numbers = core.split('.').map(part => (/^\d+$/.test(part) ? String(BigInt(part)) : part));
  while (numbers.length < 3 && rest === '') numbers.push('0');
  return numbers.join('.') + rest;
}

function semver(text: string, isNormal = false): Semver {
  const parsed = Semver.parse(isNormal ? normalized(text) : text);
  if (parsed) return parsed;
  if (text === '') throw new Error('Version string empty');
  const parts = text.split('.');
  if (parts.length < 3) throw new Error('No Major.Minor.Patch elements found');
  const at = ['major', 'minor', 'patch'].findIndex((_, i) => !/^\d+/.test(parts[i]));
  throw new Error(
    `Invalid character(s) found in ${['major', 'minor', 'patch'][Math.max(at, 0)]} number ${JSON.stringify(parts[Math.max(at, 0)])}`,
  );
}

/** `semver('1.2.3').isLessThan(semver('1.10.0'))` and the like. */
export function registerVersionFunctions(environment: Environment): void {
  environment.registerType('Semver', Semver);
  environment.registerFunction('semver(string): Semver', (text: string) => semver(text));
  environment.registerFunction('semver(string, bool): Semver', semver);
  environment.registerFunction('isSemver(string): bool', (text: string) => Semver.parse(text) !== undefined);
  environment.registerFunction(
    'isSemver(string, bool): bool',
    (text: string, isNormal: boolean) => Semver.parse(isNormal ? normalized(text) : text) !== undefined,
  );
  registerOrder<Semver>(environment, 'Semver');
  ['major', 'minor', 'patch'].forEach((name, i) =>
    environment.registerFunction(`Semver.${name}(): int`, ({ numbers }: Semver) => numbers[i]),
  );
}
