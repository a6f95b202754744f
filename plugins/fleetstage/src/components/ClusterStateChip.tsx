import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { memberStatus } from '../model/status/member';
import { clustersTranslationRef } from '../translation/clusters';
import { statusTranslationRef } from '../translation/status';
import { ClusterChip } from './chips';
import { useNow, useTimeWords } from './useTimeWords';

type Cluster = Pick<Schemas['ClusterSummary'], 'state' | 'since'>;

/** A member's state, with its age where it is not well. */
export const ClusterStateChip = ({
  cluster: { state, since },
  size = 'small',
}: {
  cluster: Cluster;
  size?: 'small' | 'medium';
}) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const word = status.t(memberStatus(state).label);
  const label =
    state === 'healthy' || since === undefined ? word : t('stateFor', { state: word, age: age(since, now) });
  return <ClusterChip state={state} size={size} label={label} />;
};
