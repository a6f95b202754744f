import type { ASTNode } from '@marcbachmann/cel-js';

const BINARY = new Set(['!=', '==', 'in', '+', '-', '*', '/', '%', '<', '<=', '>', '>=', '||', '&&']);

/** The first place from `from` on with a mark, behind blanks and what closes parentheses. */
function markAfter(text: string, from: number, mark: string): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? from : found;
}

/** Where the compiler of the language would point to: operators at their sign, calls at their parenthesis. */
export function positionOf(node: ASTNode, text: string): number {
  if (BINARY.has(node.op)) return markAfter(text, (node.args as [ASTNode, ASTNode])[0].end, node.op);
  switch (node.op) {
    case '.':
    case '.?':
      return markAfter(text, node.args[0].end, '.');
    case '[]':
    case '[?]':
      return markAfter(text, node.args[0].end, '[');
    case '?:':
      return markAfter(text, node.args[0].end, '?');
    case 'call':
      return markAfter(text, node.start + node.args[0].length, '(');
    case 'rcall':
      return markAfter(text, text.indexOf(node.args[0], markAfter(text, node.args[1].end, '.')), '(');
    default:
      return node.start;
  }
}

/** `ERROR: <input>:1:6: …` with the line and a mark below it. */
export function showAt(text: string, position: number, why: string): string {
  const before = text.slice(0, position).split('\n');
  const line = text.split('\n')[before.length - 1];
  const column = [...before[before.length - 1]].length;
  return `ERROR: <input>:${before.length}:${column + 1}: ${why}\n | ${line}\n | ${'.'.repeat(column)}^`;
}
