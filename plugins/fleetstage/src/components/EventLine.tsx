import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import type { ComponentProps, ReactNode } from 'react';
import { timelineTranslationRef } from '../translation/timeline';
import { Clock } from './Age';
import { ClampedText } from './ClampedText';
import { Person } from './Person';
import { StatusIcon } from './StatusChip';

interface EventLineProps {
  readonly event: Schemas['TimelineEvent'];
  readonly look: Pick<ComponentProps<typeof StatusIcon>, 'icon' | 'tone'>;
  /** What happened. */
  readonly children: ReactNode;
}

/** A line of a timeline, an item of a list: when, what, who, and what was said of it. */
export const EventLine = ({ event: { at, actor, message }, look, children }: EventLineProps) => {
  const { t } = useTranslationRef(timelineTranslationRef);
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
        <Clock at={at} isExact />
      </Box>
      <StatusIcon {...look} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
        {actor.ref !== 'engine' && (
          <Box component="span" sx={{ color: 'text.secondary', ml: 0.75 }}>
            {t('placement.by', { who: <Person person={actor} /> })}
          </Box>
        )}
        {message && (
          <Box sx={{ color: 'text.secondary' }}>
            <ClampedText text={message} />
          </Box>
        )}
      </Box>
    </Box>
  );
};
