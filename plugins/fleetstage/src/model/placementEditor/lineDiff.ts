export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Line number in the text that has it, from 1. */
  readonly line: number;
}

/** Above this many cells of the table the middle is shown as replaced entirely: it would take longer than a blink. */
const MAX_CELLS = 4_000_000;

/** Two texts line by line, by their longest common subsequence. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const old = before.trimEnd().split('\n');
  const young = after.trimEnd().split('\n');
  let head = 0;
  while (head < old.length && head < young.length && old[head] === young[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(old.length, young.length) - head &&
    old[old.length - 1 - tail] === young[young.length - 1 - tail]
  )
    tail += 1;
  const same = (from: number, to: number): DiffLine[] =>
    young.slice(from, to).map((text, i) => ({ kind: 'same', text, line: from + i + 1 }));
  return [
    ...same(0, head),
    ...diffMiddle(old.slice(head, old.length - tail), young.slice(head, young.length - tail), head),
    ...same(young.length - tail, young.length),
  ];
}

function diffMiddle(old: readonly string[], young: readonly string[], offset: number): DiffLine[] {
  const removed = (i: number): DiffLine => ({ kind: 'removed', text: old[i], line: offset + i + 1 });
  const added = (j: number): DiffLine => ({ kind: 'added', text: young[j], line: offset + j + 1 });
  if (old.length * young.length > MAX_CELLS)
    return [...old.map((_, i) => removed(i)), ...young.map((_, j) => added(j))];
  const lengths = commonLengths(old, young);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      lines.push({ kind: 'same', text: young[j], line: offset + j + 1 });
      i += 1;
      j += 1;
    } else if (j === young.length || (i < old.length && lengths[i + 1][j] >= lengths[i][j + 1])) {
      lines.push(removed(i));
      i += 1;
    } else {
      lines.push(added(j));
      j += 1;
    }
  }
  return lines;
}

/** `[i][j]`: how many lines the rests from `i` and `j` have in common. */
function commonLengths(old: readonly string[], young: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint32Array(young.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = young.length - 1; j >= 0; j -= 1)
      rows[i][j] = old[i] === young[j] ? rows[i + 1][j + 1] + 1 : Math.max(rows[i + 1][j], rows[i][j + 1]);
  return rows;
}

/** Only what changed and `around` lines beside it; `null` replaces lines that are left out. */
export function foldDiff(lines: readonly DiffLine[], around = 3): readonly (DiffLine | null)[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - around), i + around + 1).some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, i) => (isNear[i] ? [line] : i > 0 && !isNear[i - 1] ? [] : [null]));
}
