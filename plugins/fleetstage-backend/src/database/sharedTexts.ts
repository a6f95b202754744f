import type { Tx } from './db';
import { nowMs } from './dbNow';
import type { StoredDocument } from './documents/document';
import { sha256Hex } from './nativeHash';
import { chunks } from './rows';

/**
 * Values that many rows have in common (claims, verdicts, strategies, inventories) are stored once, by a hash of their
 * JSON; rows keep the hash. The name of the row's cluster inside of a text is left open, so that a thousand clusters with
 * the same status share one text.
 *
 * Garbage is found by `used_at`: a writer touches what it is about to refer to when that is older than TOUCH_AFTER_MS, and
 * `prune` deletes only unreferenced texts that nobody touched for KEEP_UNUSED_MS. A transaction ends long before the
 * difference of the two has passed, so no reference can lose its text.
 */
export interface SharedTexts {
  /** The value below a reference. Throws where it is missing: the rows contradict each other. */
  read<T>(document: StoredDocument<T>, ref: string, cluster?: string): T;
  readOptional<T>(document: StoredDocument<T>, ref: string | null, cluster?: string): T | undefined;
}

/** 80 bits: a billion texts collide with a probability below one in a million. */
const REF_CHARS = 20;
const TOUCH_AFTER_MS = 10 * 60_000;
export const KEEP_UNUSED_MS = 60 * 60_000;
/** Placeholder for the name of the cluster. JSON writes this character as an escape, so no other text holds it bare. */
const OPEN = '\u0001';

/** Collects values on the way to rows; `save` writes the texts they need. */
export class SharedTextWriter {
  private readonly bodies = new Map<string, string>();
  /** A thousand bindings say the same; each text is hashed once. */
  private readonly refs = new Map<string, string>();

  /** The reference that the row keeps. */
  add<T>(document: StoredDocument<T>, value: T, cluster?: string): string {
    const body = leaveOpen(document.write(value), cluster);
    const known = this.refs.get(body);
    if (known !== undefined) return known;
    const ref = sha256Hex(body).slice(0, REF_CHARS);
    this.refs.set(body, ref);
    this.bodies.set(ref, body);
    return ref;
  }

  addOptional<T>(document: StoredDocument<T>, value: T | undefined, cluster?: string): string | null {
    return value === undefined ? null : this.add(document, value, cluster);
  }

  /** Before the rows that refer to the texts. */
  async save(tx: Tx, hub: string): Promise<void> {
    const isSaved = (ref: string) => tx.asked.has(savedText(hub, ref));
    const now = nowMs(tx.dialect);
    for (const refs of chunks([...this.bodies.keys()].filter(ref => !isSaved(ref)).sort())) {
      const fresh = await tx
        .sql('shared_texts')
        .where({ hub })
        .whereIn('ref', refs)
        .whereRaw(`used_at > ${now} - ?`, [TOUCH_AFTER_MS])
        .pluck('ref');
      const known = new Set<string>(fresh);
      const rows = refs
        .filter(ref => !known.has(ref))
        .map(ref => ({ hub, ref, body: this.bodies.get(ref) ?? '', used_at: tx.sql.raw(now) }));
      if (rows.length > 0)
        await tx.sql('shared_texts').insert(rows).onConflict(['hub', 'ref']).merge(['used_at']);
      for (const ref of refs) tx.asked.set(savedText(hub, ref), true);
    }
  }
}

const savedText = (hub: string, ref: string) => `saved text ${hub}/${ref}`;

/** Reads the texts of many rows with one query per 500 distinct references. */
export async function loadSharedTexts(
  tx: Tx,
  hub: string,
  refs: Iterable<string | null>,
): Promise<SharedTexts> {
  const wanted = [...new Set(refs)].filter((ref): ref is string => ref !== null);
  return readTexts(await loadBodies(tx, hub, wanted));
}

/** The same for who reads the same few again and again: what is kept of them costs no query. */
export async function loadKeptTexts(tx: Tx, hub: string, refs: readonly string[]): Promise<SharedTexts> {
  const { texts } = tx.kept;
  const kept = new Map(
    refs.flatMap(ref => {
      const body = texts.find(hub, ref);
      return body === undefined ? [] : [[ref, body] as const];
    }),
  );
  const missing = refs.filter(ref => !kept.has(ref));
  if (missing.length === 0) return readTexts(kept);
  const loaded = await loadBodies(tx, hub, missing);
  for (const [ref, body] of loaded) texts.keep(hub, ref, body);
  return readTexts(new Map([...kept, ...loaded]));
}

async function loadBodies(tx: Tx, hub: string, refs: readonly string[]): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const part of chunks(refs)) {
    const rows = await tx.sql('shared_texts').where({ hub }).whereIn('ref', part).select('ref', 'body');
    for (const row of rows) bodies.set(row.ref, row.body);
  }
  return bodies;
}

function readTexts(bodies: ReadonlyMap<string, string>): SharedTexts {
  // A thousand rows that say the same share one value: nobody changes what was read.
  const values = new Map<string, unknown>();
  const read = <T>(document: StoredDocument<T>, ref: string, cluster?: string): T => {
    const key = `${document.name}/${ref}`;
    if (values.has(key)) return values.get(key) as T;
    const body = bodies.get(ref);
    if (body === undefined) throw new Error(`shared text ${ref} is missing`);
    if (isLeftOpen(body)) return document.read(fillIn(body, cluster));
    const value = document.read(body);
    values.set(key, value);
    return value;
  };
  return {
    read,
    readOptional: (document, ref, cluster) => (ref === null ? undefined : read(document, ref, cluster)),
  };
}

/** In JSON a quoted name is `"name"` as a value and `\"name\"` inside of a sentence. */
export function leaveOpen(json: string, cluster: string | undefined): string {
  if (cluster === undefined) return json;
  return json.replaceAll(`"${cluster}"`, `"${OPEN}"`).replaceAll(`\\"${cluster}\\"`, `\\"${OPEN}\\"`);
}

export const isLeftOpen = (json: string) => json.includes(OPEN);

export const fillIn = (json: string, cluster: string | undefined) =>
  cluster === undefined ? json : json.replaceAll(OPEN, cluster);
