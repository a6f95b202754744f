import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import { usePages } from '../../api/useFleetQuery';
import { useVersionRolloutClusters } from '../../api/versionRolloutQueries';
import { Age, Clock } from '../../components/Age';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { EmptyState } from '../../components/EmptyState';
import { FactList } from '../../components/FactList';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { PermitButton } from '../../components/PermitButton';
import { SideDrawer } from '../../components/SideDrawer';
import { useReasonWords } from '../../components/useReasonWords';
import { UpgradeChip } from '../../components/versionChips';
import { clusterActs } from '../../model/versionRollout/clusterActs';
import { useLinks } from '../../routing';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import { permitOf } from './clusters/ClusterActs';
import type { Rollout, RolloutCluster, RolloutProps } from './rolloutProps';
import { TargetList } from './TargetList';
import { useRolloutUrl } from './useRolloutUrl';

/** One cluster of the rollout: where it is and why, its targets, skip and retry. */
export const ClusterDrawer = ({ rollout }: RolloutProps) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { cluster, closeCluster } = useRolloutUrl();
  return (
    <SideDrawer title={cluster} close={t('drawer.close')} onClose={closeCluster}>
      <Content rollout={rollout} name={cluster} />
    </SideDrawer>
  );
};

const Content = ({ rollout, name }: { rollout: Rollout; name: string }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  // Names that only contain it come along: it stands among them.
  const query = useVersionRolloutClusters(rollout.name, { q: name, limit: 500 });
  const data = usePages(query.data);
  return (
    <AsyncBoundary query={{ ...query, data }} what={t('drawer.what')} isPart>
      {({ items }) => {
        const cluster = items.find(one => one.name === name);
        return cluster === undefined ? (
          <EmptyState
            isPart
            icon={SearchOff}
            title={t('drawer.gone', { name })}
            body={t('drawer.goneBody')}
          />
        ) : (
          <Facts rollout={rollout} cluster={cluster} />
        );
      }}
    </AsyncBoundary>
  );
};

const Facts = ({ rollout, cluster }: { rollout: Rollout; cluster: RolloutCluster }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const links = useLinks();
  const reason = useReasonWords();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.5 }}>
          <UpgradeChip state={cluster.state} reason={cluster.reason} />
          <Box sx={{ fontWeight: 500 }}>{reason(cluster.reason)}</Box>
        </Box>
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <MessageText text={cluster.message} />
        </Box>
      </Box>
      <FactList facts={useFacts(cluster)} width={112} />
      <Acts rollout={rollout} cluster={cluster} />
      <TargetList cluster={cluster} />
      <FleetLink to={links.cluster(cluster.name, { tab: 'versions' })} underline="always">
        {t('drawer.open')}
      </FleetLink>
    </Box>
  );
};

function useFacts(cluster: RolloutCluster) {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { stage, fleet, controlPlane, nodes, since, until, nextWindow } = cluster;
  return [
    { label: t('drawer.stage'), value: stage },
    { label: t('drawer.fleet'), value: fleet },
    { label: t('drawer.controlPlane'), value: controlPlane },
    { label: t('drawer.nodes'), value: nodes },
    { label: t('drawer.since'), value: since && <Age at={since} /> },
    { label: t('drawer.until'), value: until && <Clock at={until} /> },
    { label: t('drawer.window'), value: nextWindow && <Clock at={nextWindow} /> },
  ].filter(({ value }) => value !== undefined);
}

const Acts = ({ rollout, cluster }: { rollout: Rollout; cluster: RolloutCluster }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const { openFor } = useRolloutUrl();
  const acts = clusterActs(rollout, cluster);
  if (acts.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      {acts.map((act, index) => (
        <PermitButton
          key={act}
          permit={permitOf(rollout, act)}
          variant={index === 0 ? 'contained' : 'outlined'}
          color={index === 0 ? 'primary' : 'inherit'}
          onClick={() => openFor(act, [cluster.name])}
        >
          {t(`acts.${act}`)}
        </PermitButton>
      ))}
    </Box>
  );
};
