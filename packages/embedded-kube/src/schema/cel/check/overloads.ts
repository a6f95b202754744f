import { DYN, ERROR, type CelType } from './types';

/** One way of calling a function; single capitals are parameters. */
export interface Overload {
  readonly isMember: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
}

const NAMES: Readonly<Record<string, string>> = {
  Quantity: 'kubernetes.Quantity',
  URL: 'kubernetes.URL',
  IP: 'net.IP',
  CIDR: 'net.CIDR',
  Format: 'kubernetes.NamedFormat',
  Semver: 'kubernetes.Semver',
  optional: 'optional_type',
};

/** `map<string,list<A>>` → a type. */
export function parseType(text: string): CelType {
  const match = /^([\w.]+)(?:<(.*)>)?$/.exec(text.trim());
  if (!match) throw new Error(`${text} is no type`);
  const [, name, inner] = match;
  const args: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of inner ?? '') {
    if (char === '<') depth += 1;
    if (char === '>') depth -= 1;
    if (char === ',' && depth === 0) {
      args.push(part);
      part = '';
    } else part += char;
  }
  if (part !== '') args.push(part);
  return { name: NAMES[name] ?? name, args: args.map(parseType) };
}

type Bindings = ReadonlyMap<string, CelType>;

const isParameter = ({ name, args }: CelType) => args.length === 0 && /^[A-Z]$/.test(name);
const isAny = ({ name }: CelType) => name === 'dyn' || name === '!error!';
const TAKES_NULL = new Set(['object', 'timestamp', 'duration', 'optional_type']);

/** Binds parameters so that a value of `found` fits where `wanted` is; `undefined`: it cannot. */
function fit(wanted: CelType, found: CelType, bindings: Bindings): Bindings | undefined {
  if (isParameter(wanted)) {
    const bound = bindings.get(wanted.name);
    if (!bound) return new Map(bindings).set(wanted.name, found);
    if (isAny(bound)) return bindings;
    if (isAny(found)) return new Map(bindings).set(wanted.name, found);
    // Parameters of empty lists and maps wait for what comes.
    const joined = fit(bound, found, bindings);
    if (joined) return joined;
    const wider = fit(found, bound, bindings);
    return wider && new Map(wider).set(wanted.name, found);
  }
  if (isAny(wanted) || isAny(found)) return bindings;
  if (isParameter(found)) return bindings;
  if (found.name === 'null' && (TAKES_NULL.has(wanted.name) || wanted.name.includes('.'))) return bindings;
  if (wanted.name === 'type' && found.name === 'type') return bindings;
  if (wanted.name !== found.name || wanted.args.length !== found.args.length) return undefined;
  let all: Bindings | undefined = bindings;
  for (let i = 0; i < wanted.args.length && all; i += 1) all = fit(wanted.args[i], found.args[i], all);
  return all;
}

/** Whether a value of one type fits where another is wanted. */
export const isAssignable = (found: CelType, wanted: CelType): boolean =>
  fit(wanted, found, new Map()) !== undefined;

function substitute(type: CelType, bindings: Bindings): CelType {
  if (isParameter(type)) return bindings.get(type.name) ?? DYN;
  return type.args.length === 0 ? type : { ...type, args: type.args.map(arg => substitute(arg, bindings)) };
}

const isSame = (a: CelType, b: CelType): boolean =>
  a === b || (a.name === b.name && a.fields === b.fields && a.args.every((arg, i) => isSame(arg, b.args[i])));

/** The type of a call, which is `dyn` where several ways fit that differ; `undefined`: none fits. */
export function resolveCall(
  overloads: readonly Overload[],
  isMember: boolean,
  args: readonly CelType[],
): CelType | undefined {
  let result: CelType | undefined;
  for (const overload of overloads) {
    if (overload.isMember !== isMember || overload.args.length !== args.length) continue;
    let bindings: Bindings | undefined = new Map();
    for (let i = 0; i < args.length && bindings; i += 1) bindings = fit(overload.args[i], args[i], bindings);
    if (!bindings) continue;
    const type = substitute(overload.result, bindings);
    if (result && !isSame(result, type)) return DYN;
    result = type;
  }
  return result === undefined && args.some(arg => arg === ERROR) ? ERROR : result;
}
