import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { ClusterGrid } from '../../../components/ClusterGrid';
import { MessageText } from '../../../components/MessageText';
import { UpgradeChip } from '../../../components/versionChips';
import type { RolloutCluster, RolloutStage } from '../../../model/versionRollout/pipeline';
import { toUpgrade, upgradeStatus } from '../../../model/status/versionRollout';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { Rollout } from '../rolloutProps';
import { useRolloutUrl } from '../useRolloutUrl';

interface RolloutCellsProps {
  readonly rollout: Rollout;
  readonly stage: RolloutStage;
  readonly clusters: readonly RolloutCluster[];
}

/** The clusters of a stage as cells; the clusters tab has the same in words. */
export const RolloutCells = ({ stage, clusters }: RolloutCellsProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  const { openCluster } = useRolloutUrl();
  const cells = useMemo(
    () =>
      clusters.map(({ name, state, reason }) => {
        const { cell, tone } = upgradeStatus(state, reason);
        return { name, shape: cell, tone };
      }),
    [clusters],
  );
  const describe = (index: number) => {
    const { name, state, reason, message } = clusters[index];
    return t('stage.cell', {
      name,
      position: index + 1,
      total: clusters.length,
      stage: stage.name,
      state: status.t(upgradeStatus(state, reason).label),
      why: message,
    });
  };
  return (
    <ClusterGrid
      cells={cells}
      label={t('stage.lane', {
        name: stage.name,
        done: stage.counts.succeeded,
        total: toUpgrade(stage.counts),
      })}
      describe={describe}
      onOpen={openCluster}
      card={index => <Card cluster={clusters[index]} />}
    />
  );
};

const Card = ({ cluster: { name, state, reason, message } }: { cluster: RolloutCluster }) => (
  <Box sx={{ display: 'grid', gap: 0.5 }}>
    <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Box>
    <Box>
      <UpgradeChip state={state} reason={reason} size="small" />
    </Box>
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <MessageText text={message} />
    </Box>
  </Box>
);
