import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { ReactNode } from 'react';
import { useStageName } from '../../../components/useStageName';
import type { TimelineEvent } from '../../../model/run/events';
import { runTranslationRef } from '../../../translation/run';

const PLAIN = [
  'created',
  'initialized',
  'initializationFailed',
  'started',
  'stopped',
  'stopping',
  'resumed',
  'succeeded',
  'failed',
  'blocked',
  'retried',
  'endedOnHub',
  'gone',
] as const;
const OF_STAGE = [
  'stageStarted',
  'stageUpdated',
  'stageSucceeded',
  'approvalRequested',
  'approved',
  'rejected',
  'approvalRevoked',
  'waitElapsed',
] as const;
const OF_CLUSTER = ['clusterStarted', 'clusterSucceeded', 'clusterFailed', 'clusterReleased'] as const;

const among = <T extends string>(list: readonly T[], event: string): T | undefined =>
  list.find(one => one === event);

/** An event in words, its one cluster as given; one that this version does not know keeps its own name. */
export function useEventWords(): (event: TimelineEvent, cluster?: JSX.Element) => ReactNode {
  const { t } = useTranslationRef(runTranslationRef);
  const stageName = useStageName();
  return ({ event, stage = '', cluster, clusters }, clusterLink) => {
    const plain = among(PLAIN, event);
    if (plain) return t(`events.${plain}`);
    const ofStage = among(OF_STAGE, event);
    if (ofStage) return t(`events.${ofStage}`, { stage: stageName(stage) });
    const ofCluster = among(OF_CLUSTER, event);
    if (ofCluster && clusterLink) return t(`events.${ofCluster}`, { cluster: clusterLink });
    if (ofCluster)
      return t(`events.${ofCluster}`, {
        cluster: cluster ?? t('events.many', { count: clusters?.length ?? 0 }),
      });
    return event;
  };
}
