import { InputError } from '@backstage/errors';

const DEFAULT_LIMIT = 100;

export interface PageRequest {
  readonly limit?: number;
  readonly cursor?: string;
}

export interface Page<T> {
  readonly items: T[];
  readonly nextCursor?: string;
}

interface Cursor {
  /** Key of the last item that was sent. */
  readonly after: string;
  /** How many came before: for the case that this item is gone. No more than a database takes for an offset. */
  readonly at: number;
  /** Of the list that the page before was a part of, where it is kept for the next one. */
  readonly listing?: string;
}

/** A page of a list that is in memory; items that come and go between two pages move no other across the border. */
export function pageOf<T>(
  all: readonly T[],
  request: PageRequest & Pick<Cursor, 'listing'>,
  keyOf: (item: T) => string,
): Page<T> {
  const { limit = DEFAULT_LIMIT, listing } = request;
  const cursor = request.cursor === undefined ? undefined : readCursor(request.cursor);
  const start = cursor === undefined ? 0 : startAfter(all.map(keyOf), cursor);
  const items = all.slice(start, start + limit);
  const end = start + items.length;
  if (items.length === 0 || end >= all.length) return { items };
  const after = keyOf(items[items.length - 1]);
  return { items, nextCursor: writeCursor({ after, at: end, ...(listing !== undefined && { listing }) }) };
}

function startAfter(keys: readonly string[], { after, at }: Cursor): number {
  const index = keys.indexOf(after);
  return index < 0 ? Math.min(at, keys.length) : index + 1;
}

export const writeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

export function readCursor(text: string): Cursor {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (isCursor(cursor)) return cursor;
  } catch {
    // Thrown below.
  }
  throw new InputError('cursor is none of ours; take nextCursor of the page before, or leave it out');
}

const isCursor = (value: unknown): value is Cursor =>
  typeof value === 'object' &&
  value !== null &&
  'after' in value &&
  typeof value.after === 'string' &&
  'at' in value &&
  typeof value.at === 'number' &&
  Number.isSafeInteger(value.at) &&
  value.at >= 0;
