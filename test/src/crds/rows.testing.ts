export interface Input {
  readonly name: string;
  readonly object: object;
}
export interface Update {
  readonly name: string;
  readonly before: object;
  readonly after: object;
}
/** What the refusal must say: the field, and the way out. */
export interface Refused {
  readonly says: RegExp;
}
export interface Accepted {
  /** Part of the object as the server shows it. */
  readonly seen?: object;
}
