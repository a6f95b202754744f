/** What a case asked and the answers, with what differs from run to run replaced by tokens. */
export interface Exchange {
  /** `POST /api/v1/namespaces`, `WATCH …`, `kubectl …`. */
  readonly request: string;
  /** HTTP status; of kubectl its exit code. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const MOMENTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const AGE = /^(\d+[smhdy])+$/;
const SPOKEN_AGE = /(?<=^|\s)(\d+[smhd])+(?=\s|$)/g;
const ADDRESS = /^10\.\d+\.\d+\.\d+$/;
/** Of the store's keys, in the words of a refusal. */
const STORAGE_PREFIX = /(?<=\bKey: \/)[^/\s]+(?=\/)/g;
/** What lines of kubectl have of the run: files of its own and their times, moments, the head of its log. */
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/\S*\/(LIVE|MERGED)-\d+/g, '<$1>'],
  [/\S*\/kubectl-edit-\d+/g, '<edited>'],
  [/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+\s+\d+ /, '<log> '],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}/g, '<time>'],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>'],
];
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----\n?/g;
const SPOKEN_REVISION = /resource ?version/i;
/** Which headers of an answer a client acts on. */
const HEADERS = ['content-type', 'warning', 'retry-after', 'location', 'www-authenticate', 'allow'];

/**
 * Replaces, in the order in which they are first seen within a case: uids by `<uid:1>`, revisions of objects by `<rv:1>`,
 * generated names by `<name:1>`, drawn addresses by `<ip:1>`, continue tokens by `<continue:1>`; moments by `<time>`.
 * A list's own revision is that of the whole store, which other writers move too: `<rv>`.
 */
export class Transcript {
  readonly exchanges: Exchange[] = [];
  private readonly tokens = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly generated = new Map<string, string>();

  /** @param answer headers by their small names; `body` parsed where it is JSON */
  note(
    request: string,
    answer: {
      readonly status: number;
      readonly headers?: Readonly<Record<string, unknown>>;
      readonly body: unknown;
    },
  ): void {
    this.collectNames(answer.body);
    const headers = Object.entries(answer.headers ?? {})
      .filter(([name]) => HEADERS.includes(name))
      .map(([name, value]) => [name, this.inValue(value)]);
    this.exchanges.push({
      request: this.inText(request),
      status: answer.status,
      ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
      body: this.inValue(answer.body),
    });
  }

  /** Lines as a person reads them: columns are as wide as their cells, ages pass. */
  noteLines(request: string, status: number, streams: Readonly<Record<string, string>>): void {
    const lines = (text: string) =>
      text
        .split('\n')
        .map(line => line.trimEnd().replace(/(?<=\S)\s{2,}/g, '  '))
        .filter(line => line !== '')
        .map(line => SPOKEN.reduce((told, [pattern, token]) => told.replace(pattern, token), line))
        .map(line => this.inText(line).replace(SPOKEN_AGE, '<age>'));
    const body = Object.fromEntries(Object.entries(streams).map(([name, text]) => [name, lines(text)]));
    this.exchanges.push({ request: this.inText(request), status, body });
  }

  private inValue(value: unknown, key?: string, depth = 0): unknown {
    if (typeof value === 'string') return this.inString(value, key);
    if (Array.isArray(value)) return inOrder(value).map(item => this.inValue(item, undefined, depth + 1));
    if (value === null || typeof value !== 'object') return value;
    const entries = Object.entries(withoutListRevision(value)).map(([name, inner]) => [
      this.inText(name),
      this.inValue(inner, name, depth + 1),
    ]);
    return Object.fromEntries(entries);
  }

  private inString(value: string, key?: string): string {
    if (key === 'resourceVersion')
      return value === '' || value === '0' || value === '<rv>' ? value : this.token('rv', value);
    if (key === 'continue' && value !== '') return this.token('continue', value);
    if (ADDRESS.test(value)) return this.token('ip', value);
    if (AGE.test(value) && key === undefined) return '<age>';
    return this.inText(value);
  }

  private inText(text: string): string {
    let told = text
      .replace(CERTIFICATE, '<certificate>')
      .replace(UID, uid => this.token('uid', uid))
      .replace(MOMENTS, '<time>')
      .replace(STORAGE_PREFIX, '<prefix>');
    for (const [name, token] of this.generated) told = told.split(name).join(token);
    for (const token of this.tokens.keys()) {
      if (token.startsWith('continue ')) told = told.split(token.slice(9)).join(this.tokens.get(token)!);
    }
    return SPOKEN_REVISION.test(told) ? told.replace(/\b\d{2,}\b/g, '<rv>') : told;
  }

  private token(kind: string, value: string): string {
    const known = this.tokens.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    this.tokens.set(`${kind} ${value}`, `<${kind}:${count}>`);
    return `<${kind}:${count}>`;
  }

  private collectNames(value: unknown): void {
    if (Array.isArray(value)) value.forEach(item => this.collectNames(item));
    else if (value !== null && typeof value === 'object') {
      const { generateName, name } = value as { generateName?: unknown; name?: unknown };
      if (typeof generateName === 'string' && typeof name === 'string' && name.startsWith(generateName)) {
        const known = this.generated.get(name) ?? `${generateName}<name:${this.generated.size + 1}>`;
        this.generated.set(name, known);
      }
      Object.values(value).forEach(item => this.collectNames(item));
    }
  }
}

/** A real server lists the managers of a conflict in any order. */
function inOrder(list: readonly unknown[]): readonly unknown[] {
  const isConflict = (item: unknown) =>
    (item as { reason?: unknown } | null)?.reason === 'FieldManagerConflict';
  if (list.length === 0 || !list.every(isConflict)) return list;
  const texts = list.map(item => JSON.stringify(item)).sort();
  return texts.map(text => JSON.parse(text));
}

function withoutListRevision(value: object): object {
  const { metadata, kind } = value as { metadata?: Record<string, unknown>; kind?: unknown };
  const isList = typeof kind === 'string' && (kind.endsWith('List') || kind === 'Table');
  if (!isList || !metadata?.resourceVersion) return value;
  return { ...value, metadata: { ...metadata, resourceVersion: '<rv>' } };
}
