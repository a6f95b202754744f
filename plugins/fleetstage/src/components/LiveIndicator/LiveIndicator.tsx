import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import { useLive } from '../../api/FleetProvider';
import type { LiveState } from '../../api/LiveStore';
import { statusTone, type Tone } from '../../model/status/tone';
import { sharedTranslationRef } from '../../translation/shared';
import { useNow, useTimeWords } from '../useTimeWords';

const POLL_S = '10';

/** How fresh the page is, in words. */
export const LiveIndicator = () => {
  const { live, ...state } = useLive();
  const say = useLiveWords();
  const colours = statusTone(useTheme(), toneOf(state));
  if (state.answeredAt === undefined && state.brokenSince === undefined) return null;
  const text = say(state, live.hasSignals());
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        fontSize: 13,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: colours.icon,
          boxShadow: `0 0 0 3px ${colours.surface}`,
        }}
      />
      {state.heldChanges > 0 ? (
        <Link component="button" type="button" onClick={() => live.takeHeld()} sx={{ fontSize: 13 }}>
          {text}
        </Link>
      ) : (
        <span>{text}</span>
      )}
    </Box>
  );
};

function toneOf(state: LiveState): Tone {
  if (state.brokenSince !== undefined) return 'warning';
  return state.heldChanges > 0 ? 'neutral' : 'success';
}

function useLiveWords() {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { ago, clock } = useTimeWords();
  useNow(1000);
  // Moments of the store are of the reader's own clock.
  const now = Date.now();
  return (state: LiveState, hasSignals: boolean): string => {
    if (state.brokenSince !== undefined) {
      const seconds = Math.max(0, Math.ceil(((state.retryAt ?? now) - now) / 1000));
      return state.answeredAt === undefined
        ? t('live.neverAnswered', { seconds: String(seconds) })
        : t('live.broken', { time: clock(state.answeredAt, now), seconds: String(seconds) });
    }
    if (state.heldChanges > 0) return t('live.paused', { count: state.heldChanges });
    if (!hasSignals) return t('live.polled', { seconds: POLL_S });
    return state.changedAt === undefined
      ? t('live.liveQuiet')
      : t('live.live', { age: ago(state.changedAt, now) });
  };
}
