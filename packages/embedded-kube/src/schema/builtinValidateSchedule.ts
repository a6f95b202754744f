/** When a CronJob runs: five fields of ranges, or a word. */
import { none, type Errors } from './builtinChecks';
import { invalidError, requiredError } from './fieldErrors';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const MONTHS = ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const FIELDS: readonly Bounds[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 6, names: DAYS },
];
const WORDS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];

function readNumber(text: string, { names }: Bounds): number | string {
  const named = text === '' ? -1 : names.indexOf(text.toLowerCase());
  if (named >= 0) return named;
  if (/^\+?\d+$/.test(text)) return Number(text);
  if (/^-\d+$/.test(text)) return `negative number (${Number(text)}) not allowed: ${text}`;
  const parsed = `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  return `failed to parse int from ${text}: ${parsed}`;
}

/** Why a part such as `1-5/2` is no range; `undefined` where it is one. */
function explainRange(text: string, bounds: Bounds): string | undefined {
  const [range, step, ...moreSteps] = text.split('/');
  const [from, to, ...moreEnds] = range.split('-');
  const isAll = from === '*' || from === '?';
  if (moreEnds.length > 0) return `too many hyphens: ${text}`;
  if (moreSteps.length > 0) return `too many slashes: ${text}`;
  const start = isAll ? bounds.least : readNumber(from, bounds);
  if (typeof start === 'string') return start;
  const alone = isAll || step !== undefined ? bounds.most : start;
  const end = to === undefined ? alone : readNumber(to, bounds);
  if (typeof end === 'string') return end;
  const every = step === undefined ? 1 : readNumber(step, { ...bounds, names: [] });
  if (typeof every === 'string') return every;
  if (start < bounds.least) return `beginning of range (${start}) below minimum (${bounds.least}): ${text}`;
  if (end > bounds.most) return `end of range (${end}) above maximum (${bounds.most}): ${text}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
  return every === 0 ? `step of range should be a positive number: ${text}` : undefined;
}

function explainSchedule(text: string): string | undefined {
  if (text.startsWith('@')) {
    const isKnown = WORDS.includes(text) || text.startsWith('@every ');
    return isKnown ? undefined : `unrecognized descriptor: ${text}`;
  }
  const fields = text.split(/\s+/);
  if (fields.length !== FIELDS.length)
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
  for (const [index, field] of fields.entries()) {
    for (const part of field.split(',').filter(each => each !== '')) {
      const problem = explainRange(part, FIELDS[index]);
      if (problem !== undefined) return problem;
    }
  }
  return undefined;
}

const WITH_ZONE = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';

export function scheduleErrors(schedule: unknown): Errors {
  const text = String(schedule ?? '').trim();
  if (text === '') return [requiredError('spec.schedule')];
  const problem = text.includes('TZ') ? WITH_ZONE : explainSchedule(text);
  return problem === undefined ? none : [invalidError('spec.schedule', schedule, problem)];
}

export function timeZoneErrors(zone: unknown): Errors {
  if (typeof zone !== 'string') return none;
  if (zone === '') return [invalidError('spec.timeZone', zone, 'timeZone must be nil or non-empty string')];
  if (zone.toLowerCase() === 'local')
    return [
      invalidError(
        'spec.timeZone',
        zone,
        'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ),
    ];
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format(0);
    return none;
  } catch {
    return [invalidError('spec.timeZone', zone, `unknown time zone ${zone}`)];
  }
}
