import { linkName } from './placementFilters';

interface Named {
  readonly scope: string;
  readonly name: string;
}

/** Rows of one owner together: `owners` names them, joined; empty: nobody is known to own them. */
export interface OwnerGroup<Row> {
  readonly key: string;
  readonly owners: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * The rows by who owns them, in the order in which the owners first come, so that trouble stays first; what nobody owns
 * comes last. A placement of several owners is a group with theirs.
 */
export function groupByOwner<Row extends Named>(
  rows: readonly Row[],
  ownersOf: ReadonlyMap<string, readonly string[]>,
): readonly OwnerGroup<Row>[] {
  const groups = new Map<string, { key: string; owners: readonly string[]; rows: Row[] }>();
  for (const row of rows) {
    const owners = ownersOf.get(linkName(row)) ?? [];
    const key = owners.join(',');
    const group = groups.get(key) ?? { key, owners, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  return [...all.filter(({ key }) => key !== ''), ...all.filter(({ key }) => key === '')];
}
