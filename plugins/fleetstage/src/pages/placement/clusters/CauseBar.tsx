import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { causeSegments } from '../../../model/placement/causes';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { CauseButton } from './CauseButton';
import { FoldedCauses } from './FoldedCauses';
import { usePlacementUrl } from '../usePlacementUrl';
import { useCauseWords } from './useCauseWords';

/** Every cluster of the fleet once, by cause; a segment is a filter, and never narrower than its words. */
export const CauseBar = ({ placement: { causes, decided, isDeleting } }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const segments = causeSegments(causes);
  if (decided.total === 0) return null;
  return (
    <Box sx={{ px: 2, pt: 2, pb: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Box
        role="group"
        aria-label={t('bar.label')}
        sx={{ display: 'flex', flexWrap: { xs: 'wrap', md: 'nowrap' }, gap: '2px' }}
      >
        {segments.map(segment =>
          segment.causes.length > 1 ? (
            <FoldedCauses key="folded" segment={segment} />
          ) : (
            <OneCause key={segment.causes[0].cause} cause={segment.causes[0]} />
          ),
        )}
      </Box>
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', mt: 0.75 }}>
        {t(isDeleting ? 'bar.leaving' : 'bar.hint', { count: decided.total })}
      </Box>
    </Box>
  );
};

const OneCause = ({ cause: { cause, clusters } }: { cause: Placement['causes'][number] }) => {
  const { count } = useCauseWords();
  const url = usePlacementUrl();
  const isOn = url.cause === cause;
  return (
    <CauseButton
      cause={cause}
      clusters={clusters}
      isOn={isOn}
      aria-pressed={isOn}
      onClick={() => url.setCause(cause)}
    >
      {count(cause, clusters)}
    </CauseButton>
  );
};
