import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useEffect, useRef, type AnchorHTMLAttributes } from 'react';
import { useStartsSentence } from '../../../components/acts/ApproveConsequence';
import { ClampedText } from '../../../components/ClampedText';
import { FleetLink } from '../../../components/FleetLink';
import { Person } from '../../../components/Person';
import { selectedSurface } from '../../../components/selectedSurface';
import { StatusIcon } from '../../../components/StatusChip';
import { useRoving } from '../../../components/useRoving';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { eventLook, isEngine, type TimelineEvent } from '../../../model/run/events';
import { usePatchedAddress, useUrlState } from '../../../routing';
import { runTranslationRef } from '../../../translation/run';
import { useEventWords } from './useEventWords';

interface EventListProps {
  readonly events: readonly TimelineEvent[];
  /** Clusters have no drawer where the run is gone. */
  readonly hasClusters?: boolean;
  /** The time of an event links to its address; a card of a few leaves that to the timeline. */
  readonly hasAddresses?: boolean;
}

/** What happened, newest first; the event of the address is marked and in view. */
export const EventList = ({ events, hasClusters = true, hasAddresses = true }: EventListProps) => {
  const [marked] = useUrlState('event');
  const { list, onKeyDown, item } = useRoving<HTMLUListElement>({
    keys: events.map(({ id }) => id),
    start: events.find(({ id }) => id === marked)?.id,
    selector: ':scope > li > a',
    axis: 'vertical',
  });
  return (
    <Box component="ul" ref={list} onKeyDown={onKeyDown} sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
      {events.map(event => (
        <EventRow
          key={event.id}
          event={event}
          isMarked={event.id === marked}
          hasClusters={hasClusters}
          stop={hasAddresses ? item(event.id) : undefined}
        />
      ))}
    </Box>
  );
};

interface EventRowProps {
  readonly event: TimelineEvent;
  readonly isMarked: boolean;
  readonly hasClusters: boolean;
  /** The place of its address in the order of Tab; none without an address. */
  readonly stop: Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'tabIndex' | 'onFocus'> | undefined;
}

const EventRow = ({ event, isMarked, hasClusters, stop }: EventRowProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const say = useEventWords();
  const startsSentence = useStartsSentence();
  const { icon, tone } = eventLook(event);
  const address = usePatchedAddress();
  const row = useInView(isMarked);
  const { cluster } = event;
  const link = hasClusters && cluster !== undefined && (
    <FleetLink
      to={address({ cluster })}
      // The marked surface takes contrast from the colour of links.
      {...(isMarked && { color: 'text.primary', underline: 'always' })}
    >
      {cluster}
    </FleetLink>
  );
  return (
    <Box
      component="li"
      ref={row}
      aria-current={isMarked ? 'true' : undefined}
      sx={{
        backgroundColor: isMarked ? selectedSurface : undefined,
        boxShadow: ({ palette }) => (isMarked ? `inset 3px 0 ${palette.primary.main}` : 'none'),
        display: 'grid',
        gridTemplateColumns: '68px 20px minmax(0, 1fr)',
        columnGap: 1.25,
        px: 2,
        py: 0.875,
        fontSize: 13,
        lineHeight: '20px',
      }}
    >
      <EventTime event={event} stop={stop} />
      <StatusIcon icon={icon} tone={tone} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <span style={{ fontWeight: 500 }}>{say(event, link || undefined)}</span>
        {!isEngine(event) && <> {t('events.by', { who: <Person person={event.actor} /> })}</>}
        {event.starts && <Box sx={{ color: 'text.secondary' }}>{startsSentence(event.starts)}</Box>}
        {event.message && (
          <Box sx={{ color: 'text.secondary' }}>
            <ClampedText text={event.message} />
          </Box>
        )}
      </Box>
    </Box>
  );
};

const EventTime = ({ event: { id, at }, stop }: Pick<EventRowProps, 'event' | 'stop'>) => {
  const { exactClock, full } = useTimeWords();
  const now = useNow(60_000);
  const address = usePatchedAddress();
  const time = (
    <Box component="time" dateTime={at} title={full(at)} sx={{ color: 'text.secondary' }}>
      {exactClock(at, now)}
    </Box>
  );
  if (stop === undefined) return time;
  return (
    <FleetLink to={address({ tab: 'timeline', event: id })} {...stop} sx={{ color: 'text.secondary' }}>
      {time}
    </FleetLink>
  );
};

function useInView(isMarked: boolean) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  return row;
}
