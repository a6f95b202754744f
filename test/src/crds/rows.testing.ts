export interface Input {
  readonly name: string;
  readonly object: object;
  /** The only kind that the row is true of; a row about a placement is true of both placement kinds otherwise. */
  readonly only?: string;
  /** Whether v1 has no such field. */
  readonly isBetaOnly?: boolean;
}
export interface Update {
  readonly name: string;
  readonly before: object;
  /** What the engine has written of it before it becomes `after`. */
  readonly status?: object;
  readonly after: object;
  readonly only?: string;
  readonly isBetaOnly?: boolean;
}
/** What the refusal must say: the field, and the fix. */
export interface Refused {
  readonly says: RegExp;
}
export interface Accepted {
  /** Part of the object as the server shows it. */
  readonly seen?: object;
}
