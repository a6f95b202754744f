import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { ActsMenu } from '../../../components/ActsMenu';
import { clusterActs, type ClusterActName } from '../../../model/versionRollout/clusterActs';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import type { Rollout, RolloutCluster } from '../rolloutProps';
import { useRolloutUrl } from '../useRolloutUrl';

export const permitOf = ({ may }: Rollout, act: ClusterActName) =>
  act === 'retry' ? may.retry : may.skipCluster;

/** Skip, take in again, retry: in the row of the cluster. */
export const ClusterActs = ({ rollout, cluster }: { rollout: Rollout; cluster: RolloutCluster }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openFor } = useRolloutUrl();
  const acts = clusterActs(rollout, cluster);
  if (acts.length === 0) return null;
  return (
    <ActsMenu
      isSmall
      label={t('table.acts', { name: cluster.name })}
      acts={acts.map(act => ({
        label: t(`acts.${act}`),
        permit: permitOf(rollout, act),
        onDo: () => openFor(act, [cluster.name]),
      }))}
    />
  );
};
