import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useRef } from 'react';
import { cutMiddle } from '../model/cutMiddle';
import { MessageText } from './MessageText';
import { useRoomForText } from './useRoomForText';
import { visuallyHidden } from './visuallyHidden';

interface CutTextProps {
  readonly text: string;
  /** Characters that fit in the narrowest place where it stands; a shorter text is never cut. */
  readonly cutFrom: number;
  /** Lines that it may take: in a wider block around it more fits on them. */
  readonly lines: number;
  /** It stands in what has the focus itself, which shows the whole: no stop of its own. */
  readonly isInFocusable?: boolean;
}

/**
 * A message in a row. Its middle is left out, as the cause stands at its end; the whole shows on hover and focus.
 */
export const CutText = ({ text, cutFrom, lines, isInFocusable = false }: CutTextProps) => {
  const ref = useRef<HTMLElement>(null);
  const room = useRoomForText(ref, { atLeast: cutFrom, lines, isOff: text.length <= cutFrom });
  const short = cutMiddle(text, room);
  const whiteSpace = lines === 1 ? 'nowrap' : 'normal';
  const isCut = short !== text;
  // The name of what has the focus is read out whole.
  if (isCut && isInFocusable)
    return (
      <Box ref={ref} component="span" sx={{ position: 'relative', overflowWrap: 'anywhere', whiteSpace }}>
        <span aria-hidden>
          <MessageText text={short} />
        </span>
        <Box component="span" sx={visuallyHidden}>
          <MessageText text={text} />
        </Box>
      </Box>
    );
  const words = (
    <Box
      ref={ref}
      component="span"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what the tooltip shows is for the keyboard, too
      tabIndex={isCut ? 0 : undefined}
      sx={{ overflowWrap: 'anywhere', whiteSpace }}
    >
      <MessageText text={short} />
    </Box>
  );
  return isCut ? (
    <Tooltip describeChild title={<MessageText text={text} />}>
      {words}
    </Tooltip>
  ) : (
    words
  );
};
