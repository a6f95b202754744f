import Box from '@mui/material/Box';
import { useNowUntil, useTimeWords } from './useTimeWords';

/** What is left until a moment: each second under 1 h, each minute above. Silent for screen readers but readable. */
export const Countdown = ({ until }: { until: string }) => {
  const now = useNowUntil(until);
  const { left } = useTimeWords();
  return (
    <Box component="span" role="timer" aria-live="off" sx={{ whiteSpace: 'nowrap' }}>
      {left(until, now)}
    </Box>
  );
};
