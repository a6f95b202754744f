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
