import type { FieldDifference } from './compareFields';

/** One line of the table of field differences in docs/compatibility.md. */
export interface AcceptedDifference {
  readonly line: string;
  /** Of each: `*` means anything. */
  readonly kind: string;
  readonly versions: readonly string[];
  readonly path: string;
  readonly attribute: string;
  readonly theirs: string;
  readonly ours: string;
  readonly reason: string;
}

const HEADING = '## Fields that differ';

/** The lines of the table under "Fields that differ". */
export function parseAcceptedDifferences(document: string): AcceptedDifference[] {
  const [, section = ''] = document.split(HEADING);
  const rows = section
    .split('\n## ')[0]
    .split('\n')
    .filter(line => line.startsWith('|'));
  return rows.slice(2).map(line => {
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(toText);
    if (cells.length !== 7) throw new Error(`not seven cells in docs/compatibility.md: ${line}`);
    const [kind, versions, path, attribute, theirs, ours, reason] = cells;
    return { line, kind, versions: versions.split(/,\s*/), path, attribute, theirs, ours, reason };
  });
}

/** Whether the line is about this difference. */
export function accepts(accepted: AcceptedDifference, found: FieldDifference): boolean {
  return (
    matches(accepted.kind, found.kind) &&
    accepted.versions.some(version => matches(version, found.version)) &&
    matches(accepted.path, found.path) &&
    accepted.attribute === found.attribute &&
    accepted.theirs === found.theirs &&
    accepted.ours === found.ours
  );
}

const toText = (cell: string) =>
  cell
    .trim()
    .replace(/^`(.*)`$/, '$1')
    .replaceAll('\\|', '|');

function matches(wanted: string, found: string): boolean {
  const parts = wanted.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(found);
}
