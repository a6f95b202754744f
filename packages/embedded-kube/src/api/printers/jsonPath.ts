import { RecentlyUsed } from '../../RecentlyUsed';
import { isObject, hasField } from '../../schema/jsonValues';

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number; readonly by: number }
  | { readonly kind: 'all' }
  | {
      readonly kind: 'filter';
      readonly path: readonly Step[];
      readonly compare?: Comparison;
      readonly value?: unknown;
    };

const FIELD = /^\.?((?:\\.|[^.[\]\\])+)/;
const QUOTED = /^\[\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\s*\]/;
const INDEX = /^\[\s*(-?\d+)\s*\]/;
const SLICE = /^\[\s*(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(\d+)?\s*)?\]/;
const ALL = /^(?:\.?\[\s*\*\s*\]|\.\*)/;
const FILTER =
  /^\[\?\(\s*@((?:\.(?:\\.|[^.[\]\\=!<>\s)])+|\[[^\]]*\])*)\s*(?:(==|!=|<=|>=|<|>)\s*((?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^)'"]+)))?\s*\)\]/;

const unescape = (text: string) => text.replace(/\\(.)/g, '$1');

function parseLiteral(text: string): unknown {
  const trimmed = text.trim();
  if (/^['"]/.test(trimmed)) return unescape(trimmed.slice(1, -1));
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  return Number(trimmed);
}

function parseSteps(path: string): readonly Step[] {
  const steps: Step[] = [];
  let rest = path;
  const take = (length: number, step: Step) => {
    steps.push(step);
    rest = rest.slice(length);
  };
  while (rest !== '' && rest !== '.') {
    const all = ALL.exec(rest);
    const index = INDEX.exec(rest);
    const quoted = QUOTED.exec(rest);
    const filter = FILTER.exec(rest);
    const field = FIELD.exec(rest);
    const slice = SLICE.exec(rest);
    if (all) take(all[0].length, { kind: 'all' });
    else if (slice) take(slice[0].length, toSlice(slice));
    else if (index) take(index[0].length, { kind: 'index', index: Number(index[1]) });
    else if (quoted) take(quoted[0].length, { kind: 'field', name: unescape(quoted[1] ?? quoted[2]) });
    else if (filter) {
      const [whole, inner = '', compare, value] = filter;
      const literal = compare ? { compare: compare as Comparison, value: parseLiteral(value) } : {};
      take(whole.length, { kind: 'filter', path: parseSteps(inner), ...literal });
    } else if (field) take(field[0].length, { kind: 'field', name: unescape(field[1]) });
    else return [];
  }
  return steps;
}

function toSlice([, from, to, by = '1']: RegExpExecArray): Step {
  const bounds = { ...(from ? { from: Number(from) } : {}), ...(to ? { to: Number(to) } : {}) };
  return { kind: 'slice', ...bounds, by: Number(by) };
}

function isMatch(step: Extract<Step, { kind: 'filter' }>, item: unknown): boolean {
  const [found] = follow(step.path, [item]);
  if (step.compare === undefined) return found !== undefined;
  if (found === undefined || found === null) return false;
  const [left, right] = [found as string, step.value as string];
  switch (step.compare) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    default:
      return left >= right;
  }
}

function go(step: Step, value: unknown): readonly unknown[] {
  switch (step.kind) {
    case 'field':
      return isObject(value) && hasField(value, step.name) ? [value[step.name]] : [];
    case 'index': {
      const item: unknown = Array.isArray(value) ? value.at(step.index) : undefined;
      return item === undefined ? [] : [item];
    }
    case 'slice': {
      const some = Array.isArray(value) ? value.slice(step.from, step.to) : [];
      return some.filter((_, i) => step.by > 0 && i % step.by === 0);
    }
    case 'all':
      if (Array.isArray(value)) return value;
      return isObject(value) ? Object.values(value) : [];
    default:
      return Array.isArray(value) ? value.filter(item => isMatch(step, item)) : [];
  }
}

const follow = (steps: readonly Step[], start: readonly unknown[]): readonly unknown[] =>
  steps.reduce<readonly unknown[]>((values, step) => values.flatMap(value => go(step, value)), start);

const MOST_PARSED = 2_000;
const parsed = new RecentlyUsed<string, readonly Step[]>(MOST_PARSED);

/** What a path such as `.status.conditions[?(@.type=="Ready")].status` finds in an object, in order. */
export function findByPath(path: string, object: unknown): readonly unknown[] {
  let steps = parsed.get(path);
  if (!steps) {
    steps = parseSteps(path.replace(/^\{|\}$/g, ''));
    parsed.set(path, steps);
  }
  return follow(steps, [object]);
}
