import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import { createContext, useContext } from 'react';
import { useIsHubReached, useNewestHub } from '../api/FleetProvider';
import { sharedTranslationRef } from '../translation/shared';
import { useNow, useTimeWords } from './useTimeWords';

const HubIsReachable = createContext(true);

export const HubReachability = HubIsReachable.Provider;

/** Whether acts have a chance: they write to the hub. What a page was answered counts until something newer is known. */
export function useHubIsReachable(): boolean {
  const ofPage = useContext(HubIsReachable);
  return useIsHubReached() ?? ofPage;
}

/** Says since when the hub does not answer, by what the buttons and the header go by, too; nothing while it does. */
export const HubBar = ({ hub: ofPage }: { hub: Schemas['HubState'] | undefined }) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const { clock, age } = useTimeWords();
  const now = useNow();
  const hub = useNewestHub() ?? ofPage;
  if (hub === undefined || hub.isReachable) return null;
  const { name } = hub;
  return (
    <Alert severity="warning" role="status" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      <strong>
        {hub.since
          ? t('hub.unreachable', { name, time: clock(hub.since, now), age: age(hub.since, now) })
          : t('hub.unreachableNow', { name })}
      </strong>{' '}
      {hub.reason && t('hub.reason', { reason: hub.reason })} {t('hub.rest')}
    </Alert>
  );
};
