import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Check from '@mui/icons-material/Check';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { ClampedText } from '../../../components/ClampedText';
import { StatusIcon } from '../../../components/StatusChip';
import { useRoving } from '../../../components/useRoving';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { byTrouble, type Run, type Stage } from '../../../model/run/pipeline';
import { isBegun } from '../../../model/status/run';
import { runTranslationRef } from '../../../translation/run';
import { ClusterRow } from './ClusterRow';
import { StageCells } from './StageCells';

/** More than this and a column shows cells in place of names. */
const MOST_ROWS = 40;
const FEW = 4;
const SOME = 8;

interface StageClustersProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly isCurrent: boolean;
}

/** The clusters of a column: trouble first, then what moves, then the plan's order. */
export const StageClusters = ({ run, stage, isCurrent }: StageClustersProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box sx={{ px: 1, py: 1, borderTop: 1, borderColor: 'divider', minWidth: 0, minHeight: { md: 120 } }}>
      {stage.total === 0 && (
        <Box sx={{ px: 1, fontSize: 13, color: 'text.secondary' }}>{t('stage.noClusters')}</Box>
      )}
      {stage.clusters.length > MOST_ROWS ? (
        <Box sx={{ px: 1, py: 0.5 }}>
          <StageCells run={run} stage={stage} />
        </Box>
      ) : (
        <Rows run={run} stage={stage} isCurrent={isCurrent} />
      )}
      <ProofLine stage={stage} />
    </Box>
  );
};

const Rows = ({ run, stage, isCurrent }: StageClustersProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const [isOpen, setOpen] = useState(false);
  const clusters = byTrouble(stage.clusters);
  const most = isCurrent ? SOME : FEW;
  // One more row costs no more than the button that hides it.
  const hidden = clusters.length > most + 1 ? clusters.length - most : 0;
  const shown = isOpen || hidden === 0 ? clusters : clusters.slice(0, most);
  const { list, onKeyDown, item } = useRoving<HTMLUListElement>({
    keys: shown.map(({ name }) => name),
    selector: ':scope > li > button',
    axis: 'vertical',
  });
  return (
    <>
      <Box component="ul" ref={list} onKeyDown={onKeyDown} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map(cluster => (
          <ClusterRow
            key={cluster.name}
            run={run}
            stage={stage}
            cluster={cluster}
            stop={item(cluster.name)}
          />
        ))}
      </Box>
      {hidden > 0 && (
        <Button
          size="small"
          startIcon={isOpen ? <ExpandLess /> : <ExpandMore />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ fontSize: 13, ml: 0.25 }}
        >
          {isOpen ? t('stage.showLess') : t('stage.showMore', { count: hidden })}
        </Button>
      )}
    </>
  );
};

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
