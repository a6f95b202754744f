import { useTranslationRef } from '@backstage/frontend-plugin-api';
import History from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { messageOf } from '../api/errors';
import { sharedTranslationRef } from '../translation/shared';
import { useNow, useTimeWords } from './useTimeWords';

/** Above old data: how old it is, and why there is no newer. `at` is of the reader's own clock, in ms. */
export const StaleStamp = ({ at, error, onRetry }: { at: number; error: Error; onRetry: () => unknown }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { clock, ago } = useTimeWords();
  useNow();
  // Like the moment of the data: the reader's clock, not the server's.
  const now = Date.now();
  return (
    <Box
      role="status"
      sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, fontSize: 13, color: 'text.secondary' }}
    >
      <History aria-hidden sx={{ fontSize: 18 }} />
      <span>
        {t('boundary.stale', { time: clock(at, now), age: ago(at, now), message: messageOf(error) })}
      </span>
      <Button size="small" onClick={() => onRetry()}>
        {t('boundary.tryAgain')}
      </Button>
    </Box>
  );
};
