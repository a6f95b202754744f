import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Terminal from '@mui/icons-material/Terminal';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useCluster } from '../../api/placementQueries';
import { useOwnersSettled } from '../../api/useOwners';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { ClusterStateChip } from '../../components/ClusterStateChip';
import { CommandsDialog } from '../../components/CommandsDialog';
import { EmptyState } from '../../components/EmptyState';
import { FleetLink } from '../../components/FleetLink';
import { PageFrame } from '../../components/PageFrame';
import { PageSkeleton, SubtitleSkeleton } from '../../components/Skeletons';
import type { Cluster } from '../../model/clusters/now';
import { memberCommands } from '../../model/placement/commands';
import { useLinks, useParams, useUrlPatch, useUrlState } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { ClusterMenu } from './ClusterMenu';
import { ClusterNowCard } from './ClusterNowCard';
import { ClusterTabs } from './ClusterTabs';
import { ClusterTimeline } from './ClusterTimeline';
import { DrainActs } from './drain/DrainActs';
import { JoinTokenDialog } from './JoinTokenDialog';

/** One member of the fleet: `clusters/:name`. */
export const ClusterPage = () => {
  const { name = '' } = useParams();
  return <ClusterOf key={name} name={name} />;
};

const ClusterOf = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const links = useLinks();
  const query = useCluster(name);
  const areOwnersSettled = useOwnersSettled('placement', 'cluster');
  const data = areOwnersSettled ? query.data : undefined;
  return (
    <PageFrame
      title={name}
      breadcrumb={{ label: t('breadcrumb'), to: links.clusters() }}
      chip={data && <ClusterStateChip cluster={data.cluster} size="medium" />}
      subtitle={
        data
          ? t(`page.${subtitleOf(data.cluster)}`, { hub: data.hub.name })
          : query.error === null && <SubtitleSkeleton />
      }
      actions={
        data && (
          <>
            <Kubectl name={name} />
            <DrainActs cluster={data.cluster} />
            <ClusterMenu cluster={data.cluster} />
          </>
        )
      }
    >
      <AsyncBoundary
        query={query}
        what={t('whatOne')}
        skeleton={<PageSkeleton />}
        notFound={<Gone name={name} />}
        isHeld={!areOwnersSettled}
      >
        {({ cluster }) => (
          <Stack spacing={2}>
            <ClusterNowCard cluster={cluster} />
            <ClusterTabs cluster={cluster} />
          </Stack>
        )}
      </AsyncBoundary>
      {/* A failed answer draws what the boundary holds anew, and a token that is shown once would be lost. */}
      {data?.cluster.joinsByToken && <TokenDialog cluster={data.cluster} />}
    </PageFrame>
  );
};

/** A member is what has joined. */
const subtitleOf = ({ state }: Pick<Cluster, 'state'>) =>
  state === 'joining' ? 'subtitleJoining' : state === 'notJoined' ? 'subtitleNotJoined' : 'subtitle';

const TokenDialog = ({ cluster }: { cluster: Cluster }) => {
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  if (dialog !== 'join-token') return null;
  return <JoinTokenDialog cluster={cluster} onClose={() => patch({ dialog: undefined })} />;
};

const Kubectl = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const [dialog] = useUrlState('dialog');
  const patch = useUrlPatch();
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Terminal />}
        onClick={() => patch({ dialog: 'kubectl' }, { push: true })}
      >
        {t('page.kubectl')}
      </Button>
      {dialog === 'kubectl' && (
        <CommandsDialog
          title={t('page.kubectlTitle', { name })}
          commands={memberCommands(name)}
          onClose={() => patch({ dialog: undefined })}
        />
      )}
    </>
  );
};

const Gone = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const links = useLinks();
  return (
    <Stack spacing={2.5}>
      <EmptyState
        icon={SearchOff}
        title={t('page.goneTitle', { name })}
        body={t('page.goneBody')}
        actions={<FleetLink to={links.clusters()}>{t('page.toList')}</FleetLink>}
      />
      <ClusterTimeline name={name} isOnlyIfAny />
    </Stack>
  );
};
