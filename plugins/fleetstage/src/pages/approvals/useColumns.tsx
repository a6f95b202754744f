import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Tooltip from '@mui/material/Tooltip';
import { useMemo } from 'react';
import type { Column } from '../../components/VirtualTable';
import type { ApprovalItem, ApprovalShow } from '../../model/approvals/inbox';
import { approvalsTranslationRef } from '../../translation/approvals';
import { labelsTranslationRef } from '../../translation/labels';
import { CheckCounts, DecisionCell, GateCell, WaitingCell } from './cells';
import type { Ticks } from './useInbox';
import { useGateTitle } from './useGateTitle';

/** Columns of the inbox; a lock instead of the tick where somebody else decides. */
export function useColumns(show: ApprovalShow, ticks?: Ticks): readonly Column<ApprovalItem>[] {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const labels = useTranslationRef(labelsTranslationRef);
  return useMemo(() => {
    const gate: Column<ApprovalItem> = {
      id: 'gate',
      header: t('column.gate'),
      cell: item => <GateCell item={item} />,
    };
    if (show === 'decided') {
      return [
        gate,
        {
          id: 'decision',
          header: t('column.decision'),
          width: '38%',
          cell: item => <DecisionCell item={item} />,
        },
      ];
    }
    return [
      {
        id: 'tick',
        header: labels.t('approvals.tick'),
        isHeaderHidden: true,
        width: 56,
        cell: item => <TickCell item={item} ticks={ticks} />,
      },
      gate,
      {
        id: 'waiting',
        header: t('column.waiting'),
        width: 184,
        hideBelow: 'sm',
        cell: item => <WaitingCell item={item} />,
      },
      {
        id: 'checks',
        header: t('column.checks'),
        width: 144,
        hideBelow: 'sm',
        cell: item => <CheckCounts checks={item.checks} />,
      },
    ];
  }, [t, labels, show, ticks]);
}

const TickCell = ({ item, ticks }: { item: ApprovalItem; ticks?: Ticks }) => {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const title = useGateTitle();
  const permit = item.gate.mayApprove;
  if (ticks === undefined || permit?.isAllowed === false) {
    return (
      <Tooltip title={permit?.reason ?? ''}>
        <Box
          component="span"
          role="img"
          aria-label={t('locked')}
          sx={{ display: 'flex', p: '7px', ml: '-6px' }}
        >
          <Lock sx={{ fontSize: 18, color: 'text.secondary' }} aria-hidden />
        </Box>
      </Tooltip>
    );
  }
  return (
    <Checkbox
      size="small"
      checked={ticks.has(item)}
      onChange={() => ticks.toggle(item)}
      inputProps={{ 'aria-label': t('tick', { gate: title(item) }) }}
      sx={{ p: '6px', ml: '-6px' }}
    />
  );
};
