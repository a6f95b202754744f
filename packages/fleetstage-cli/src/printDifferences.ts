import type { PlacementDifference, StateEffect } from './compareStates';
import { nameClusters, rowsOf, table } from './table';

/** What differs between two states, by placement: a Markdown table, or a line for each field. */
export function printDifferences(
  differences: readonly PlacementDifference[],
  { isMarkdown }: { readonly isMarkdown: boolean },
): string {
  return differences.map(isMarkdown ? toMarkdown : toText).join(isMarkdown ? '\n' : '');
}

const summaryOf = ({ effects, same }: PlacementDifference) => {
  const changed = effects.flatMap(({ clusters }) => clusters).length;
  return changed === 0
    ? `no change on ${same} ${same === 1 ? 'cluster' : 'clusters'}`
    : `changes on ${changed} of ${changed + same} ${changed + same === 1 ? 'cluster' : 'clusters'}`;
};

function toMarkdown(difference: PlacementDifference): string {
  const head = `### Placement ${difference.name}: ${summaryOf(difference)}\n`;
  if (difference.effects.length === 0) return head;
  const rows = difference.effects.flatMap(effect =>
    rowsOf(effect.objects).map((row, at) => [at === 0 ? titleOf(effect) : '', ...row]),
  );
  return `${head}\n${table(['clusters', 'object', 'field', 'old', 'new'], rows)}`;
}

function toText(difference: PlacementDifference): string {
  const lines = difference.effects.flatMap(effect => [
    `  ${titleOf(effect)}`,
    ...rowsOf(effect.objects).map(
      ([object, field, old, young]) => `    ${object} ${field}: ${old || '–'} → ${young || '–'}`,
    ),
  ]);
  return [`placement ${difference.name}: ${summaryOf(difference)}`, ...lines]
    .map(line => `${line}\n`)
    .join('');
}

const titleOf = ({ clusters, change }: StateEffect) =>
  `${nameClusters(clusters)}${change === 'changed' ? '' : ` (${change === 'placed' ? 'new' : 'leaves'})`}`;
