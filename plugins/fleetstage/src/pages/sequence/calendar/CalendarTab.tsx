import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useSequenceCalendar } from '../../../api/sequenceQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { SectionCard } from '../../../components/SectionCard';
import { TableSkeleton } from '../../../components/Skeletons';
import { versionCalendarTranslationRef } from '../../../translation/versionCalendar';
import type { SequenceProps } from '../sequenceProps';
import { CalendarDrawing } from './CalendarDrawing';
import { CalendarList } from './CalendarList';

const DAYS = 90;

/** Windows, exclusions, ends of soaks and of support: drawn, and as a list with the same content. */
export const CalendarTab = ({ sequence: { name } }: SequenceProps) => {
  const { t } = useTranslationRef(versionCalendarTranslationRef);
  const query = useSequenceCalendar(name, DAYS);
  return (
    <AsyncBoundary query={query} what={t('what')} skeleton={<TableSkeleton />} isPart>
      {calendar =>
        calendar.items.length === 0 ? (
          <SectionCard title={t('title', { days: DAYS })} hasPadding>
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('none')}</Box>
          </SectionCard>
        ) : (
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <SectionCard title={t('title', { days: DAYS })} hasPadding>
              <CalendarDrawing calendar={calendar} days={DAYS} />
            </SectionCard>
            <CalendarList entries={calendar.items} />
          </Box>
        )
      }
    </AsyncBoundary>
  );
};
