import { useMemo } from 'react';
import { decodeChange, encodeChange, NO_CHANGE, type Change } from '../../../model/whatif/change';
import { useUrlPatch, useUrlState } from '../../../routing';

/** The change that is tried has an address: it can be shared, and Back takes the last one back. */
export function useWhatIfUrl() {
  const patch = useUrlPatch();
  const [text] = useUrlState('whatif');
  const [show] = useUrlState('show', 'changes');
  return useMemo(() => {
    const change = decodeChange(text === '' ? NO_CHANGE : text);
    return {
      isOpen: text !== '',
      change: change ?? {},
      isBroken: change === undefined,
      show: show === 'all' ? ('all' as const) : ('changes' as const),
      set: (next: Change) => patch({ whatif: encodeChange(next) }, { push: true }),
      setShow: (next: string) => patch({ show: next === 'all' ? 'all' : undefined }),
      /** Opens the what-if with a change, or without one; what else the page shows is left. */
      open: (next: Change = {}) => patch({ whatif: encodeChange(next) }, { push: true }),
    };
  }, [patch, text, show]);
}
