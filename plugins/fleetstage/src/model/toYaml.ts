type Json = unknown;

/** Words that YAML reads as something else than text. */
const RESERVED = /^(y|n|yes|no|on|off|true|false|null|~|[-+.\d].*)$/i;
const PLAIN = /^[A-Za-z_/][\w ./@()$%-]*(:[\w./@-]+)*$/;

/** JSON as block YAML, for reading and for `kubectl apply`. Text that YAML could read otherwise is quoted as JSON. */
export function toYaml(value: Json): string {
  return `${linesOf(value).join('\n')}\n`;
}

function linesOf(value: Json): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap(item => nest('- ', linesOf(item)));
  if (isFilled(value)) return Object.entries(value).flatMap(([key, one]) => entryLines(key, one));
  return [scalar(value)];
}

function entryLines(key: string, value: Json): string[] {
  const name = scalar(key);
  if (Array.isArray(value) && value.length > 0) return [`${name}:`, ...linesOf(value)];
  if (isFilled(value)) return [`${name}:`, ...linesOf(value).map(line => `  ${line}`)];
  return [`${name}: ${scalar(value)}`];
}

const isFilled = (value: Json): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

/** The first line carries the mark, the others stand below its text. */
const nest = (mark: string, lines: readonly string[]) =>
  lines.map((line, i) => (i === 0 ? mark : ' '.repeat(mark.length)) + line);

function scalar(value: Json): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  const isPlain = PLAIN.test(value) && !RESERVED.test(value) && value.trim() === value;
  return isPlain ? value : JSON.stringify(value);
}
