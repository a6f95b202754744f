import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, type HTMLAttributes, type ReactNode, type RefObject } from 'react';
import { useRoving } from '../useRoving';

/** Rows that all columns share: header, gates before where there are any, clusters, gates after. */
const rowsOf = (hasBefore: boolean) => (hasBefore ? 'auto auto 1fr auto' : 'auto 1fr auto');

/** Narrower than this a column's names and numbers collide. */
const MIN_COLUMN = 236;

/** What the list gives each of its columns. */
export interface StagePlace {
  readonly isLast: boolean;
  /** Below each other: only the current one is open. */
  readonly isStacked: boolean;
  readonly hasBefore: boolean;
  /** Its place in the order of Tab. */
  readonly stop?: Pick<HTMLAttributes<HTMLElement>, 'tabIndex' | 'onFocus'>;
}

interface StageListProps {
  readonly label: string;
  /** Names of the stages, in their order. */
  readonly names: readonly string[];
  /** The stage that is in view and that Tab reaches first. */
  readonly current?: string;
  /** Some stage has a row of gates before its clusters. */
  readonly hasBefore: boolean;
  /** A `StageFrame` with its name as key. */
  readonly column: (index: number, place: StagePlace) => ReactNode;
}

/** Stages side by side, so that their gates form one line; below each other on small screens. */
export const StageList = ({ label, names, current, hasBefore, column }: StageListProps) => {
  const isSmall = useMediaQuery(useTheme().breakpoints.down('md'));
  const { list, onKeyDown, item } = useRoving<HTMLOListElement>({
    keys: names,
    start: current,
    selector: ':scope > li',
    axis: 'horizontal',
  });
  useInView(list, current === undefined ? 0 : names.indexOf(current));
  return (
    <Box sx={{ overflowX: isSmall ? undefined : 'auto', mx: -0.5, px: 0.5, py: 0.25 }}>
      <Box
        component="ol"
        ref={list}
        aria-label={label}
        onKeyDown={onKeyDown}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: isSmall ? 1.25 : 0,
          columnGap: 3.5,
          gridTemplateColumns: isSmall
            ? 'minmax(0, 1fr)'
            : `repeat(${names.length}, minmax(${MIN_COLUMN}px, 1fr))`,
          gridTemplateRows: isSmall ? undefined : rowsOf(hasBefore),
        }}
      >
        {names.map((name, index) =>
          column(index, {
            isLast: index === names.length - 1,
            isStacked: isSmall,
            hasBefore,
            stop: item(name),
          }),
        )}
      </Box>
    </Box>
  );
};

/** The current stage is in view. */
function useInView(list: RefObject<HTMLElement>, index: number): void {
  useEffect(() => {
    const stage = list.current?.children[index];
    const scroller = list.current?.parentElement;
    if (!(stage instanceof HTMLElement) || !scroller || scroller.scrollWidth <= scroller.clientWidth) return;
    scroller.scrollLeft = Math.max(0, stage.offsetLeft - scroller.clientWidth / 2 + stage.offsetWidth / 2);
  }, [list, index]);
}
