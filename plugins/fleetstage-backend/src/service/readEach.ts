import { UnreadableError } from '../database/rows';

/** One of several things that cannot be read, though the others can. */
export interface Unreadable {
  readonly name: string;
  readonly cause: unknown;
}

export interface ReadEach<T> {
  readonly read: T[];
  readonly unreadable: Unreadable[];
}

/**
 * Whether the cause lies in what was read: text that is no JSON, or a value without the shape that it had. A database that
 * does not answer says otherwise, and to ask it for less is no help.
 */
export const isUnreadable = (cause: unknown) =>
  cause instanceof UnreadableError || cause instanceof TypeError;

/**
 * Reads named things all at once. Where that fails on one of them, they are read by halves until it is alone: one in fifty
 * costs about twelve reads more.
 *
 * @throws what `readAll` throws, unless it lies in what was read
 */
export async function readEach<T>(
  names: readonly string[],
  readAll: (some: readonly string[]) => Promise<readonly T[]>,
): Promise<ReadEach<T>> {
  try {
    return { read: [...(await readAll(names))], unreadable: [] };
  } catch (cause) {
    if (!isUnreadable(cause) || names.length === 0) throw cause;
    if (names.length === 1) return { read: [], unreadable: [{ name: names[0], cause }] };
  }
  const middle = Math.ceil(names.length / 2);
  const first = await readEach(names.slice(0, middle), readAll);
  const second = await readEach(names.slice(middle), readAll);
  return {
    read: [...first.read, ...second.read],
    unreadable: [...first.unreadable, ...second.unreadable],
  };
}
