import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { BlockersTable } from '../../../components/BlockersTable';
import { useRolloutWords } from '../../../components/versionChips';
import { countBlockedClusters, type Blocker } from '../../../model/blockers';
import { hasColumns } from '../../../model/versionRollout/pipeline';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import type { RolloutProps } from '../rolloutProps';
import { useRolloutUrl } from '../useRolloutUrl';
import { RolloutColumns } from './RolloutColumns';
import { RolloutLanes } from './RolloutLanes';
import { useAllClusters } from './useAllClusters';

/** Why it waits, and the stages with their clusters. */
export const PipelineTab = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const query = useAllClusters(rollout.name);
  const isFew = hasColumns(rollout);
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Blockers rollout={rollout} />
      <AsyncBoundary query={query} what={t('stage.clusters')} isPart>
        {({ items }) =>
          isFew ? (
            <RolloutColumns rollout={rollout} clusters={items} />
          ) : (
            <RolloutLanes rollout={rollout} clusters={items} />
          )
        }
      </AsyncBoundary>
    </Box>
  );
};

const Blockers = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { showClusters, openFor } = useRolloutUrl();
  const { name, blockers, may, isOver } = rollout;
  const words = useRolloutWords(rollout);
  if (blockers.length === 0) return null;
  const show = ({ stage, cause }: Blocker) => showClusters({ stage, reason: cause });
  return (
    <BlockersTable
      title={t('blockers')}
      blockers={blockers}
      clusters={countBlockedClusters(blockers)}
      placement=""
      reportTitle={`${name}: ${words}`}
      onShow={show}
      // Of many clusters the answer names the first ones: those are tried again, and the others by the table.
      onRetry={isOver ? undefined : ({ clusters }) => openFor('retry', clusters)}
      canRetry={isFailed}
      mayRetry={may.retry}
    />
  );
};

/** A retry counts for what failed (E/AC-005). */
const isFailed = ({ state }: Blocker) => state === 'failing';
