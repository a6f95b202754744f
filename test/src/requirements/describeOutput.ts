/** What `kubectl describe` prints, as data: blocks of key and value; a list of objects is recognised by its repeating keys. */
export type Described = string | readonly DescribedItem[];
export type DescribedItem = { readonly [key: string]: Described };

interface Line {
  readonly indent: number;
  readonly key: string;
  readonly value: string;
}

/** `  Key Words:   value # remark of the document` → its parts; `undefined` for `...`, blank and foreign lines. */
function parseLine(text: string): Line | undefined {
  const found = /^( *)([A-Z][^:]*):(.*)$/.exec(text);
  if (!found) return undefined;
  return { indent: found[1].length, key: found[2], value: found[3].replace(/\s#\s.*$/, '').trim() };
}

/**
 * kubectl prints the keys of one object in ascending order, so a key that does not ascend begins the next object of a
 * list. A single object and a list of one have the same form and are read alike.
 */
function readBlock(
  lines: readonly Line[],
  start: number,
  indent: number,
): { items: DescribedItem[]; next: number } {
  const items: Record<string, Described>[] = [];
  let last: string | undefined;
  let at = start;
  while (at < lines.length && lines[at].indent >= indent) {
    const { key, value } = lines[at];
    if (last === undefined || key <= last) items.push({});
    last = key;
    const nested = lines[at + 1];
    if (value === '' && nested !== undefined && nested.indent > lines[at].indent) {
      const block = readBlock(lines, at + 1, nested.indent);
      items[items.length - 1][key] = block.items;
      at = block.next;
    } else {
      items[items.length - 1][key] = value;
      at += 1;
    }
  }
  return { items, next: at };
}

/** The `Status:` part of a `kubectl describe` print. */
export function parseDescribedStatus(text: string): DescribedItem {
  const lines = text
    .split('\n')
    .map(parseLine)
    .filter((line): line is Line => line !== undefined);
  const start = lines.findIndex(line => line.key === 'Status' && line.indent === 0);
  if (start < 0) throw new Error(`no Status in\n${text}`);
  const end = lines.findIndex((line, i) => i > start && line.indent === 0);
  const body = lines.slice(start + 1, end < 0 ? undefined : end);
  return readBlock(body, 0, 2).items[0] ?? {};
}

/** One line of the `Events:` table; its age is left out. */
export interface DescribedEvent {
  readonly type: string;
  readonly reason: string;
  readonly from: string;
  readonly message: string;
}

/** The `Events:` table of a `kubectl describe` print, in its order. */
export function parseDescribedEvents(text: string): DescribedEvent[] {
  const [, table = ''] = text.split(/^Events:.*$/m);
  return table.split('\n').flatMap(line => {
    const [type, reason, , from, ...message] = line.trim().split(/ {2,}/);
    const isEvent = type === 'Normal' || type === 'Warning';
    return isEvent ? [{ type, reason, from, message: message.join(' ') }] : [];
  });
}

/** One accepted difference between the document's print and ours; the list is in `ignored.ts`. */
export interface Ignored {
  /** Key path, `*` for any one step, `**` for any steps. */
  readonly path: string;
  readonly why: string;
}

function pathMatches(pattern: readonly string[], path: readonly string[]): boolean {
  if (pattern.length === 0) return path.length === 0;
  const [head, ...rest] = pattern;
  if (head === '**')
    return pathMatches(rest, path) || (path.length > 0 && pathMatches(pattern, path.slice(1)));
  return path.length > 0 && (head === '*' || head === path[0]) && pathMatches(rest, path.slice(1));
}

/** The same data without what is ignored; items keep their order. */
export function withoutIgnored(
  value: DescribedItem,
  ignored: readonly Ignored[],
  path: readonly string[] = [],
): DescribedItem {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) => {
      const here = [...path, key];
      if (ignored.some(rule => pathMatches(rule.path.split('/'), here))) return [];
      const kept = typeof child === 'string' ? child : child.map(item => withoutIgnored(item, ignored, here));
      return [[key, kept] as const];
    }),
  );
}

/**
 * Our print next to the document's: top-level keys that the document elides (`...`) are dropped, and so are messages
 * where it prints an empty one; everything else stays as it is, so that a plain `toEqual` shows the difference.
 */
export function asPrinted(ours: DescribedItem, printed: DescribedItem): DescribedItem {
  return Object.fromEntries(
    Object.entries(ours)
      .filter(([key]) => key in printed)
      .map(([key, value]) => [key, alignMessages(value, printed[key])]),
  );
}

function alignMessages(ours: Described, printed: Described | undefined): Described {
  if (typeof ours === 'string' || printed === undefined || typeof printed === 'string') return ours;
  return ours.map((item, i) =>
    Object.fromEntries(
      Object.entries(item).map(([key, value]) => {
        const expected = printed[i]?.[key];
        return [key, key === 'Message' && expected === '' ? '' : alignMessages(value, expected)];
      }),
    ),
  );
}
