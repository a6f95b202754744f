/** PostgreSQL sends 64-bit integers as text. */
export type BigInt64 = number | string;
/** SQLite sends booleans as 0 and 1. */
export type Flag = boolean | number;
/** JSON that we wrote: see `documents`. */
export type Json = string;
