import { useUrlPatch, useUrlState } from '../../../routing';

export interface Comparison {
  /** Indexes that are ticked, the older one first. */
  readonly ticked: readonly string[];
  /** What the address names and is not kept any more. */
  readonly gone: readonly string[];
  toggle(index: string): void;
  clear(): void;
}

/** Two snapshots to compare, as the address has them: `from` and `to`; what is not kept any more is not ticked. */
export function useComparison(kept: readonly string[]): Comparison {
  const [from] = useUrlState('from');
  const [to] = useUrlState('to');
  const patch = useUrlPatch();
  const ticked = [...new Set([from, to])].filter(index => kept.includes(index)).sort(byNumber);
  const gone = [...new Set([from, to])].filter(index => index !== '' && !kept.includes(index));
  const write = (indexes: readonly string[]) => {
    const [older, newer] = [...indexes].sort(byNumber);
    patch({ from: older, to: newer });
  };
  return {
    ticked,
    gone,
    toggle: index => {
      if (ticked.includes(index)) write(ticked.filter(one => one !== index));
      else write([...ticked.slice(-1), index]);
    },
    clear: () => patch({ from: undefined, to: undefined }),
  };
}

const byNumber = (a: string, b: string) => Number(a) - Number(b);
