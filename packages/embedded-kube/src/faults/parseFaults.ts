import { parse } from 'yaml';
import type { Fault, FaultPlan } from './fault';
import { CHOICES, FIELDS, MATCH_FIELDS, type Field } from './faultFields';

/** A field that cannot be read as it is; the message names it and says what to write. */
export class FaultError extends Error {}

type Fields = Readonly<Record<string, unknown>>;

/** @param text YAML or JSON. @throws FaultError */
export function parseFaultText(text: string): FaultPlan {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new FaultError(`this is neither YAML nor JSON: ${(error as Error).message}`);
  }
  return readFaultPlan(value ?? {});
}

/** @throws FaultError */
export function readFaultPlan(value: unknown): FaultPlan {
  const plan = readFields(value, { at: 'faults', known: ['seed', 'clusters'] });
  const { seed, clusters = {} } = plan;
  if (seed !== undefined && !isWhole(seed, 2 ** 32 - 1))
    throw wrong('seed', seed, 'give a whole number from 0 to 4294967295');
  const lists = Object.entries(readFields(clusters, { at: 'clusters' })).map(([name, faults]) => [
    name,
    readFaults(faults, `clusters.${name}`),
  ]);
  return {
    clusters: Object.fromEntries(lists),
    ...(seed === undefined ? {} : { seed: seed as number }),
  };
}

function readFaults(value: unknown, at: string): readonly Fault[] {
  if (Array.isArray(value)) return value.map((fault, index) => readFault(fault, `${at}[${index}]`));
  throw wrong(at, value, 'give a list of faults: each begins with "- type: …"');
}

/** @throws FaultError */
export function readFault(value: unknown, at = 'fault'): Fault {
  const { type } = readFields(value, { at });
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type))
    throw wrong(`${at}.type`, type, `give one of ${Object.keys(FIELDS).join(', ')}`);
  const fields = FIELDS[type as Fault['type']];
  const known: Readonly<Record<string, Field>> = type === 'clock' ? fields : { ...fields, ...MATCH_FIELDS };
  const given = readFields(value, { at, known: ['type', ...Object.keys(known)] });
  for (const [name, { check, hint, isNeeded }] of Object.entries(known)) {
    if (given[name] === undefined ? isNeeded : !check(given[name]))
      throw wrong(`${at}.${name}`, given[name], hint);
  }
  return value as Fault;
}

/** @throws FaultError */
export function readChoice<T extends string>(
  value: unknown,
  { at, choices, usual }: { readonly at: string; readonly choices: readonly T[]; readonly usual: T },
): T {
  if (value === undefined) return usual;
  const choice = choices.find(each => each === value);
  if (choice === undefined) throw wrong(at, value, `give one of ${choices.join(', ')}`);
  return choice;
}

export { CHOICES };

function readFields(
  value: unknown,
  { at, known }: { readonly at: string; readonly known?: readonly string[] },
): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(at, value, 'give fields with values');
  const foreign = Object.keys(value).find(key => known && !known.includes(key));
  if (foreign === undefined) return value as Fields;
  throw new FaultError(`${at}.${foreign}: there is no such field; there are ${known?.join(', ')}`);
}

function wrong(at: string, value: unknown, hint: string): FaultError {
  const what = value === undefined ? 'is missing' : `${JSON.stringify(value)} does not do`;
  return new FaultError(`${at}: ${what}; ${hint}`);
}

const isWhole = (value: unknown, most: number) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
