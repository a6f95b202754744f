import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useCallback, type ClipboardEvent, type ReactNode } from 'react';
import { useNow, useTimeWords } from './useTimeWords';

interface AgeProps {
  readonly at: string;
  /** `12 min ago` rather than `12 min`. */
  readonly isAgo?: boolean;
}

/** How long ago; the exact time on hover and focus. */
export const Age = ({ at, isAgo = false }: AgeProps) => {
  const now = useNow(Date.parse(at) > Date.now() - 90_000 ? 1000 : 20_000);
  const words = useTimeWords();
  return <Moment at={at}>{isAgo ? words.ago(at, now) : words.age(at, now)}</Moment>;
};

interface ClockProps {
  readonly at: string;
  /** With seconds: in a list of what happened, whose lines are no stops of Tab. */
  readonly isExact?: boolean;
}

/** A moment as clock time; the date on hover and focus. */
export const Clock = ({ at, isExact = false }: ClockProps) => {
  const now = useNow(60_000);
  const words = useTimeWords();
  return (
    <Moment at={at} isOfLine={isExact}>
      {isExact ? words.exactClock(at, now) : words.clock(at, now)}
    </Moment>
  );
};

interface MomentProps {
  readonly at: string;
  readonly isOfLine?: boolean;
  readonly children: ReactNode;
}

/** Copied while it has the focus it gives the moment itself, in RFC 3339. */
const Moment = ({ at, isOfLine = false, children }: MomentProps) => {
  const words = useTimeWords();
  const onCopy = (event: ClipboardEvent) => {
    // What the reader has selected is what they want.
    if (!(window.getSelection()?.isCollapsed ?? true)) return;
    event.clipboardData.setData('text/plain', new Date(at).toISOString());
    event.preventDefault();
  };
  return (
    <Tooltip title={words.full(at)} describeChild>
      <Box
        component="time"
        dateTime={at}
        ref={useOwnStop(isOfLine)}
        onCopy={onCopy}
        sx={{
          'whiteSpace': 'nowrap',
          '&:focus-visible': {
            outline: theme => `2px solid ${theme.palette.primary.main}`,
            outlineOffset: 2,
            borderRadius: '2px',
          },
        }}
      >
        {children}
      </Box>
    </Tooltip>
  );
};

/** Tab reaches it but where it is part of what Tab reaches: a link, a button, a row of a table. */
const useOwnStop = (isOfLine: boolean) =>
  useCallback(
    (element: HTMLElement | null) => {
      if (element) element.tabIndex = isOfLine || element.closest('a, button, tr') ? -1 : 0;
    },
    [isOfLine],
  );
