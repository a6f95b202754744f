/** The configuration cannot be used; `issues` says per key what to write instead. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  constructor(readonly issues: readonly string[]) {
    super(
      `The Fleetstage configuration has ${issues.length} problem(s):\n${issues.map(i => `- ${i}`).join('\n')}`,
    );
  }
}

const CLUSTER_NAME = /^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/;

/** One value of the configuration with its key; a wrong value is noted in `issues` and its fallback goes on. */
export class ConfigNode {
  constructor(
    readonly key: string,
    private readonly value: unknown,
    private readonly issues: string[],
  ) {}

  /** Notes a problem of this key; `text` continues the sentence that starts with the key. */
  problem(text: string): void {
    this.issues.push(`${this.key} ${text}`);
  }

  isSet(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  isText(text: string): boolean {
    return this.value === text;
  }

  isList(): boolean {
    return Array.isArray(this.value);
  }

  at(name: string): ConfigNode {
    return new ConfigNode(`${this.key}.${name}`, this.fields()[name], this.issues);
  }

  items(): ConfigNode[] {
    if (!this.isSet()) return [];
    if (!Array.isArray(this.value)) {
      this.problem(`is ${describe(this.value)}: write a list`);
      return [];
    }
    return this.value.map((item, index) => new ConfigNode(`${this.key}[${index}]`, item, this.issues));
  }

  /** Notes every key that is not known: a misspelt setting must not be silently without effect. */
  allow(names: readonly string[]): void {
    for (const name of Object.keys(this.fields())) {
      if (!names.includes(name)) this.at(name).problem(`is not known: use one of ${names.join(', ')}`);
    }
  }

  optionalText(): string | undefined {
    if (!this.isSet()) return undefined;
    if (typeof this.value === 'string' && this.value !== '') return this.value;
    this.problem(`is ${describe(this.value)}: write a text`);
    return undefined;
  }

  /** Never shown, not even where it is wrong. */
  secret(minChars: number): string {
    const { value } = this;
    if (typeof value === 'string' && value.length >= minChars) return value;
    const fix = `give a text of ${minChars} characters or more, best 32 random bytes in base64`;
    this.problem(this.isSet() ? `cannot be used: ${fix}` : `is missing: ${fix}`);
    return '';
  }

  clusterName(): string {
    const { value } = this;
    if (typeof value === 'string' && CLUSTER_NAME.test(value)) return value;
    this.problem(
      this.isSet()
        ? `is ${describe(value)}: use lower-case letters, digits, "-" and ".", at most 63 characters`
        : 'is missing: give the name of the cluster',
    );
    return '';
  }

  flag(fallback: boolean): boolean {
    if (!this.isSet()) return fallback;
    if (typeof this.value === 'boolean') return this.value;
    this.problem(`is ${describe(this.value)}: write true or false`);
    return fallback;
  }

  /** A whole number of at least `min`. */
  count({ fallback, min }: { readonly fallback: number; readonly min: number }): number {
    if (!this.isSet()) return fallback;
    const value = typeof this.value === 'string' && this.value !== '' ? Number(this.value) : this.value;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min) return value;
    this.problem(`is ${describe(this.value)}: write a whole number of ${min} or more`);
    return fallback;
  }

  /** One of the words; the first one is the fallback. */
  oneOf<const T extends readonly [string, ...string[]]>(words: T): T[number] {
    const found = words.find(word => word === this.value);
    if (found === undefined && this.isSet()) {
      this.problem(`is ${describe(this.value)}: write one of ${words.join(', ')}`);
    }
    return found ?? words[0];
  }

  private fields(): Readonly<Record<string, unknown>> {
    if (!this.isSet()) return {};
    if (isRecord(this.value)) return this.value;
    this.problem(`is ${describe(this.value)}: write a block of keys`);
    return {};
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const describe = (value: unknown) => (Array.isArray(value) ? 'a list' : (JSON.stringify(value) ?? 'empty'));
