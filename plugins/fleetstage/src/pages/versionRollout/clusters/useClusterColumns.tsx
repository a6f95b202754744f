import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useMemo, type ReactNode } from 'react';
import { Age, Clock } from '../../../components/Age';
import { BelowSm } from '../../../components/BelowSm';
import { MessageText } from '../../../components/MessageText';
import { MiddleEllipsis } from '../../../components/MiddleEllipsis';
import { FewLines, TwoLines } from '../../../components/tableView';
import { useReasonWords } from '../../../components/useReasonWords';
import { UpgradeChip } from '../../../components/versionChips';
import type { Column } from '../../../components/VirtualTable';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import type { Rollout, RolloutCluster } from '../rolloutProps';
import { ClusterActs } from './ClusterActs';

const SHAPES = {
  name: { width: '20%' },
  stage: { width: 140, hideBelow: 'md' },
  versions: { width: 172, hideBelow: 'lg' },
  state: { width: 128 },
  why: { hideBelow: 'sm' },
  window: { width: 104, hideBelow: 'lg' },
  attempt: { width: 124, hideBelow: 'md' },
  acts: { width: 52, align: 'right', isHeaderHidden: true },
} as const satisfies Record<string, Partial<Column<RolloutCluster>>>;

type Id = keyof typeof SHAPES;
const IDS = Object.keys(SHAPES) as Id[];

const CELLS: Record<Exclude<Id, 'acts'>, (cluster: RolloutCluster) => ReactNode> = {
  name: cluster => <NameCell cluster={cluster} />,
  stage: ({ stage, fleet }) => <TwoLines second={fleet !== stage && fleet}>{stage}</TwoLines>,
  versions: ({ controlPlane = '', nodes = '' }) => <TwoLines second={nodes}>{controlPlane}</TwoLines>,
  state: ({ state, reason }) => <UpgradeChip state={state} reason={reason} size="small" />,
  why: cluster => <WhyCell cluster={cluster} />,
  window: ({ nextWindow }) => nextWindow && <Clock at={nextWindow} />,
  attempt: cluster => <AttemptCell cluster={cluster} />,
};

/** The columns of the clusters of a rollout. */
export function useClusterColumns(rollout: Rollout): readonly Column<RolloutCluster>[] {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  return useMemo(
    () =>
      IDS.map(id => ({
        id,
        header: t(`table.column.${id}`),
        cell:
          id === 'acts'
            ? (cluster: RolloutCluster) => <ClusterActs rollout={rollout} cluster={cluster} />
            : CELLS[id],
        ...SHAPES[id],
      })),
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

/** Their reasons say it all. */
const PLAIN: ReadonlySet<string> = new Set(['Upgraded', 'WaitingForStage']);

/** The reason in words, and the sentence of the engine with what a person can do. */
const WhyCell = ({ cluster: { reason, message } }: { cluster: RolloutCluster }) => {
  const words = useReasonWords();
  const sentence = !PLAIN.has(reason) && message !== '' && (
    <FewLines title={message}>
      <MessageText text={message} />
    </FewLines>
  );
  return <TwoLines second={sentence}>{words(reason)}</TwoLines>;
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
