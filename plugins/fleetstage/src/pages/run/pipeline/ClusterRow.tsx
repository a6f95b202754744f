import { useTranslationRef } from '@backstage/frontend-plugin-api';
import CallSplit from '@mui/icons-material/CallSplit';
import WifiOff from '@mui/icons-material/WifiOff';
import { StageRow, type RowStop } from '../../../components/pipeline/StageRow';
import { StatusIcon } from '../../../components/StatusChip';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { tookMs, type Run, type RunCluster, type Stage } from '../../../model/run/pipeline';
import { isTrouble, runClusterStatus } from '../../../model/status/runCluster';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';
import { useRunUrl } from '../useRunUrl';

interface ClusterRowProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly cluster: RunCluster;
  readonly stop: RowStop;
}

/** One cluster in a column: opens its drawer. Trouble and movement say their cause in a second line. */
export const ClusterRow = ({ run, stage, cluster, stop }: ClusterRowProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const { openCluster } = useRunUrl(run);
  const { icon, tone, label } = runClusterStatus(cluster.state);
  const hasCause =
    cluster.cause !== undefined &&
    (isTrouble(cluster.state) || cluster.state === 'updating' || cluster.state === 'waiting');
  return (
    <StageRow
      name={cluster.name}
      icon={icon}
      tone={tone}
      label={t(label)}
      marks={<Marks cluster={cluster} />}
      aside={<Aside stage={stage} cluster={cluster} />}
      cause={hasCause ? (cluster.cause ?? '') : ''}
      stop={stop}
      onOpen={() => openCluster(cluster.name)}
    />
  );
};

const Marks = ({ cluster }: { cluster: RunCluster }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <>
      {cluster.noRecentStatus && (
        <StatusIcon icon={WifiOff} tone="warning" size={16} label={t('stage.noRecentStatus')} />
      )}
      {cluster.isDrifted && (
        <StatusIcon icon={CallSplit} tone="warning" size={16} label={t('stage.drifted')} />
      )}
    </>
  );
};

/** At the right: how long it took, how long it is so, or its place in the order. */
const Aside = ({ stage, cluster }: Pick<ClusterRowProps, 'stage' | 'cluster'>) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { duration, age } = useTimeWords();
  const isMoving = cluster.endedAt === undefined && cluster.startedAt !== undefined;
  const now = useNow(isMoving ? 1000 : 60_000);
  const took = tookMs(cluster);
  const since = cluster.since ?? cluster.startedAt;
  const text =
    took !== undefined
      ? duration(took)
      : isMoving && since
        ? age(since, now)
        : cluster.orderValue !== undefined && stage.sortingLabel
          ? t('stage.order', { label: stage.sortingLabel, value: cluster.orderValue })
          : '';
  return <>{text}</>;
};
