import { badRequest } from './errors';

export type Labels = Readonly<Record<string, string>>;
type Requirement = (labels: Labels) => boolean;
export type LabelTest = (labels: Labels) => boolean;

const KEY = String.raw`[A-Za-z0-9][-A-Za-z0-9_./]*`;
const VALUE = String.raw`[-A-Za-z0-9_.]*`;
const SET = new RegExp(String.raw`^(${KEY})\s+(in|notin)\s*\(([^)]*)\)$`);
const EXISTS = new RegExp(String.raw`^(!?)\s*(${KEY})$`);
const EQUALS = new RegExp(String.raw`^(${KEY})\s*(=|==|!=)\s*(${VALUE})$`);
const COMPARES = new RegExp(String.raw`^(${KEY})\s*([<>])\s*(-?\d+)$`);

/** `a=b,c in (d,e),!f`; absent where nothing is asked. @throws ApiError 400 */
export function parseLabelSelector(text: string | undefined): LabelTest | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const requirements = splitOutsideBrackets(text).map(part => parseRequirement(part.trim(), text));
  return labels => requirements.every(isMet => isMet(labels));
}

function parseRequirement(part: string, whole: string): Requirement {
  const set = SET.exec(part);
  if (set) {
    const [, key, operator, list] = set;
    const values = new Set(list.split(',').map(value => value.trim()));
    const isIn = (labels: Labels) => labels[key] !== undefined && values.has(labels[key]);
    return operator === 'in' ? isIn : labels => !isIn(labels);
  }
  const equals = EQUALS.exec(part);
  if (equals) {
    const [, key, operator, value] = equals;
    return operator === '!=' ? labels => labels[key] !== value : labels => labels[key] === value;
  }
  const compares = COMPARES.exec(part);
  if (compares) {
    const [, key, operator, bound] = compares;
    return labels => isBeyond(labels[key], operator, Number(bound));
  }
  const exists = EXISTS.exec(part);
  if (exists) return labels => (labels[exists[2]] === undefined) === (exists[1] === '!');
  throw badRequest(
    `unable to parse requirement: ${JSON.stringify(part)} in the label selector ${JSON.stringify(whole)} is none of key=value, key!=value, key in (…), key notin (…), key, !key`,
  );
}

function isBeyond(value: string | undefined, operator: string, bound: number): boolean {
  const number = Number(value);
  if (value === undefined || Number.isNaN(number)) return false;
  return operator === '<' ? number < bound : number > bound;
}

function splitOutsideBrackets(text: string): string[] {
  return text.match(/(?:[^,(]|\([^)]*\))+/g) ?? [];
}
