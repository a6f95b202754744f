import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { usePreview } from '../../../api/previewQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { CardSkeleton } from '../../../components/Skeletons';
import type { Placement } from '../../../model/placement/now';
import { useUrlState } from '../../../routing';
import { previewTranslationRef } from '../../../translation/preview';
import { VariantCard } from './VariantCard';

/** What each cluster gets, equal ones as one variant, of the newest state or of a run. */
export const PreviewTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const [run] = useUrlState('run');
  const query = usePreview(placement, { run: run || undefined });
  return (
    <AsyncBoundary query={query} what={t('what')} skeleton={<CardSkeleton rows={5} />} isPart>
      {preview => (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Summary preview={preview} run={run} />
          {preview.variants.map(variant => (
            <VariantCard key={variant.clusters[0]} placement={placement} variant={variant} run={run} />
          ))}
          <Unlisted count={preview.variantCount - preview.variants.length} />
        </Box>
      )}
    </AsyncBoundary>
  );
};

const Unlisted = ({ count }: { count: number }) => {
  const { t } = useTranslationRef(previewTranslationRef);
  return count > 0 ? <Box sx={{ fontSize: 13, lineHeight: '20px' }}>{t('unlisted', { count })}</Box> : null;
};

const Summary = ({ preview, run }: { preview: Schemas['PlacementPreview']; run: string }) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const {
    clusterCount: clusters,
    variantCount: variants,
    sameCount: same,
    snapshot: index,
    problem,
  } = preview;
  const counts = variants === 1 ? t('all', { clusters }) : t('same', { same, clusters, variants });
  return (
    <>
      <Box sx={{ fontSize: 14, lineHeight: '20px' }}>
        {clusters === 0 ? t('none') : counts}{' '}
        {index !== undefined && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {run ? t('ofRun', { index, run }) : t('snapshot', { index })}
          </Box>
        )}
      </Box>
      {problem !== undefined && <Alert severity="warning">{problem}</Alert>}
    </>
  );
};
