/** How a field merges where that is not the common way: maps key by key, lists and values as one piece. */
export interface MergeField {
  /** A list whose elements merge: the field that distinguishes them, or nothing where they are plain values. */
  readonly by?: string;
  /** What the manifest does not set goes, as members of a union exclude one another. */
  readonly isRetaining?: boolean;
  /** A map that is one piece. */
  readonly isReplaced?: boolean;
  /** Type of the map, or of the elements. */
  readonly of?: string;
}

export type MergeType = Readonly<Record<string, MergeField>>;
