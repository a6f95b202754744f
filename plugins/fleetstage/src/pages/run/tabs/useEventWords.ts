import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { RunTimelineEvent } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { ReactNode } from 'react';
import { useStageName } from '../../../components/useStageName';
import type { TimelineEvent } from '../../../model/run/events';
import { endsTranslationRef } from '../../../translation/ends';
import { runTranslationRef } from '../../../translation/run';
import { timelineTranslationRef } from '../../../translation/timeline';

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
  'gateWaiting',
  'gateOpened',
] as const;
const OF_CLUSTER = [
  'clusterStarted',
  'clusterSucceeded',
  'clusterFailed',
  'clusterUnavailable',
  'clusterReleased',
] as const;

const among = <T extends string>(list: readonly T[], event: string): T | undefined =>
  list.find(one => one === event);

const OF_END = ['endAsked', 'ended', 'deletionAsked'] as const;
const OF_PEOPLE = [
  'runCreated',
  'startAsked',
  'stopAsked',
  'resumeAsked',
  'approvalGiven',
  'approvalWithdrawn',
  'waiting',
  'running',
  'stuck',
] as const;

type WithWords = (
  typeof PLAIN | typeof OF_STAGE | typeof OF_CLUSTER | typeof OF_END | typeof OF_PEOPLE
)[number];
/** Does not compile while an event has no sentence. */
export const eventsWithoutWords: Record<Exclude<RunTimelineEvent, WithWords>, never> = {};

/** An event in words, its one cluster as given; an event that this version does not know keeps its name. */
export function useEventWords(): (event: TimelineEvent, cluster?: JSX.Element) => ReactNode {
  const { t } = useTranslationRef(runTranslationRef);
  const { t: tTimeline } = useTranslationRef(timelineTranslationRef);
  const { t: tEnds } = useTranslationRef(endsTranslationRef);
  const stageName = useStageName();
  return ({ event, stage = '', cluster, clusters }, clusterLink) => {
    const plain = among(PLAIN, event);
    if (plain) return t(`events.${plain}`);
    const ofEnd = among(OF_END, event);
    if (ofEnd) return tEnds(`events.${ofEnd}`);
    const ofStage = among(OF_STAGE, event);
    if (ofStage) return t(`events.${ofStage}`, { stage: stageName(stage) });
    const ofCluster = among(OF_CLUSTER, event);
    if (ofCluster && clusterLink) return t(`events.${ofCluster}`, { cluster: clusterLink });
    const count = clusters?.length ?? 0;
    const many =
      stage === '' ? t('events.many', { count }) : t('events.manyIn', { count, stage: stageName(stage) });
    if (ofCluster) return t(`events.${ofCluster}`, { cluster: cluster ?? many });
    const ofPeople = among(OF_PEOPLE, event);
    return ofPeople ? tTimeline(`run.${ofPeople}`, { stage: stageName(stage) }) : event;
  };
}
