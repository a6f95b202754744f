import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/errors';
import { useReadLog, type LogOptions } from '../../api/workloadQueries';
import type { PlacementKey } from '../../api/placementQueries';
import { appendLog, type LogPart } from '../../model/workloads/logLines';
import type { WorkloadRef } from '../../model/workloads/workloadRef';

export interface LogState {
  readonly text: string;
  readonly isOpen: boolean;
  /** How it ended; absent while it is open. */
  readonly ended?: Pick<LogPart, 'end' | 'message'>;
}

interface LogAt {
  readonly placement: PlacementKey;
  readonly cluster: string;
  readonly object: WorkloadRef;
}

/** Reads a log anew with each change of what is asked; the text of before stays until the first of the next one comes. */
export function useLog({ placement, cluster, object }: LogAt, { container, previous, follow }: LogOptions) {
  const read = useReadLog(placement, cluster, object);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<LogState>({ text: '', isOpen: true });
  const shown = useRef('');
  useEffect(() => {
    const leaving = new AbortController();
    const isSame = shown.current === container;
    shown.current = container;
    let text = '';
    setState(before => ({ text: isSame ? before.text : '', isOpen: true }));
    const take = (part: LogPart) => {
      if (leaving.signal.aborted) return;
      text = appendLog(text, part.text ?? '');
      const { end, message } = part;
      setState({ text, isOpen: end === undefined, ...(end !== undefined && { ended: { end, message } }) });
    };
    const lose = (message: string) => {
      if (!leaving.signal.aborted)
        setState(before => ({ ...before, isOpen: false, ended: { end: 'lost', message } }));
    };
    read({ container, previous, follow }, take, leaving.signal).then(
      () =>
        setState(before => (leaving.signal.aborted || before.ended ? before : { ...before, isOpen: false })),
      error => lose(messageOf(error)),
    );
    return () => leaving.abort();
  }, [read, container, previous, follow, attempt]);
  return { ...state, again: () => setAttempt(n => n + 1) };
}
