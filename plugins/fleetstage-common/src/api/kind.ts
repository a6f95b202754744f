/** One column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'date' | 'integer' | 'boolean';
  readonly jsonPath: string;
  /** Shown with `-o wide` only. */
  readonly isWideOnly?: boolean;
  /** Versions that lack the column. */
  readonly absentIn?: readonly string[];
}

/** What the API server and our clients must know of a kind. */
export interface Kind {
  readonly kind: string;
  readonly group: string;
  /** Served versions; all share one stored form. */
  readonly versions: readonly string[];
  readonly storageVersion: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  /** Who writes `spec`: people, or Fleetstage. */
  readonly owner: 'user' | 'engine';
  /** Where the CRD is installed. */
  readonly installedOn: 'hub' | 'member';
  readonly columns: readonly PrinterColumn[];
  /** Has a `spec`, and no status subresource beside it. */
  readonly hasNoStatus?: true;
  /** The TypeScript type of its objects, where that is not called as the kind. */
  readonly typeName?: string;
}

/** A column of text. */
export const shown = (name: string, jsonPath: string, absentIn?: readonly string[]): PrinterColumn => ({
  name,
  type: 'string',
  jsonPath,
  ...(absentIn && { absentIn }),
});
/** The same, with `-o wide` only. */
export const wide = (name: string, jsonPath: string): PrinterColumn => ({
  ...shown(name, jsonPath),
  isWideOnly: true,
});
export const conditionStatus = (type: string) => `.status.conditions[?(@.type=="${type}")].status`;

export const AGE: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };
