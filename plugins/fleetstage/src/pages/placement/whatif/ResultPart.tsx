import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { Fragment, type ReactNode } from 'react';
import { messageOf, statusOf } from '../../../api/errors';
import { useWhatIf } from '../../../api/whatIfQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import { CardSkeleton } from '../../../components/Skeletons';
import { useKept } from '../../../components/useKept';
import type { Placement } from '../../../model/placement/now';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { ActsBar } from './ActsBar';
import { EffectCard } from './EffectCard';
import { RolloutCard } from './RolloutCard';
import { RunCard } from './RunCard';
import { useWhatIfUrl } from './useWhatIfUrl';

/** What the scheduler makes of the change in the address. */
export function useTried(placement: Placement) {
  const { change, show } = useWhatIfUrl();
  return useWhatIf(placement, bodyOf(placement, change, show));
}

/** Today beside then: who gains, loses, stays; what the rollout or a run would do with it. */
export const ResultPart = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const query = useTried(placement);
  const kept = useKept(query.data);
  const { error } = query;
  if (error && statusOf(error) === 400) {
    return (
      <Card>
        <EmptyState
          isPart
          icon={ErrorOutline}
          title={t('result.failedTitle')}
          body={
            <>
              {sentence(plainRefusal(messageOf(error)))}
              <Box sx={{ mt: 0.5 }}>{t('result.failedHint')}</Box>
            </>
          }
        />
      </Card>
    );
  }
  const data = query.data ?? (error ? undefined : kept);
  const Frame = data === undefined ? Card : Fragment;
  return (
    <Frame>
      <AsyncBoundary query={{ ...query, data }} what={t('what')} skeleton={<CardSkeleton rows={8} />} isPart>
        {effect => (
          <Box
            aria-busy={query.data === undefined}
            sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
          >
            <EffectCard effect={effect} />
            {effect.run ? <RunCard run={effect.run} /> : <RolloutCard rollout={effect.rollout} />}
            <ActsBar placement={placement} />
          </Box>
        )}
      </AsyncBoundary>
    </Frame>
  );
};

/** Around what stands in the place of an answer. */
const Card = ({ children }: { children: ReactNode }) => (
  <Paper variant="outlined" sx={{ borderRadius: 2, minWidth: 0 }}>
    {children}
  </Paper>
);

/** Where it moves by runs, the stages of the newest run's strategy show what a run would do. */
function bodyOf(
  { moves, runs }: Placement,
  change: ReturnType<typeof useWhatIfUrl>['change'],
  show: 'changes' | 'all',
): Schemas['WhatIfRequest'] {
  const strategy = change.updateStrategy ?? (moves === 'runs' ? runs.at(0)?.strategy : undefined);
  return { ...change, ...(strategy && { updateStrategy: strategy }), ...(show === 'all' && { show }) };
}

/** `request/body/policy/placementType must be …` begins with the field. */
const plainRefusal = (message: string) => message.replace(/request\/body\//g, '').replace(/\//g, '.');

/** Another sentence follows. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
