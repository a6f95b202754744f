import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import { useLive } from '../../api/FleetProvider';
import { livenessOf, livenessTone, type Liveness } from '../../api/liveness';
import { statusTone } from '../../model/status/tone';
import { sharedTranslationRef } from '../../translation/shared';
import { useNow, useTimeWords } from '../useTimeWords';

const POLL_S = '10';

/** How fresh the page is, in words. */
export const LiveIndicator = () => {
  const { live, ...state } = useLive();
  useNow(1000);
  // Moments of the store are of the reader's own clock.
  const now = Date.now();
  const liveness = livenessOf(state, live.hasSignals(), now);
  const say = useLiveWords(now);
  const colours = statusTone(useTheme(), livenessTone[liveness.kind]);
  if (liveness.kind === 'unknown') return null;
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        // The header of a telephone leaves room for a few words a line.
        pl: 1,
        fontSize: { xs: 12, sm: 13 },
        lineHeight: { xs: '14px', sm: '18px' },
        maxWidth: { xs: 172, sm: 'none' },
        whiteSpace: { sm: 'nowrap' },
        color: 'text.secondary',
      }}
    >
      <Box
        aria-hidden
        sx={{
          flex: 'none',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: colours.icon,
          boxShadow: `0 0 0 3px ${colours.surface}`,
        }}
      />
      {liveness.kind === 'paused' && liveness.changes > 0 ? (
        <Link
          component="button"
          type="button"
          onClick={() => live.takeHeld()}
          sx={{ fontSize: 'inherit', textAlign: 'start' }}
        >
          {say(liveness)}
        </Link>
      ) : (
        <span>{say(liveness)}</span>
      )}
    </Box>
  );
};

function useLiveWords(now: number) {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { ago, clock } = useTimeWords();
  const failed = ({ dataFrom, retryAt }: Liveness & { kind: 'failed' }) => {
    const left = Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1000));
    const [isNow, seconds] = [left === 0, String(left)];
    if (dataFrom === undefined)
      return isNow ? t('live.neverAnsweredNow') : t('live.neverAnswered', { seconds });
    const time = clock(dataFrom, now);
    if (retryAt === undefined) return t('live.brokenHeld', { time });
    return isNow ? t('live.brokenNow', { time }) : t('live.broken', { time, seconds });
  };
  return (liveness: Exclude<Liveness, { kind: 'unknown' }>): string => {
    switch (liveness.kind) {
      case 'failed':
        return failed(liveness);
      case 'silent':
        return liveness.dataFrom === undefined
          ? t('live.neverSilent')
          : t('live.silent', { time: clock(liveness.dataFrom, now) });
      case 'hubLost':
        return liveness.since === undefined
          ? t('live.hubLostNow')
          : t('live.hubLost', { time: clock(liveness.since, now) });
      case 'paused':
        return liveness.changes === 0 ? t('live.paused') : t('live.pausedWith', { count: liveness.changes });
      case 'polled':
        return t('live.polled', { seconds: POLL_S });
      default:
        return liveness.changedAt === undefined
          ? t('live.liveQuiet')
          : t('live.live', { age: ago(liveness.changedAt, now) });
    }
  };
}
