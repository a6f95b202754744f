import type { PreviewChange } from '@fleetstage/backstage-plugin-fleetstage-engine';

const MAX_NAMES = 10;
const MAX_CELL = 120;

/** `3 clusters: a, b, c`, long lists cut. */
export function nameClusters(clusters: readonly string[]): string {
  const named = clusters.slice(0, MAX_NAMES).join(', ');
  const more = clusters.length - MAX_NAMES;
  const count = `${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'}`;
  return `${count}: ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

export const nameObject = ({ kind, namespace, name }: Pick<PreviewChange, 'kind' | 'namespace' | 'name'>) =>
  `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;

/** One row per field: object, field, old, new. */
export function rowsOf(changes: readonly PreviewChange[]): string[][] {
  return changes.flatMap(({ change, fields, ...object }) =>
    change === 'changed'
      ? fields.map(({ path, before, after }) => [nameObject(object), path, before ?? '', after ?? ''])
      : [
          [
            nameObject(object),
            '(whole object)',
            change === 'deleted' ? 'there' : '',
            change === 'added' ? 'there' : '',
          ],
        ],
  );
}

/** A Markdown table; nothing in a cell can end it, or be markup. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(row => line(row.map(cell))).join('');
}

function cell(text: string): string {
  if (text === '') return '';
  const flat = text.replace(/\s+/g, ' ');
  const cut = flat.length > MAX_CELL ? `${flat.slice(0, MAX_CELL)}…` : flat;
  return plainMarkdown(cut);
}

/** One line in which nothing is markup. */
export function plainMarkdown(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  const safe = flat.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return safe.replace(/[|`*_[\]\\~#]/g, char => `\\${char}`);
}
