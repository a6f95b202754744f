import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { EventLine } from '../../../components/EventLine';
import { listNames } from '../../../model/listNames';
import { knownEvent, placementEventLook } from '../../../model/placement/events';
import { placementTranslationRef } from '../../../translation/placement';
import { timelineTranslationRef } from '../../../translation/timeline';

type TimelineEvent = Schemas['TimelineEvent'];

/** Names in a line; the rest is counted. */
const SHOWN = 3;

/** What happened to the placement, newest first. */
export const PlacementEvents = ({ events }: { events: readonly TimelineEvent[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
    {events.map(event => (
      <EventLine key={event.id} event={event} look={placementEventLook(event.event)}>
        <Words event={event} />
      </EventLine>
    ))}
  </Box>
);

/** The event, and where it is about clusters their names. */
const Words = ({ event: { event, cluster, clusters } }: { event: TimelineEvent }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const timeline = useTranslationRef(timelineTranslationRef);
  const known = knownEvent(event);
  const names = clusters ?? (cluster === undefined ? [] : [cluster]);
  const rest = names.length - SHOWN;
  return (
    <>
      <Box component="span" sx={{ fontWeight: 500 }}>
        {known === undefined ? event : timeline.t(`placement.event.${known}`)}
      </Box>
      {names.length > 0 && (
        <Box component="span" sx={{ ml: 0.75 }}>
          {listNames(names.slice(0, SHOWN))}
        </Box>
      )}
      {rest > 0 && (
        <Box component="span" sx={{ ml: 0.75 }}>
          {t('state.more', { count: rest })}
        </Box>
      )}
    </>
  );
};
