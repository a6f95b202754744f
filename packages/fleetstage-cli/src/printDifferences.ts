import type { PlacementDifference, StateEffect } from './compareStates';
import { nameClusters, plainMarkdown, rowsOf, table } from './table';

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
  const compared = difference.effects.filter(({ problem }) => problem === undefined);
  const rows = compared.flatMap(effect =>
    rowsOf(effect.objects).map((row, at) => [at === 0 ? titleOf(effect) : '', ...row]),
  );
  const failures = difference.effects.flatMap(effect =>
    effect.problem === undefined ? [] : [`- ${plainMarkdown(`${titleOf(effect)}: ${effect.problem}`)}\n`],
  );
  const parts = [
    ...(rows.length > 0 ? [table(['clusters', 'object', 'field', 'old', 'new'], rows)] : []),
    ...(failures.length > 0 ? [failures.join('')] : []),
  ];
  return [head, ...parts].join('\n');
}

function toText(difference: PlacementDifference): string {
  const lines = difference.effects.flatMap(effect => [
    `  ${titleOf(effect)}`,
    ...(effect.problem === undefined ? [] : [`    ${effect.problem}`]),
    ...rowsOf(effect.objects).map(
      ([object, field, old, young]) => `    ${object} ${field}: ${old || '–'} → ${young || '–'}`,
    ),
  ]);
  return [`placement ${difference.name}: ${summaryOf(difference)}`, ...lines]
    .map(line => `${line}\n`)
    .join('');
}

const WORDS: Readonly<Record<Exclude<StateEffect['change'], 'changed'>, string>> = {
  placed: 'new',
  removed: 'leaves',
  fails: 'fails',
  failedBefore: 'failed before',
};

const titleOf = ({ clusters, change }: StateEffect) =>
  `${nameClusters(clusters)}${change === 'changed' ? '' : ` (${WORDS[change]})`}`;
