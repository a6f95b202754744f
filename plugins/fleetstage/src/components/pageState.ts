import { createContext, useContext, useEffect, useId, useMemo, useState } from 'react';
import type { Trouble } from '../api/errors';

export type PartState = 'loading' | 'ready' | 'empty' | Exclude<Trouble, 'conflict'>;

interface PageState {
  report(part: string, state: PartState | undefined): void;
}

export const PageStateContext = createContext<PageState>({ report: () => undefined });

/** What the parts of a page have reported. */
export function usePageStateOwner() {
  const [parts, setParts] = useState<Readonly<Record<string, PartState | undefined>>>({});
  const value = useMemo<PageState>(
    () => ({ report: (part, state) => setParts(known => ({ ...known, [part]: state })) }),
    [],
  );
  const states = Object.values(parts).filter(state => state !== undefined);
  const isReady = states.length > 0 && !states.includes('loading');
  const worst = states.find(state => state !== 'ready' && state !== 'loading');
  return { value, isReady, state: isReady ? (worst ?? 'ready') : 'loading' };
}

/** A part reports its state to its page. */
export function useReportState(state: PartState): void {
  const { report } = useContext(PageStateContext);
  const id = useId();
  useEffect(() => report(id, state), [report, id, state]);
  useEffect(() => () => report(id, undefined), [report, id]);
}
