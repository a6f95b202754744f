import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import AddIcon from '@mui/icons-material/Add';
import CheckIcon from '@mui/icons-material/Check';
import MinusIcon from '@mui/icons-material/Remove';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import Box from '@mui/material/Box';
import { BelowSm } from '../../../components/BelowSm';
import { MiddleEllipsis } from '../../../components/MiddleEllipsis';
import { StatusIcon } from '../../../components/StatusChip';
import type { Column } from '../../../components/VirtualTable';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { useCauseWords } from '../clusters/useCauseWords';

type Row = Schemas['WhatIfCluster'];

const LOOKS = {
  gains: { icon: AddIcon, tone: 'success' },
  loses: { icon: MinusIcon, tone: 'error' },
  stays: { icon: CheckIcon, tone: 'neutral' },
  without: { icon: RemoveCircleOutline, tone: 'neutral' },
} as const satisfies Record<Row['effect'], unknown>;

/** Cluster, today, then, why; narrow screens keep name and reason. */
export function useEffectColumns(): readonly Column<Row>[] {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const say = useVerdictWords();
  return [
    {
      id: 'cluster',
      header: t('result.column.cluster'),
      width: '26%',
      cell: row => (
        <>
          <NameCell row={row} />
          <BelowSm>{row.why}</BelowSm>
        </>
      ),
    },
    {
      id: 'today',
      header: t('result.column.today'),
      width: 148,
      hideBelow: 'sm',
      cell: row => (
        <Box sx={{ color: 'text.secondary' }}>
          {row.fleet === 'added' ? t('result.notThere') : say(row.today)}
        </Box>
      ),
    },
    {
      id: 'then',
      header: t('result.column.then'),
      width: 148,
      hideBelow: 'sm',
      cell: row => (row.fleet === 'removed' ? t('result.left') : say(row.then)),
    },
    {
      id: 'why',
      header: t('result.column.why'),
      hideBelow: 'sm',
      cell: ({ why }) => (
        <Box sx={{ color: 'text.secondary', py: 0.75, overflowWrap: 'anywhere' }}>{why}</Box>
      ),
    },
  ];
}

function useVerdictWords(): (verdict: Row['today']) => string {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { word } = useCauseWords();
  return verdict => {
    if (verdict === undefined) return '';
    const cause = word(verdict.cause);
    return verdict.isPicked && verdict.rank !== undefined
      ? t('result.rank', { cause, rank: verdict.rank })
      : cause;
  };
}

const NameCell = ({ row: { cluster, effect } }: { row: Row }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <StatusIcon {...LOOKS[effect]} label={t(`result.effect.${effect}`)} />
      <Box sx={{ fontWeight: 500, minWidth: 0, display: 'inline-flex' }}>
        <MiddleEllipsis text={cluster} />
      </Box>
    </Box>
  );
};
