import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { useCauseWords } from '../clusters/useCauseWords';

type Side = Schemas['WhatIfSide'];

/** Every cluster of the fleet once by cause, today and then; nothing where both are the same. */
export const CauseLines = ({ today, then }: { today: Side; then: Side }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  if (JSON.stringify(today.causes) === JSON.stringify(then.causes)) return null;
  return (
    <Box
      component="dl"
      aria-label={t('result.causes')}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.5,
        m: 0,
        px: 2,
        py: 1.25,
        fontSize: 13,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Line name={t('result.causesToday')} side={today} />
      <Line name={t('result.causesThen')} side={then} />
    </Box>
  );
};

const Line = ({ name, side: { causes } }: { name: string; side: Side }) => {
  const { count } = useCauseWords();
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {causes.map(({ cause, clusters }) => count(cause, clusters)).join(', ')}
      </Box>
    </>
  );
};
