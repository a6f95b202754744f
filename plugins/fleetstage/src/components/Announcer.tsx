import Box from '@mui/material/Box';
import { visuallyHidden } from './visuallyHidden';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';

interface Announce {
  /** Read out when there is time for it; merged, at most one per 5 s. */
  readonly polite: (text: string) => void;
  /** Read out at once: the result of one's own act, a failed run. */
  readonly now: (text: string) => void;
}

const AnnounceContext = createContext<Announce>({ polite: () => undefined, now: () => undefined });

export const useAnnounce = () => useContext(AnnounceContext);

const PAUSE_MS = 5000;

/** The two live regions of a page. */
export const Announcer = ({ children }: { children: ReactNode }) => {
  const [now, setNow] = useState('');
  const { text, add } = useMerged();
  const value = useMemo(() => ({ polite: add, now: setNow }), [add]);
  return (
    <AnnounceContext.Provider value={value}>
      {children}
      <Box role="status" aria-live="polite" style={visuallyHidden}>
        {text}
      </Box>
      <Box role="alert" style={visuallyHidden}>
        {now}
      </Box>
    </AnnounceContext.Provider>
  );
};

function useMerged() {
  const [text, setText] = useState('');
  const waiting = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const add = useCallback((line: string) => {
    waiting.current.push(line);
    if (timer.current !== undefined) return;
    const flush = () => {
      timer.current = waiting.current.length > 0 ? setTimeout(flush, PAUSE_MS) : undefined;
      if (waiting.current.length > 0) setText(waiting.current.join(' '));
      waiting.current = [];
    };
    flush();
  }, []);
  return { text, add };
}
