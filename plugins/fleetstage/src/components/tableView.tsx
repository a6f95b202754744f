import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useUrlState } from '../routing';
import type { Column } from './tableProps';
import { useStored } from './useStored';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** px; what needs more takes more. */
export const COMPACT_HEIGHT = 32;

/** How high the rows of all tables are, as the reader likes it. */
export function useDensity(): [Density, (density: Density) => void] {
  const [text, store] = useStored('density', DENSITIES[0]);
  return [DENSITIES.find(one => one === text) ?? DENSITIES[0], store];
}

/** Ids of the columns that the reader took away from the table of this name; a link may say others by `?hide=`. */
export function useHiddenColumns(table: string): [readonly string[], (ids: readonly string[]) => void] {
  const [stored, store] = useStored(`hidden.${table}`, '');
  const [linked, setLinked] = useUrlState('hide');
  const hide = (ids: readonly string[]) => {
    store(ids.join(','));
    if (linked !== '') setLinked('');
  };
  return [(linked || stored).split(',').filter(Boolean), hide];
}

/** Columns that the reader has not taken away and for which the window is wide enough: the same array until that changes. */
export function useShownColumns<Row>(
  columns: readonly Column<Row>[],
  hidden: readonly string[] = [],
): readonly Column<Row>[] {
  const isBelow = {
    sm: useMediaQuery<Theme>(theme => theme.breakpoints.down('sm')),
    md: useMediaQuery<Theme>(theme => theme.breakpoints.down('md')),
    lg: useMediaQuery<Theme>(theme => theme.breakpoints.down('lg')),
    wide: useMediaQuery<Theme>(theme => theme.breakpoints.down(1_400)),
    xl: useMediaQuery<Theme>(theme => theme.breakpoints.down('xl')),
  };
  const shown = columns.filter(
    ({ id, hideBelow }) => !(hideBelow && isBelow[hideBelow]) && !hidden.includes(id),
  );
  const ids = shown.map(({ id }) => id).join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the ids contain all that `shown` depends on beside the columns
  return useMemo(() => shown, [columns, ids]);
}

const IsCompact = createContext(false);

/** Around the rows of a table. */
export const TableDensity = IsCompact.Provider;

/** Whether a cell has one line. */
export const useIsCompact = () => useContext(IsCompact);

const CUT = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

interface TwoLinesProps {
  readonly children: ReactNode;
  /** Quiet; nothing where it is false or absent. */
  readonly second: ReactNode;
  /** Where rows are compact, the first takes all the room that there is, and the second stands at its end. */
  readonly isFirstWide?: boolean;
}

/** A cell's first line and a quiet one below it, or behind it where rows are compact: then the first gives way. */
export const TwoLines = ({ children, second, isFirstWide = false }: TwoLinesProps) => {
  const isCompact = useIsCompact();
  return (
    <Box sx={isCompact ? { display: 'flex', alignItems: 'center' } : undefined}>
      <Box sx={isCompact ? { ...CUT, flex: isFirstWide ? '1 1 0' : '0 1 auto' } : undefined}>{children}</Box>
      {second && (
        <Box
          sx={{
            fontSize: 12,
            lineHeight: '16px',
            color: 'text.secondary',
            ...(isCompact && { ...CUT, flex: '0 0 auto', maxWidth: '60%', ml: 0.75 }),
          }}
        >
          {second}
        </Box>
      )}
    </Box>
  );
};

interface FewLinesProps {
  /** The whole text. */
  readonly title: string;
  readonly lines?: number;
  readonly children: ReactNode;
}

/** Words in at most two lines, in one where rows are compact; what is cut shows its whole text on hover and focus. */
export const FewLines = ({ title, lines = 2, children }: FewLinesProps) => {
  const ref = useRef<HTMLElement>(null);
  const isCut = useIsCut(ref, title);
  const words = (
    <Box
      ref={ref}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the tooltip shows is for the keyboard, too
      tabIndex={isCut ? 0 : undefined}
      sx={{
        display: '-webkit-box',
        WebkitLineClamp: useIsCompact() ? 1 : lines,
        WebkitBoxOrient: 'vertical',
        overflow: 'hidden',
        lineHeight: '16px',
        whiteSpace: 'normal',
      }}
    >
      {children}
    </Box>
  );
  // Around what is not cut, too: the measured block stays the same one.
  return (
    <Tooltip describeChild title={isCut ? title : ''}>
      {words}
    </Tooltip>
  );
};

/** Whether a block has more lines than it shows. */
function useIsCut(ref: RefObject<HTMLElement>, text: string): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const block = ref.current;
    if (block === null) return undefined;
    const measure = () => setCut(block.scrollHeight > block.clientHeight + 1);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(block);
    return () => observer.disconnect();
  }, [ref, text]);
  return isCut;
}
