import type { StoredObject } from './StoredObject';

/** Objects that a cluster has from its first moment; they are kept nowhere before somebody changes them. */
export interface Beginnings {
  /** Their revisions are 1 to this one. */
  readonly lastRevision: number;
  /** Storage keys of their kinds begin so. */
  readonly keyPrefix: string;
  isUid(uid: string): boolean;
  /** The same objects however often it is called. */
  make(): readonly StoredObject[];
}
