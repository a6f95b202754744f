/** The rows of a raw statement: the two drivers wrap them differently. */
export function rowsOf<Row>(result: unknown): Row[] {
  if (Array.isArray(result)) return result as Row[];
  return (result as { rows: Row[] }).rows;
}

/** PostgreSQL sends 64-bit integers as text. */
export const toNumber = (value: number | string) => Number(value);

export const toOptionalNumber = (value: number | string | null) =>
  value === null ? undefined : Number(value);

/** A row cannot be parsed: reading it again cannot help, reading other rows can. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';

  constructor(
    message: string,
    options: {
      readonly cause?: unknown;
      /** E.g. `the progress of run "web-1"`. */
      readonly what?: string;
      /** A later release wrote it: nothing is damaged. */
      readonly isLater?: boolean;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.what = options.what;
    this.isLater = options.isLater ?? false;
  }

  readonly what?: string;
  readonly isLater: boolean;
}

/** Rows per statement: SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const CHUNK = 500;

export function chunks<T>(items: readonly T[], size = CHUNK): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
