import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { usePlacementChanges } from '../../../api/editorQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { placementTranslationRef } from '../../../translation/placement';
import { objectName } from '../../run/tabs/ChangeRow';
import { ObjectCard } from '../../run/tabs/ObjectCard';

interface SnapshotDiffProps {
  readonly placement: Placement;
  readonly from: string;
  readonly to: string;
}

/** Two snapshots object by object; of Secrets it shows only that values differ. */
export const SnapshotDiff = ({ placement, from, to }: SnapshotDiffProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const query = usePlacementChanges(placement, from, to);
  return (
    <Box component="section" aria-label={t('snapshots.diffTitle', { from, to })}>
      <Box component="h2" sx={{ fontSize: 16, lineHeight: '24px', fontWeight: 500, m: 0 }}>
        {t('snapshots.diffTitle', { from, to })}
      </Box>
      <AsyncBoundary query={query} what={t('snapshots.diffWhat')} skeleton={<CardSkeleton rows={5} />} isPart>
        {({ counts, objects }) => (
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
              {objects.length === 0 ? t('snapshots.diffNone') : t('snapshots.diffCounts', counts)}
            </Box>
            {objects.map(object => (
              <ObjectCard key={`${object.kind} ${objectName(object)}`} object={object} />
            ))}
          </Box>
        )}
      </AsyncBoundary>
    </Box>
  );
};
