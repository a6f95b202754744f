import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { SectionCard } from '../../../components/SectionCard';
import { listNames } from '../../../model/listNames';
import { whatIfTranslationRef } from '../../../translation/whatif';

const LISTS = ['begins', 'waits', 'updates', 'leaves'] as const;

/** What moves at once, by itself. */
export const RolloutCard = ({ rollout }: { rollout: Schemas['WhatIfRollout'] }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const lists = LISTS.map(id => ({ id, names: rollout[id] ?? [] })).filter(({ names }) => names.length > 0);
  return (
    <SectionCard title={t('rollout.title')}>
      <Box sx={{ px: 2, py: 1.25, fontSize: 13 }}>{rollout.message}</Box>
      {lists.map(({ id, names }) => (
        <PlanLine key={id} name={t(`rollout.${id}`)}>
          {listNames(names)}
        </PlanLine>
      ))}
    </SectionCard>
  );
};

/** A name, what is with it, and a number at the end. */
export const PlanLine = ({ name, children, end }: { name: string; children: string; end?: string }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '176px minmax(0, 1fr) max-content' },
      columnGap: 2,
      px: 2,
      py: 1.25,
      fontSize: 13,
      lineHeight: '20px',
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Box>
    <Box sx={{ overflowWrap: 'anywhere' }}>{children}</Box>
    {end !== undefined && <Box sx={{ color: 'text.secondary' }}>{end}</Box>}
  </Box>
);
