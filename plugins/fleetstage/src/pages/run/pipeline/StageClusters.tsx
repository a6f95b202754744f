import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Check from '@mui/icons-material/Check';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import { ClampedText } from '../../../components/ClampedText';
import { StageBody, StageRows } from '../../../components/pipeline/StageRows';
import { StatusIcon } from '../../../components/StatusChip';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { byTrouble, type Run, type RunCluster, type Stage } from '../../../model/run/pipeline';
import { isBegun } from '../../../model/status/run';
import { runTranslationRef } from '../../../translation/run';
import { ClusterRow } from './ClusterRow';
import { StageCells } from './StageCells';

interface StageClustersProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly isCurrent: boolean;
}

/** The clusters of a column: trouble first, then what moves, then the plan's order. */
export const StageClusters = ({ run, stage, isCurrent }: StageClustersProps) => {
  return (
    <StageBody isEmpty={stage.total === 0}>
      <StageRows
        items={byTrouble(stage.clusters)}
        nameOf={nameOf}
        isCurrent={isCurrent}
        row={(cluster, stop) => (
          <ClusterRow key={cluster.name} run={run} stage={stage} cluster={cluster} stop={stop} />
        )}
        cells={<StageCells run={run} stage={stage} />}
      />
      <ProofLine stage={stage} />
    </StageBody>
  );
};

const nameOf = ({ name }: RunCluster) => name;

/** What a finished stage rests on now. */
const ProofLine = ({ stage: { proof, state } }: { stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  if (proof === undefined || !isBegun(state) || proof.total === 0) return null;
  const isWhole = proof.available === proof.total && proof.unbrokenSince !== undefined;
  const text = isWhole
    ? t('stage.proof', {
        count: proof.total,
        snapshot: proof.snapshot,
        age: age(proof.unbrokenSince ?? '', now),
      })
    : t('stage.proofBroken', { available: proof.available, total: proof.total, snapshot: proof.snapshot });
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        px: 1,
        py: 0.75,
        fontSize: 12,
        lineHeight: '16px',
        color: 'text.secondary',
      }}
    >
      <StatusIcon icon={isWhole ? Check : Warning} tone={isWhole ? 'success' : 'warning'} size={16} />
      <ClampedText text={text} />
    </Box>
  );
};
