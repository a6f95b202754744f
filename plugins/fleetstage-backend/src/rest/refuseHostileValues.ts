import { InputError } from '@backstage/errors';
import type { RequestHandler } from 'express';

/** The deepest spec that people write, a pod template in a patch of an override, has about 25. */
const DEEPEST = 100;
/** So much of a path into the body is shown. */
const MOST_STEPS = 5;
const LONGEST_STEP = 40;

/** What is wrong with a value, and where below it. */
interface Fault {
  readonly path: readonly string[];
  readonly says: string;
}

/**
 * Refuses, before anything is validated or done, what no part of the system can carry: text that PostgreSQL cannot store
 * (NUL, lone surrogates), numbers that are none in JSON, names of fields that JavaScript takes for a prototype, and
 * structures so deep that whoever walks them by recursion runs out of stack. Addresses have no control characters besides,
 * nor names with `/`, nor the names `.` and `..`, which URLs fold away.
 */
export const refuseHostileValues: RequestHandler = (request, _, next) => {
  const fault =
    findFaultInPath(request.path) ??
    findFaultInAddress(request.query, 'query') ??
    within(['body'], findFault(request.body));
  next(fault && new InputError(`request/${toPath(fault.path)} ${fault.says}`));
};

/** After the validator has made numbers of texts: its bounds let pass what it read as infinite, such as `1e309`. */
export const refuseInfinity: RequestHandler = ({ query }, _, next) => {
  const fault = findFaultInAddress(query, 'query');
  next(fault && new InputError(`request/${toPath(fault.path)} ${fault.says}`));
};

function findFaultInPath(path: string): Fault | undefined {
  for (const segment of path.split('/')) {
    const text = decode(segment);
    if (text === undefined)
      return { path: ['path'], says: 'is not UTF-8; encode it as encodeURIComponent does' };
    if (text === '.' || text === '..')
      return { path: ['path'], says: `has the step "${text}", which is the name of nothing; use a name` };
    const fault = findFaultInAddress(text, 'path');
    if (fault) return fault;
    if (text.includes('/'))
      return {
        path: ['path'],
        says: 'has "/" within a name, which no name has; of a namespace, take the step before',
      };
  }
  return undefined;
}

function findFaultInAddress(value: unknown, part: string): Fault | undefined {
  return within([part], findFault(value, isPlain));
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

const within = (path: readonly string[], fault: Fault | undefined): Fault | undefined =>
  fault && { ...fault, path: [...path, ...fault.path] };

/** What a text must not have, in words; nothing where it is fine. */
type TextRule = (text: string) => string | undefined;

const isStorable: TextRule = text => {
  if (text.includes('\0')) return 'has the character NUL (U+0000), which cannot be stored; leave it out';
  // With the flag `u` a pair is one character, and only what has no partner is a surrogate.
  return /\p{Cs}/u.test(text)
    ? 'has half of a surrogate pair, which is no character; leave it out'
    : undefined;
};

const isPlain: TextRule = text =>
  isStorable(text) ?? (/\p{Cc}/u.test(text) ? 'has control characters; leave them out' : undefined);

/** Recursion is safe: it ends at the depth that is refused. */
function findFault(value: unknown, rule: TextRule = isStorable, depth = 0): Fault | undefined {
  if (typeof value === 'string') return faultOf(rule(value));
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? undefined
      : { path: [], says: 'is beyond the numbers that JSON readers keep' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === DEEPEST)
    return { path: [], says: `is nested deeper than ${DEEPEST} levels; make it flatter` };
  for (const [name, inner] of Object.entries(value)) {
    const fault = faultOf(nameRule(name, rule)) ?? findFault(inner, rule, depth + 1);
    if (fault) return within([name], fault);
  }
  return undefined;
}

const nameRule = (name: string, rule: TextRule) =>
  name === '__proto__' ? 'is not the name of any field; leave it out' : rule(name);

const faultOf = (says: string | undefined): Fault | undefined =>
  says === undefined ? undefined : { path: [], says };

/** As the validator writes paths; what is strange in a name is escaped. */
function toPath(path: readonly string[]): string {
  const steps = path
    .slice(0, MOST_STEPS)
    .map(step => JSON.stringify(step).slice(1, -1).slice(0, LONGEST_STEP));
  return [...steps, ...(path.length > MOST_STEPS ? ['…'] : [])].join('/');
}
