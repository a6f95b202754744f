import type { ZodError, ZodType } from 'zod';
import { UnreadableError } from '../rows';

/** JSON in a column that we write ourselves: its name, its version, and its shape. */
export interface StoredDocument<T> {
  /** E.g. `progress of a run`. */
  readonly name: string;
  readonly version: number;
  write(value: T): string;
  /**
   * A document of an earlier version is upgraded.
   *
   * @param what how messages call it, e.g. `the progress of run "web-1"`; default: `the` and its name
   * @throws UnreadableError for text that is no JSON, a later version, or another shape; the message names the document
   */
  read(text: string, what?: string): T;
}

interface Definition<T> {
  readonly name: string;
  /** Default 1. */
  readonly version?: number;
  /** Of the present version. Fields may be added to what it lists without another version; nothing else may change. */
  readonly schema: ZodType<T>;
  /** By version: makes the next one of it. Every version before the present one has an entry. */
  readonly upgrades?: Readonly<Record<number, (older: unknown) => unknown>>;
}

/** Version 1 is stored bare, as rows had it before documents had versions; later ones name theirs. */
interface Versioned {
  readonly documentVersion: number;
  readonly value: unknown;
}

export function defineDocument<T>({
  name,
  version = 1,
  schema,
  upgrades = {},
}: Definition<T>): StoredDocument<T> {
  for (let from = 1; from < version; from += 1) {
    if (upgrades[from] === undefined)
      throw new Error(`the document "${name}" has no upgrade from version ${from}`);
  }
  return {
    name,
    version,
    write: value => JSON.stringify(version === 1 ? value : { documentVersion: version, value }),
    read(text, what = `the ${name}`) {
      const stored = parse(text, what);
      const from = isVersioned(stored) ? stored.documentVersion : 1;
      if (from > version)
        throw new UnreadableError(laterVersion(what, from, version), { what, isLater: true });
      let value = isVersioned(stored) ? stored.value : stored;
      for (let at = from; at < version; at += 1) value = upgrades[at](value);
      const result = schema.safeParse(value);
      if (!result.success) throw new UnreadableError(`${what} ${explain(result.error)}`, { what });
      // Not what the parser answers: fields that this release does not know are kept.
      return value as T;
    },
  };
}

export const readOptional = <T>(
  document: StoredDocument<T>,
  text: string | null | undefined,
  what?: string,
): T | undefined => (text === null || text === undefined ? undefined : document.read(text, what));

export const writeOptional = <T>(document: StoredDocument<T>, value: T | undefined): string | null =>
  value === undefined ? null : document.write(value);

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Without what the parser says: it quotes the text.
    throw new UnreadableError(`${what} cannot be read: it is no JSON`, { what });
  }
}

const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Versioned>).documentVersion === 'number';

const laterVersion = (what: string, stored: number, known: number) =>
  `${what} has version ${stored}, and this release reads versions up to ${known}: a later release wrote it; run that release again, or restore the database from before it`;

/** Names the first fields that are wrong, never their values. */
function explain({ issues }: ZodError): string {
  const fields = issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'its root'}: ${message}`);
  return `has another shape than this release expects (${fields.join('; ')})`;
}
