import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { SectionCard } from '../../../components/SectionCard';
import { placementTranslationRef } from '../../../translation/placement';
import { objectName } from '../../run/tabs/ChangeRow';

type Excluded = Schemas['ExcludedResource'];

/** What selectors match and no cluster gets, each reason once with its objects. */
export const ExcludedCard = ({ excluded, total }: { excluded: readonly Excluded[]; total: number }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (total === 0) return null;
  const reasons = [...new Set(excluded.map(({ message }) => message))];
  return (
    <SectionCard
      title={t('resources.excluded')}
      count={excluded.length < total ? t('resources.excludedMore', { n: excluded.length, total }) : total}
    >
      {reasons.map(message => (
        <Box
          key={message}
          sx={{
            'px': 2,
            'py': 1,
            'fontSize': 13,
            'lineHeight': '20px',
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ fontWeight: 500 }}>{message}</Box>
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {excluded
              .filter(one => one.message === message)
              .map(one => `${one.kind} ${objectName(one)}`)
              .join(', ')}
          </Box>
        </Box>
      ))}
    </SectionCard>
  );
};
