import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import CheckCircleOutline from '@mui/icons-material/CheckCircleOutline';
import Box from '@mui/material/Box';
import { EmptyState } from '../../../components/EmptyState';
import { FilterChips } from '../../../components/FilterChips';
import { SectionCard } from '../../../components/SectionCard';
import { VirtualTable } from '../../../components/VirtualTable';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { CauseLines } from './CauseLines';
import { useEffectColumns } from './useEffectColumns';
import { useWhatIfUrl } from './useWhatIfUrl';

type WhatIf = Schemas['WhatIf'];

/** The numbers, and the clusters with a reason each. */
export const EffectCard = ({ effect }: { effect: WhatIf }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { show, setShow } = useWhatIfUrl();
  const { today, then, items, total, nothingChanges, counts } = effect;
  const columns = useEffectColumns();
  const { found, wanted } = then;
  const shown = show === 'all' ? items : items.filter(isTold);
  return (
    <SectionCard
      title={
        wanted === undefined ? t('result.foundAll', { count: found }) : t('result.found', { found, wanted })
      }
      count={
        today.wanted === undefined
          ? t('result.today', { found: today.found })
          : t('result.todayOf', { found: today.found, wanted: today.wanted })
      }
      action={
        <FilterChips
          label={t('result.show')}
          isSingle
          isChoice
          value={show}
          onChange={next => setShow(next === '' ? show : next)}
          options={[
            { value: 'changes', label: t('result.changes'), count: counts.gains + counts.loses },
            { value: 'all', label: t('result.all'), count: total },
          ]}
        />
      }
    >
      <Tiles counts={counts} />
      <CauseLines today={today} then={then} />
      {nothingChanges && shown.length === 0 ? (
        <EmptyState isPart icon={CheckCircleOutline} title={nothingChanges} />
      ) : (
        <VirtualTable
          caption={t('result.caption')}
          rows={shown}
          columns={columns}
          getKey={({ cluster }) => cluster}
          rowHeight={48}
        />
      )}
    </SectionCard>
  );
};

const isTold = ({ effect, fleet }: WhatIf['items'][number]) =>
  effect === 'gains' || effect === 'loses' || fleet !== undefined;

const TILES = ['stays', 'gains', 'loses', 'without'] as const;

const Tiles = ({ counts }: Pick<WhatIf, 'counts'>) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' },
        // The gaps are the lines between.
        gap: '1px',
        bgcolor: 'divider',
        m: 0,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {TILES.map(tile => (
        <Box
          key={tile}
          sx={{
            display: 'flex',
            flexDirection: 'column-reverse',
            bgcolor: 'background.paper',
            px: 2,
            py: 1.25,
          }}
        >
          <Box component="dt" sx={{ fontSize: 13, color: 'text.secondary' }}>
            {t(`result.${tile}`)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: 22, lineHeight: '30px' }}>
            {counts[tile].toLocaleString()}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
