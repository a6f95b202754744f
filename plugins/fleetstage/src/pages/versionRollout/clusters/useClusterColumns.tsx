import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useMemo } from 'react';
import { Age, Clock } from '../../../components/Age';
import { BelowSm } from '../../../components/BelowSm';
import { MiddleEllipsis } from '../../../components/MiddleEllipsis';
import { FewLines, TwoLines } from '../../../components/tableView';
import { useReasonWords } from '../../../components/useReasonWords';
import { UpgradeChip } from '../../../components/versionChips';
import type { Column } from '../../../components/VirtualTable';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import type { Rollout, RolloutCluster } from '../rolloutProps';
import { ClusterActs } from './ClusterActs';

/** The columns of the clusters of a rollout. */
export function useClusterColumns(rollout: Rollout): readonly Column<RolloutCluster>[] {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('table.column.name'),
        width: '20%',
        cell: one => <NameCell cluster={one} />,
      },
      {
        id: 'stage',
        header: t('table.column.stage'),
        width: 140,
        hideBelow: 'md',
        cell: ({ stage, fleet }) => <TwoLines second={fleet !== stage && fleet}>{stage}</TwoLines>,
      },
      {
        id: 'versions',
        header: t('table.column.versions'),
        width: 172,
        hideBelow: 'lg',
        cell: ({ controlPlane = '', nodes = '' }) => <TwoLines second={nodes}>{controlPlane}</TwoLines>,
      },
      {
        id: 'state',
        header: t('table.column.state'),
        width: 128,
        cell: ({ state, reason }) => <UpgradeChip state={state} reason={reason} size="small" />,
      },
      {
        id: 'why',
        header: t('table.column.why'),
        hideBelow: 'sm',
        cell: one => <WhyCell cluster={one} />,
      },
      {
        id: 'window',
        header: t('table.column.window'),
        width: 104,
        hideBelow: 'lg',
        cell: ({ nextWindow }) => nextWindow && <Clock at={nextWindow} />,
      },
      {
        id: 'attempt',
        header: t('table.column.attempt'),
        width: 124,
        hideBelow: 'md',
        cell: one => <AttemptCell cluster={one} />,
      },
      {
        id: 'acts',
        header: t('table.column.acts'),
        isHeaderHidden: true,
        width: 52,
        align: 'right',
        cell: one => <ClusterActs rollout={rollout} cluster={one} />,
      },
    ],
    [t, rollout],
  );
}

const NameCell = ({ cluster }: { cluster: RolloutCluster }) => (
  <>
    <MiddleEllipsis text={cluster.name} />
    <BelowSm>
      <WhyCell cluster={cluster} />
    </BelowSm>
  </>
);

/** The reason in words, and the sentence of the engine with what a person can do. */
const WhyCell = ({ cluster: { reason, message } }: { cluster: RolloutCluster }) => {
  const words = useReasonWords();
  return (
    <TwoLines second={message !== '' && <FewLines title={message}>{message}</FewLines>}>
      {words(reason)}
    </TwoLines>
  );
};

const AttemptCell = ({ cluster }: { cluster: RolloutCluster }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { lastAttemptAt, attempts, nextAttemptAt } = cluster;
  if (lastAttemptAt === undefined) return null;
  const second =
    nextAttemptAt !== undefined
      ? t('table.nextTry', { time: <Clock at={nextAttemptAt} /> })
      : attempts !== undefined && t('table.attempts', { count: attempts });
  return (
    <TwoLines second={second}>
      <Age at={lastAttemptAt} isAgo />
    </TwoLines>
  );
};
