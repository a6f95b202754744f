/**
 * What a text says beyond the value that it is parsed to: where it is no JSON, in Go's words, and which fields occur twice.
 */

export interface JsonReport {
  /** Why it cannot be read, e.g. `invalid character 'x' after object key`. */
  readonly problem?: string;
  /** Paths of fields that occur more than once in their object, each once: `data.a`, `spec.ports[0].name`. */
  readonly doubled: readonly string[];
}

class SyntaxProblem extends Error {}

/** Deeper than any object is, and little enough for the stack. */
const MOST_LEVELS = 2_000;

const SPACE = /[ \t\r\n]*/y;
const DIGITS = /[0-9]*/y;
const [FIRST_PRINTED, QUOTE, BACKSLASH] = [0x20, 0x22, 0x5c];

function quoted(char: string): string {
  if (char === "'") return String.raw`'\''`;
  if (char === '"') return `'"'`;
  return `'${JSON.stringify(char)
    .slice(1, -1)
    .replace(/^\\u00/, String.raw`\x`)
    .replace(/[\u0080-\u00a0]/, control => `\\u00${control.charCodeAt(0).toString(16)}`)}'`;
}

class Scanner {
  readonly doubled = new Set<string>();
  private at = 0;
  private levels = 0;

  constructor(private readonly text: string) {}

  scan(): void {
    this.skip(SPACE);
    this.value('');
    this.skip(SPACE);
    if (this.at < this.text.length) this.refuse('after top-level value');
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    pattern.test(this.text);
    this.at = pattern.lastIndex;
  }

  /** @param isWithin a word or number is not complete: what ends too early there ends, for Go, in a space */
  private refuse(where: string, isWithin = false): never {
    const code = this.text.codePointAt(this.at);
    if (code === undefined && !isWithin) throw new SyntaxProblem('unexpected end of JSON input');
    throw new SyntaxProblem(`invalid character ${quoted(String.fromCodePoint(code ?? 0x20))} ${where}`);
  }

  private value(path: string): void {
    this.levels += 1;
    if (this.levels > MOST_LEVELS) throw new SyntaxProblem('exceeded max depth');
    this.bareValue(path);
    this.levels -= 1;
  }

  private bareValue(path: string): void {
    const char = this.text[this.at];
    if (char === '{') this.object(path);
    else if (char === '[') this.list(path);
    else if (char === '"') this.string();
    else if (char === 't') this.literal('true');
    else if (char === 'f') this.literal('false');
    else if (char === 'n') this.literal('null');
    else if (char === '-' || (char >= '0' && char <= '9')) this.number();
    else this.refuse('looking for beginning of value');
  }

  private object(path: string): void {
    const seen = new Set<string>();
    this.next();
    if (this.text[this.at] === '}') return this.end();
    for (;;) {
      if (this.text[this.at] !== '"') this.refuse('looking for beginning of object key string');
      const key = this.string();
      const field = path === '' ? key : `${path}.${key}`;
      if (seen.has(key)) this.doubled.add(field);
      seen.add(key);
      this.skip(SPACE);
      if (this.text[this.at] !== ':') this.refuse('after object key');
      this.next();
      this.value(field);
      this.skip(SPACE);
      if (this.text[this.at] === '}') return this.end();
      if (this.text[this.at] !== ',') this.refuse('after object key:value pair');
      this.next();
    }
  }

  private list(path: string): void {
    this.next();
    if (this.text[this.at] === ']') return this.end();
    for (let index = 0; ; index += 1) {
      this.value(`${path}[${index}]`);
      this.skip(SPACE);
      if (this.text[this.at] === ']') return this.end();
      if (this.text[this.at] !== ',') this.refuse('after array element');
      this.next();
    }
  }

  private next(): void {
    this.at += 1;
    this.skip(SPACE);
  }

  private end(): void {
    this.at += 1;
  }

  private string(): string {
    const from = this.at;
    this.at += 1;
    for (;;) {
      this.skipPlain();
      const char = this.text[this.at];
      if (char === '"') {
        this.at += 1;
        return JSON.parse(this.text.slice(from, this.at)) as string;
      }
      if (char !== '\\') this.refuse('in string literal');
      this.escape();
    }
  }

  /** Up to what ends a string, or has no place in it. */
  private skipPlain(): void {
    let code = this.text.charCodeAt(this.at);
    while (code >= FIRST_PRINTED && code !== QUOTE && code !== BACKSLASH) {
      this.at += 1;
      code = this.text.charCodeAt(this.at);
    }
  }

  private escape(): void {
    this.at += 1;
    const char = this.text[this.at];
    if (char === undefined || !'"\\/bfnrtu'.includes(char)) this.refuse('in string escape code', true);
    this.at += 1;
    if (char !== 'u') return;
    for (let digit = 0; digit < 4; digit += 1, this.at += 1) {
      if (!/[0-9a-fA-F]/.test(this.text[this.at] ?? ''))
        this.refuse(String.raw`in \u hexadecimal character escape`, true);
    }
  }

  private literal(word: string): void {
    for (const char of word) {
      if (this.text[this.at] !== char) this.refuse(`in literal ${word} (expecting ${quoted(char)})`, true);
      this.at += 1;
    }
  }

  private number(): void {
    if (this.text[this.at] === '-') this.at += 1;
    if (this.text[this.at] === '0') this.at += 1;
    else this.digits('in numeric literal');
    if (this.text[this.at] === '.') {
      this.at += 1;
      this.digits('after decimal point in numeric literal');
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      this.at += 1;
      if (this.text[this.at] === '+' || this.text[this.at] === '-') this.at += 1;
      this.digits('in exponent of numeric literal');
    }
  }

  private digits(where: string): void {
    const from = this.at;
    this.skip(DIGITS);
    if (this.at === from) this.refuse(where, true);
  }
}

/** Reads a text once more, for what `JSON.parse` does not report. */
export function reportJson(text: string): JsonReport {
  const scanner = new Scanner(text);
  try {
    scanner.scan();
    return { doubled: [...scanner.doubled] };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { problem: error.message, doubled: [...scanner.doubled] };
    throw error;
  }
}

/** As {@link reportJson}, for a text that was parsed to `value`: a text as long as the value needs says nothing twice. */
export const doubledFields = (text: string, value: unknown): readonly string[] =>
  JSON.stringify(value).length === text.length ? [] : reportJson(text).doubled;

/** What a value is called in a Go refusal: `json: cannot unmarshal <this> into Go …`. */
export function goKindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
