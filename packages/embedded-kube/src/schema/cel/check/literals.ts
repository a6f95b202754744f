import { ParseError, type ASTNode } from '@marcbachmann/cel-js';
import { toRegExp } from '../../goRegExp';

const DURATION =
  /^[-+]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const isSound: Readonly<Record<string, (text: string) => boolean>> = {
  matches: text => toRegExp(text) !== undefined,
  duration: text => text === '0' || DURATION.test(text),
  timestamp: text => TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text)),
};

/** A literal that is known to be wrong before anything runs: a pattern, a duration, a timestamp. */
export function checkLiteralArgument(
  name: string,
  args: readonly ASTNode[],
): { readonly node: ASTNode; readonly why: string } | undefined {
  const check = Object.hasOwn(isSound, name) ? isSound[name] : undefined;
  const node = args[args.length - 1];
  if (!check || node?.op !== 'value' || typeof node.args !== 'string' || check(node.args)) return undefined;
  return { node, why: `invalid ${name} argument` };
}

const OPERAND = `{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}`;

/** What the compiler of the language says of an expression that cannot be read. */
export function explainSyntax(
  { summary, range }: ParseError,
  text: string,
): { position: number; why: string } {
  const position = range?.start ?? text.length;
  const isEnd = /EOF/.test(summary) && position >= text.trimEnd().length;
  const opened = text.split('(').length - text.split(')').length;
  if (isEnd && opened > 0 && !/[-+*/%<>=&|?:,(.[]\s*$/.test(text))
    return { position: text.length, why: "Syntax error: missing ')' at '<EOF>'" };
  if (isEnd)
    return { position: text.length, why: `Syntax error: mismatched input '<EOF>' expecting ${OPERAND}` };
  const found = /^([-+*/%<>]=?|[=!]=|&&|\|\||\w+|.)/.exec(text.slice(position))?.[0] ?? '';
  if (/^[*/%<>+]|^[=!]=|^&&|^\|\|/.test(found))
    return { position, why: `Syntax error: extraneous input '${found}' expecting ${OPERAND}` };
  return { position, why: `Syntax error: mismatched input '${found}' expecting <EOF>` };
}
