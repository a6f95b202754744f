import type { RenderedVariant } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { RenderedPlacement } from './renderState';
import { nameClusters, rowsOf, table } from './table';

/** A Markdown table for each placement: its variants, and what overrides change of the objects. */
export const printTable = (rendered: readonly RenderedPlacement[]): string =>
  rendered.map(printPlacement).join('\n');

function printPlacement({ name, variants, problem }: RenderedPlacement): string {
  const clusters = variants.flatMap(one => one.clusters).length;
  const counts = `${clusters} ${clusters === 1 ? 'cluster' : 'clusters'}, ${variants.length} ${variants.length === 1 ? 'variant' : 'variants'}`;
  const head = `### Placement ${name}: ${problem === undefined ? counts : 'fails'}\n\n`;
  const columns = ['clusters', 'overrides', 'object', 'field', 'without', 'with'];
  return head + (problem === undefined ? table(columns, variants.flatMap(rowsOfVariant)) : `${problem}\n`);
}

function rowsOfVariant({ clusters, overrides, changes, problem }: RenderedVariant): string[][] {
  const names = overrides.map(
    ({ name, namespace, rules }) => `${namespace ? `${namespace}/` : ''}${name} (rules ${rules.join(', ')})`,
  );
  const head = [nameClusters(clusters), names.join(', ') || 'none'];
  if (problem !== undefined) return [[...head, 'fails', '', '', problem]];
  const rows = rowsOf(changes);
  if (rows.length === 0) return [[...head, 'no change', '', '', '']];
  return rows.map((row, at) => [...(at === 0 ? head : ['', '']), ...row]);
}
