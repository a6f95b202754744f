import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
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
  return (
    <Tooltip title={words.full(at)}>
      <Box component="time" dateTime={at} tabIndex={-1} sx={{ whiteSpace: 'nowrap' }}>
        {isAgo ? words.ago(at, now) : words.age(at, now)}
      </Box>
    </Tooltip>
  );
};

/** A moment as clock time; the date on hover. */
export const Clock = ({ at }: { at: string }) => {
  const now = useNow(60_000);
  const words = useTimeWords();
  return (
    <Tooltip title={words.full(at)}>
      <Box component="time" dateTime={at} sx={{ whiteSpace: 'nowrap' }}>
        {words.clock(at, now)}
      </Box>
    </Tooltip>
  );
};
