import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { memo, useDeferredValue } from 'react';
import { messageOf } from '../../api/errors';
import { SectionCard } from '../../components/SectionCard';
import { LineSkeleton } from '../../components/LineSkeleton';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import { EffectRows } from './EffectRows';
import type { EffectOnFleet } from './useEffectOnFleet';

type WhatIf = Schemas['WhatIf'];

interface PreviewCardProps {
  readonly effect: EffectOnFleet;
  readonly isYamlBroken: boolean;
  /** The hub would refuse it: what it would do is no answer to what is in the form. */
  readonly isRefused?: boolean;
}

/** Who would gain, lose and stay, with reasons; the scheduler's own decision. */
export const PreviewCard = ({ effect, isYamlBroken, isRefused = false }: PreviewCardProps) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { isReady, lacks, query, isOld } = effect;
  // A key that is pressed while a long answer is drawn comes first.
  const shown = useDeferredValue(query.data);
  const isAgain = isReady && !isYamlBroken && !isRefused && isOld && query.data !== undefined;
  return (
    <SectionCard
      title={t('preview.title')}
      action={<Quiet>{t(isAgain ? 'preview.again' : 'preview.note')}</Quiet>}
    >
      {isYamlBroken ? (
        <Say>{t('preview.broken')}</Say>
      ) : isRefused ? (
        <Say>{t('preview.refused')}</Say>
      ) : !isReady ? (
        <Say>{t(lacks === 'namespace' ? 'preview.noNamespace' : 'preview.noSelector')}</Say>
      ) : query.error ? (
        <Failed query={query} />
      ) : shown === undefined ? (
        <Box sx={{ p: 2 }} aria-busy>
          <LineSkeleton />
        </Box>
      ) : (
        <Box aria-busy={isOld} sx={isOld ? { filter: 'saturate(0.3)' } : undefined}>
          <Effect effect={shown} />
        </Box>
      )}
    </SectionCard>
  );
};

const Quiet = ({ children }: { children: string }) => <Box sx={{ color: 'text.secondary' }}>{children}</Box>;

const Say = ({ children }: { children: string }) => (
  <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>
);

const Failed = ({ query }: Pick<EffectOnFleet, 'query'>) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <Box sx={{ p: 2, fontSize: 13, overflowWrap: 'anywhere' }} role="alert">
      <Box sx={{ fontWeight: 500 }}>{t('preview.failed')}</Box>
      <Box sx={{ color: 'text.secondary' }}>{messageOf(query.error)}</Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        sx={{ mt: 1 }}
        onClick={() => void query.refetch()}
      >
        {t('preview.retry')}
      </Button>
    </Box>
  );
};

/** Drawn for each answer, not for each letter that is typed: it may have a thousand rows. */
const Effect = memo(({ effect }: { effect: WhatIf }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { today, then, counts, items, nothingChanges, rollout } = effect;
  const found =
    then.wanted === undefined
      ? t('preview.foundAll', { count: then.found })
      : t('preview.found', { found: then.found, wanted: then.wanted });
  return (
    <>
      <Box sx={{ px: 2, py: 1.5, display: 'flex', gap: 1.25, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <Box role="status" sx={{ fontSize: 16, fontWeight: 500 }}>
          {found}
        </Box>
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('preview.today', { found: today.found })}</Box>
      </Box>
      <Counts counts={counts} />
      {nothingChanges !== undefined && <Say>{nothingChanges}</Say>}
      <EffectRows rows={items.filter(one => one.effect === 'loses' || one.effect === 'gains')} />
      {(nothingChanges === undefined || rollout.kind !== 'none') && <RolloutLine rollout={rollout} />}
      {!then.isFulfilled && <Say>{then.message}</Say>}
    </>
  );
});

const Counts = ({ counts }: Pick<WhatIf, 'counts'>) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        px: 2,
        py: 1,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
        fontSize: 13,
      }}
    >
      {(['gains', 'loses', 'stays', 'without'] as const).map(effect => (
        <Box
          component="li"
          key={effect}
          sx={{ fontWeight: effect === 'loses' && counts[effect] > 0 ? 500 : 400 }}
        >
          {t(`preview.${effect}`, { count: counts[effect] })}
        </Box>
      ))}
    </Box>
  );
};

const RolloutLine = ({ rollout }: Pick<WhatIf, 'rollout'>) => {
  const isLoud = beginsAt(rollout) > 0;
  return (
    <Box
      sx={{
        px: 2,
        py: 1.5,
        fontSize: 13,
        lineHeight: '18px',
        ...(isLoud ? { fontWeight: 500 } : { color: 'text.secondary' }),
      }}
    >
      {rollout.message}
    </Box>
  );
};

/** Clusters that the rollout turns to at once. */
export const beginsAt = ({ begins, updates = [] }: WhatIf['rollout']) => begins.length + updates.length;
