import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { createContext, useContext } from 'react';
import { statusTone } from '../model/status/tone';
import { sharedTranslationRef } from '../translation/shared';
import { useNow, useTimeWords } from './useTimeWords';

const HubIsReachable = createContext(true);

export const HubReachability = HubIsReachable.Provider;

/** Whether acts have a chance: they write to the hub. */
export const useHubIsReachable = () => useContext(HubIsReachable);

/** Says since when the hub does not answer; nothing while it does. */
export const HubBar = ({ hub }: { hub: Schemas['HubState'] | undefined }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { clock, age } = useTimeWords();
  const now = useNow();
  const colours = statusTone(useTheme(), 'warning');
  if (hub === undefined || hub.isReachable) return null;
  const { name } = hub;
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'flex-start',
        px: 2,
        py: 1.25,
        mb: 2,
        borderRadius: 2,
        fontSize: 13,
        lineHeight: '20px',
        color: colours.text,
        backgroundColor: colours.surface,
      }}
    >
      <Warning aria-hidden sx={{ fontSize: 20, color: colours.icon }} />
      <span>
        <strong>
          {hub.since
            ? t('hub.unreachable', { name, time: clock(hub.since, now), age: age(hub.since, now) })
            : t('hub.unreachableNow', { name })}
        </strong>{' '}
        {t('hub.rest')} {hub.reason && t('hub.reason', { reason: hub.reason })}
      </span>
    </Box>
  );
};
