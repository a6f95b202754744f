import Box from '@mui/material/Box';
import { useTimeWords, useNow } from './useTimeWords';

/** What is left until a moment: each second under 1 h, each minute above. Silent for screen readers but readable. */
export const Countdown = ({ until }: { until: string }) => {
  const now = useNow(Date.parse(until) - Date.now() < 3_600_000 ? 1000 : 60_000);
  const { left } = useTimeWords();
  return (
    <Box component="span" role="timer" aria-live="off" sx={{ whiteSpace: 'nowrap' }}>
      {left(until, now)}
    </Box>
  );
};
