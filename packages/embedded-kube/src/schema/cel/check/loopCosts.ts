import type { ASTNode } from '@marcbachmann/cel-js';

/** What it costs to make a list or a map. */
export const NEW_LIST = 10;
export const NEW_MAP = 30;

/** How many of the arguments name variables. */
export function loopVariables(name: string, args: readonly ASTNode[]): number {
  if (/^transform/.test(name)) return 2;
  return /^(all|exists|exists_one|existsOne)$/.test(name) && args.length === 3 ? 2 : 1;
}

/** What a loop costs before, in each round, and after. */
export function loopCost(name: string, parts: readonly { readonly cost: number }[]) {
  const last = parts[parts.length - 1].cost;
  const chosen = parts.length > 1 ? parts[0].cost : 0;
  switch (name) {
    case 'all':
      return { start: 0, each: 2 + 1 + last, end: 1 };
    case 'exists':
      return { start: 0, each: 3 + 1 + last, end: 1 };
    case 'exists_one':
    case 'existsOne':
      return { start: 0, each: last + 2, end: 2 };
    case 'filter':
      return { start: NEW_LIST, each: last + 2 + NEW_LIST + 1, end: 1 };
    case 'transformMap':
    case 'transformMapEntry':
      return { start: NEW_MAP, each: chosen + last + 3, end: 1 };
    default:
      return { start: NEW_LIST, each: chosen + last + 2 + NEW_LIST, end: 1 };
  }
}
