import type { Fault, FaultMoment, RestartOptions, WatchEnd } from './fault';

/** How a field of a fault is read. */
export interface Field {
  readonly check: (value: unknown) => boolean;
  /** What to write instead. */
  readonly hint: string;
  readonly isNeeded?: boolean;
}

export const CHOICES = {
  how: ['end', 'reset', 'expired'] satisfies WatchEnd[],
  moment: ['before', 'after'] satisfies FaultMoment[],
  history: ['kept', 'lost'] satisfies NonNullable<RestartOptions['history']>[],
} as const;

/** Timers count no further. */
const MOST_MS = 2 ** 31 - 1;

const isNumber = (least: number, most: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value <= most;
const isWhole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && isNumber(least, most)(value);
const isOneOf = (choices: readonly string[]) => (value: unknown) => choices.includes(value as string);
const isText = (value: unknown) => typeof value === 'string';
const arePatterns = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText));
const isRange = (value: unknown) =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(isNumber(0, MOST_MS)) &&
  Number(value[0]) <= Number(value[1]);

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];
const areVerbs = (value: unknown) =>
  arePatterns(value) && [value].flat().every(verb => String(verb).includes('*') || isOneOf(VERBS)(verb));

const text: Field = { check: isText, hint: 'give text' };
const patterns: Field = {
  check: arePatterns,
  hint: 'give text or a list of texts, in which * matches anything',
};
const milliseconds: Field = { check: isNumber(0, MOST_MS), hint: 'give milliseconds, 0 or more' };
const seconds: Field = { check: isWhole(0, 86_400), hint: 'give whole seconds' };
const moment: Field = { check: isOneOf(CHOICES.moment), hint: 'give before or after' };

export const MATCH_FIELDS = {
  verbs: { check: areVerbs, hint: `give one or several of ${VERBS.join(', ')}` },
  kinds: patterns,
  groups: patterns,
  resources: patterns,
  namespaces: patterns,
  names: patterns,
  paths: patterns,
  userAgents: patterns,
  chance: { check: isNumber(0, 1), hint: 'give a number from 0 to 1' },
  next: { check: isWhole(1, 1e9), hint: 'give a whole number from 1 on' },
} as const satisfies Readonly<Record<string, Field>>;

export const FIELDS: Readonly<Record<Fault['type'], Readonly<Record<string, Field>>>> = {
  latency: {
    ms: {
      check: value => milliseconds.check(value) || isRange(value),
      hint: 'give milliseconds, such as 200, or least and most, such as [50, 250]',
      isNeeded: true,
    },
  },
  error: {
    code: { check: isWhole(400, 599), hint: 'give a code from 400 to 599', isNeeded: true },
    reason: text,
    message: text,
    retryAfterSeconds: seconds,
    moment,
  },
  reset: { moment },
  throttle: {
    perSecond: { check: isNumber(0.001, 1e6), hint: 'give requests per second, above 0' },
    burst: { check: isWhole(1, 1e6), hint: 'give a whole number from 1 on' },
    retryAfterSeconds: seconds,
  },
  slow: {
    bytesPerSecond: { check: isNumber(1, 1e12), hint: 'give bytes per second, 1 or more', isNeeded: true },
  },
  hang: {},
  watchCut: {
    afterEvents: { check: isWhole(1, 1e9), hint: 'give a whole number from 1 on' },
    afterMs: milliseconds,
    how: { check: isOneOf(CHOICES.how), hint: `give one of ${CHOICES.how.join(', ')}` },
  },
  clock: {
    skewMs: {
      check: isNumber(-1e13, 1e13),
      hint: 'give milliseconds, below 0 for a clock that is behind',
      isNeeded: true,
    },
  },
};
