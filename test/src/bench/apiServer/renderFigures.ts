import { isMet, type Figure } from './figures';

const HEAD = ['figure', 'goal', 'embedded', 'real', 'embedded : real', 'floor', ''];

export function renderFigures(figures: readonly Figure[]): string {
  return alignRows([HEAD, ...figures.map(toRow)]);
}

function toRow(figure: Figure): string[] {
  const { name, unit, goal, embedded, real, floor } = figure;
  const shown = (value: number | undefined) => (value === undefined ? '–' : `${round(value)} ${unit}`);
  return [
    name,
    goal === undefined ? '' : 'atLeast' in goal ? `≥ ${shown(goal.atLeast)}` : `≤ ${shown(goal.atMost)}`,
    shown(embedded),
    shown(real),
    real === undefined ? '–' : `${(embedded / real).toFixed(2)} ×`,
    shown(floor),
    goal === undefined ? '' : isMet(figure) ? 'met' : 'MISSED',
  ];
}

const round = (value: number) =>
  value >= 100
    ? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
    : value.toFixed(value < 10 ? 1 : 0);

/** Texts to the left, what follows them to the right. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)));
  return rows
    .map(row =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
