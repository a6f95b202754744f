import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { unlessGone } from '../../api/errors';
import { useVersionRollout } from '../../api/versionRolloutQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { PageFrame } from '../../components/PageFrame';
import { SubtitleSkeleton } from '../../components/Skeletons';
import { VersionRolloutChip } from '../../components/versionChips';
import { useLinks, useParams } from '../../routing';
import { versionRolloutTranslationRef } from '../../translation/versionRollout';
import { RunSkeleton } from '../run/RunSkeleton';
import { ClusterDrawer } from './ClusterDrawer';
import { MaintenanceNote } from './MaintenanceNote';
import { RolloutActions } from './RolloutActions';
import { RolloutDialogs } from './RolloutDialogs';
import { RolloutGone } from './RolloutGone';
import { RolloutNow } from './RolloutNow';
import { RolloutProgress } from './RolloutProgress';
import type { RolloutProps } from './rolloutProps';
import { RolloutSubtitle } from './RolloutSubtitle';
import { RolloutTabs } from './RolloutTabs';

/** One version on its way through the stages: `sequences/rollouts/:name`. */
export const VersionRolloutPage = () => {
  const { name = '' } = useParams();
  return <RolloutOf key={name} name={name} />;
};

const RolloutOf = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const links = useLinks();
  const query = useVersionRollout(name);
  const rollout = unlessGone(query.data?.rollout, query.error);
  const crumbs = [
    { label: t('breadcrumb'), to: links.sequences() },
    ...(rollout ? [{ label: rollout.sequence, to: links.sequence(rollout.sequence) }] : []),
  ];
  return (
    <PageFrame
      title={name}
      hub={query.data?.hub}
      breadcrumb={crumbs}
      chip={rollout && <VersionRolloutChip rollout={rollout} />}
      subtitle={
        rollout ? (
          <RolloutSubtitle rollout={rollout} />
        ) : (
          query.error === null && <SubtitleSkeleton lines={2} />
        )
      }
      actions={rollout && <RolloutActions rollout={rollout} />}
    >
      <AsyncBoundary
        query={query}
        what={t('what')}
        skeleton={<RunSkeleton />}
        notFound={<RolloutGone name={name} />}
      >
        {data => <Content rollout={data.rollout} />}
      </AsyncBoundary>
    </PageFrame>
  );
};

const Content = ({ rollout }: RolloutProps) => (
  <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
    <MaintenanceNote rollout={rollout} />
    <RolloutNow rollout={rollout} />
    <RolloutProgress rollout={rollout} />
    <RolloutTabs rollout={rollout} />
    <ClusterDrawer rollout={rollout} />
    <RolloutDialogs rollout={rollout} />
  </Box>
);
