const compiled = new Map<string, RegExp | undefined>();

function compile(pattern: string): RegExp | undefined {
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const source = (flags ? pattern.slice(flags[0].length) : pattern)
    .replaceAll('(?P<', '(?<')
    .replaceAll('\\A', '^')
    .replaceAll('\\z', '$');
  for (const more of ['', 'u']) {
    try {
      return new RegExp(source, `${flags?.[1] ?? ''}${more}`);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** A pattern in Go's notation; `undefined` when it is none. Patterns come from definitions, so there are few. */
export function toRegExp(pattern: string): RegExp | undefined {
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  return compiled.get(pattern);
}

/** What Go says of the mistakes that are made most; the pattern itself where it would say something else. */
export function explainPattern(pattern: string): string {
  const opened = /\[[^\]]*$/.exec(pattern);
  if (opened) return `error parsing regexp: missing closing ]: \`${opened[0]}\``;
  const repeated = /^[*+?]/.exec(pattern);
  if (repeated) return `error parsing regexp: missing argument to repetition operator: \`${repeated[0]}\``;
  const count = (char: string) => pattern.split(char).length;
  if (count('(') > count(')')) return `error parsing regexp: missing closing ): \`${pattern}\``;
  if (count('(') < count(')')) return `error parsing regexp: unexpected ): \`${pattern}\``;
  return `error parsing regexp: \`${pattern}\``;
}
