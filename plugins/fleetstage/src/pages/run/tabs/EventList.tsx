import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { ClampedText } from '../../../components/ClampedText';
import { usePersonName } from '../../../components/Person';
import { StatusIcon } from '../../../components/StatusChip';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { eventLook, isEngine, type TimelineEvent } from '../../../model/run/events';
import { runTranslationRef } from '../../../translation/run';
import { useEventWords } from './useEventWords';

/** What happened, newest first. */
export const EventList = ({ events }: { events: readonly TimelineEvent[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
    {events.map(event => (
      <EventRow key={event.id} event={event} />
    ))}
  </Box>
);

const EventRow = ({ event }: { event: TimelineEvent }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { clock, full } = useTimeWords();
  const now = useNow(60_000);
  const say = useEventWords();
  const nameOf = usePersonName();
  const { icon, tone } = eventLook(event);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '68px 20px minmax(0, 1fr)',
        columnGap: 1.25,
        px: 2,
        py: 0.875,
        fontSize: 13,
        lineHeight: '20px',
      }}
    >
      <Box component="time" dateTime={event.at} title={full(event.at)} sx={{ color: 'text.secondary' }}>
        {clock(event.at, now)}
      </Box>
      <StatusIcon icon={icon} tone={tone} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <span style={{ fontWeight: 500 }}>{say(event)}</span>
        {!isEngine(event) && <> {t('events.by', { who: nameOf(event.actor) })}</>}
        {event.message && (
          <Box sx={{ color: 'text.secondary' }}>
            <ClampedText text={event.message} />
          </Box>
        )}
      </Box>
    </Box>
  );
};
