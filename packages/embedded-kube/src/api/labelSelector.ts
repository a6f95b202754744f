import { explainLabelValue, explainQualifiedName } from '../schema/names';
import { badRequest } from './errors';
import { readTokens, TokenReader, type Token } from './labelTokens';

export type Labels = Readonly<Record<string, string>>;
type Meets = (labels: Labels) => boolean;
interface Requirement {
  readonly isMet: Meets;
  /** In the JSON of whatever meets it. */
  readonly needle?: string;
}

export interface LabelTest {
  readonly isMet: Meets;
  /** What is in the JSON of every object that meets it: the others need not be parsed. */
  readonly needles: readonly string[];
}

/** In the words of a real server. */
class SelectorProblem extends Error {}

/** `a=b,c in (d,e),!f`; absent where nothing is asked. @throws ApiError 400 */
export function parseLabelSelector(text: string | undefined): LabelTest | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    const requirements = readRequirements(new TokenReader(readTokens(text)));
    return {
      isMet: labels => requirements.every(({ isMet }) => isMet(labels)),
      needles: requirements.flatMap(({ needle }) => (needle === undefined ? [] : [needle])),
    };
  } catch (error) {
    if (error instanceof SelectorProblem) throw badRequest(error.message);
    throw error;
  }
}

function readRequirements(reader: TokenReader): readonly Requirement[] {
  const requirements: Requirement[] = [];
  for (;;) {
    const { kind, text } = reader.peekValue();
    if (kind === 'end') return requirements;
    if (kind !== 'name' && kind !== '!')
      throw new SelectorProblem(`found '${text}', expected: !, identifier, or 'end of string'`);
    requirements.push(withPlace(() => readRequirement(reader)));
    const next = reader.takeValue();
    if (next.kind === 'end') return requirements;
    if (next.kind !== ',')
      throw new SelectorProblem(`found '${next.text}', expected: ',' or 'end of string'`);
    const after = reader.peekValue();
    if (after.kind !== 'name' && after.kind !== '!')
      throw new SelectorProblem(`found '${after.text}', expected: identifier after ','`);
  }
}

function withPlace(read: () => Requirement): Requirement {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SelectorProblem)) throw error;
    throw new SelectorProblem(`unable to parse requirement: ${error.message}`);
  }
}

function readRequirement(reader: TokenReader): Requirement {
  const first = reader.takeValue();
  const isAbsent = first.kind === '!';
  const { kind, text: key } = isAbsent ? reader.takeValue() : first;
  if (kind !== 'name') throw new SelectorProblem(`found '${key}', expected: identifier`);
  checkKey(key);
  if (isAbsent) return { isMet: labels => labels[key] === undefined };
  const next = reader.peekValue().kind;
  if (next === 'end' || next === ',')
    return { isMet: labels => labels[key] !== undefined, needle: `${JSON.stringify(key)}:` };
  const operator = reader.takeOperator();
  return readComparison(reader, key, operator);
}

function readComparison(reader: TokenReader, key: string, { kind, text }: Token): Requirement {
  switch (kind) {
    case 'in':
    case 'notin': {
      const values = readSet(reader, key);
      const isIn = (labels: Labels) => labels[key] !== undefined && values.has(labels[key]);
      return { isMet: kind === 'in' ? isIn : labels => !isIn(labels) };
    }
    case '=':
    case '==':
    case '!=': {
      const value = readValue(reader);
      checkValues(key, [value]);
      if (kind === '!=') return { isMet: labels => labels[key] !== value };
      return {
        isMet: labels => labels[key] === value,
        needle: `${JSON.stringify(key)}:${JSON.stringify(value)}`,
      };
    }
    case '<':
    case '>': {
      const bound = readBound(readValue(reader), key);
      return { isMet: labels => isBeyond(labels[key], kind, bound) };
    }
    default:
      throw new SelectorProblem(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
  }
}

function readValue(reader: TokenReader): string {
  const { kind } = reader.peekValue();
  if (kind === 'end' || kind === ',') return '';
  const { text } = reader.takeValue();
  if (kind !== 'name') throw new SelectorProblem(`found '${text}', expected: identifier`);
  return text;
}

/** An empty place counts as an empty value: `(,a)`, `()`. */
function readSet(reader: TokenReader, key: string): ReadonlySet<string> {
  const open = reader.takeValue();
  if (open.kind !== '(') throw new SelectorProblem(`found '${open.text}' expected: '('`);
  const values = new Set<string>();
  const { kind, text } = reader.peekValue();
  if (kind === 'name' || kind === ',') readValues(reader, values);
  else if (kind !== ')') throw new SelectorProblem(`found '${text}', expected: ',', ')' or identifier`);
  reader.takeValue();
  if (values.size === 0) values.add('');
  checkValues(key, [...values].sort());
  return values;
}

function readValues(reader: TokenReader, values: Set<string>): void {
  for (;;) {
    const { kind, text } = reader.takeValue();
    const next = reader.peekValue();
    if (kind === 'name') {
      values.add(text);
      if (next.kind === ')') return;
      if (next.kind !== ',') throw new SelectorProblem(`found '${next.text}', expected: ',' or ')'`);
    } else if (kind === ',') {
      if (values.size === 0) values.add('');
      if (next.kind === ')' || next.kind === ',') values.add('');
      if (next.kind === ')') return;
      if (next.kind === ',') reader.takeValue();
    } else throw new SelectorProblem(`found '${text}', expected: ',', or identifier`);
  }
}

function checkKey(key: string): void {
  const wrong = explainQualifiedName(key);
  if (wrong.length > 0)
    throw new SelectorProblem(`<nil>: Invalid value: ${JSON.stringify(key)}: ${wrong.join('; ')}`);
}

function checkValues(key: string, values: readonly string[], more: readonly string[] = []): void {
  const wrong = values.flatMap((value, index) => {
    const rules = explainLabelValue(value).join('; ');
    return rules === ''
      ? []
      : [`values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${rules}`];
  });
  const all = [...more, ...wrong];
  if (all.length > 0) throw new SelectorProblem(all.length === 1 ? all[0] : `[${all.join(', ')}]`);
}

function readBound(value: string, key: string): bigint {
  const isInteger = /^[+-]?\d+$/.test(value);
  const rule = `for 'Gt', 'Lt' operators, the value must be an integer`;
  const wrong = `values[0]: Invalid value: ${JSON.stringify(value)}: ${rule}`;
  checkValues(key, [value], isInteger ? [] : [wrong]);
  return BigInt(value);
}

function isBeyond(value: string | undefined, operator: '<' | '>', bound: bigint): boolean {
  if (value === undefined || !/^-?\d+$/.test(value)) return false;
  return operator === '<' ? BigInt(value) < bound : BigInt(value) > bound;
}
