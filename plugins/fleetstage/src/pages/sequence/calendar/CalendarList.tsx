import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Block from '@mui/icons-material/Block';
import Build from '@mui/icons-material/Build';
import EventBusy from '@mui/icons-material/EventBusy';
import Flag from '@mui/icons-material/Flag';
import Timer from '@mui/icons-material/Timer';
import TimerOff from '@mui/icons-material/TimerOff';
import Box from '@mui/material/Box';
import { Clock } from '../../../components/Age';
import { FleetLink } from '../../../components/FleetLink';
import { SectionCard } from '../../../components/SectionCard';
import { StatusIcon } from '../../../components/StatusChip';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import {
  CALENDAR_TONES,
  calendarLines,
  type CalendarEntry,
  type CalendarKind,
  type CalendarLine,
} from '../../../model/sequences/calendar';
import { listNames } from '../../../model/listNames';
import { useLinks } from '../../../routing';
import { versionCalendarTranslationRef } from '../../../translation/versionCalendar';

const ICONS = {
  Window: Build,
  Exclusion: Block,
  SoakEnd: Timer,
  ForcedSoak: TimerOff,
  PredictedFinish: Flag,
  EndOfSupport: EventBusy,
} as const satisfies Record<CalendarKind, unknown>;

/** What comes, by its start; a window that returns is one line. */
export const CalendarList = ({ entries }: { entries: readonly CalendarEntry[] }) => {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  const lines = calendarLines(entries);
  return (
    <SectionCard title={t('list')} count={lines.length}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
        {lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </Box>
    </SectionCard>
  );
};

const Line = ({ line: { entry, times } }: { line: CalendarLine }) => {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  const links = useLinks();
  const { kind, start, rollout, reason } = entry;
  const words = useLineWords(entry);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: '104px 20px minmax(0, 1fr)',
        columnGap: 1.25,
        px: 2,
        py: 0.875,
        fontSize: 13,
        lineHeight: '20px',
      }}
    >
      <Box sx={{ color: 'text.secondary' }}>
        <Clock at={start} />
      </Box>
      <StatusIcon icon={ICONS[kind]} tone={CALENDAR_TONES[kind]} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {t(`kind.${kind}`)}
        </Box>
        {': '}
        {rollout === undefined ? words : <FleetLink to={links.versionRollout(rollout)}>{words}</FleetLink>}
        <Details entry={entry} times={times} />
        {reason && <Box sx={{ color: 'text.secondary' }}>{reason}</Box>}
      </Box>
    </Box>
  );
};

const Details = ({ entry, times }: { entry: CalendarEntry; times: number }) => {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  const now = useNow();
  const { clock } = useTimeWords();
  const { end, untilEndOfSupport, clusterCount } = entry;
  const parts = [
    ...(end === undefined ? [] : [t('until', { time: clock(end, now) })]),
    ...(untilEndOfSupport ? [t('untilSupport')] : []),
    ...(times > 1 ? [t('times', { count: times })] : []),
    ...(clusterCount === undefined ? [] : [t('clusters', { count: clusterCount })]),
  ];
  if (parts.length === 0) return null;
  return <Box sx={{ color: 'text.secondary' }}>{listNames(parts)}</Box>;
};

function useLineWords(entry: CalendarEntry): string {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  const { policy = '', name = '', rollout = '', stage = '', minor = '' } = entry;
  return t(`line.${entry.kind}`, {
    policy,
    name,
    rollout,
    stage,
    minor,
    scope: t(`scope.${entry.scope ?? 'NoUpgrades'}`),
    then: t(`then.${entry.onTimeout ?? 'ForceSoak'}`),
  });
}
