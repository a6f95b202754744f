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
  /** What was last there to be read, by its place on the page: cards come and go with the state. */
  readonly said: Map<string, string>;
}

const AnnounceContext = createContext<Announce>({
  polite: () => undefined,
  now: () => undefined,
  said: new Map(),
});

export const useAnnounce = () => useContext(AnnounceContext);

const PAUSE_MS = 5000;

/** Ages go on by themselves, and counts with every cluster: a title says something else when its words do. */
const wordsOf = (text: string) => text.replace(/(\d[\d.,:]*\s?(?:min|s|h|d)?\b\s*)+/g, '# ');

interface AnnounceTextProps {
  readonly place: 'now' | 'count';
  /** What is no text is not read out. */
  readonly text: ReactNode;
  /** Another number is said, too, as that of the rows which a filter leaves. */
  readonly hasNumbers?: boolean;
}

/** Reads a text out when it changes, not when the page opens. */
export const AnnounceText = ({ place, text, hasNumbers = false }: AnnounceTextProps) => {
  const { polite, said } = useAnnounce();
  useEffect(() => {
    if (typeof text !== 'string') return;
    const words = hasNumbers ? text : wordsOf(text);
    const before = said.get(place);
    if (before !== undefined && before !== words) polite(text);
    said.set(place, words);
  }, [place, text, hasNumbers, polite, said]);
  return null;
};

/** The two live regions of a page. */
export const Announcer = ({ children }: { children: ReactNode }) => {
  const [now, setNow] = useState('');
  const { text, add } = useMerged();
  const value = useMemo(() => ({ polite: add, now: setNow, said: new Map<string, string>() }), [add]);
  return (
    <AnnounceContext.Provider value={value}>
      {children}
      <Box role="status" aria-live="polite" data-announcer="" style={visuallyHidden}>
        {text}
      </Box>
      <Box role="alert" data-announcer="" style={visuallyHidden}>
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
