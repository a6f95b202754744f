export interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** `apps/v1` → group `apps`, version `v1`; `v1` → the core group. */
export function parseApiVersion(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  return { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1) };
}

export const toApiVersion = ({ group, version }: Pick<GroupVersionKind, 'group' | 'version'>) =>
  group === '' ? version : `${group}/${version}`;

/** The group, version and kind that an object says of itself. */
export const kindOf = ({
  apiVersion,
  kind,
}: {
  readonly apiVersion: string;
  readonly kind: string;
}): GroupVersionKind => ({
  ...parseApiVersion(apiVersion),
  kind,
});
