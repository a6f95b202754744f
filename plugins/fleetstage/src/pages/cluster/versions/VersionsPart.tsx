import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useClusterVersions } from '../../../api/sequenceQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { CardSkeleton } from '../../../components/Skeletons';
import { clusterVersionsTranslationRef } from '../../../translation/clusterVersions';
import { MaintenanceCard } from './MaintenanceCard';
import { PoolsCard } from './PoolsCard';
import { RolloutsCard } from './RolloutsCard';
import { VersionsCard } from './VersionsCard';

type Versions = Schemas['ClusterVersions'];

/** The versions of a member, where they are to go, and what they wait for. */
export const VersionsPart = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  return (
    <AsyncBoundary query={useClusterVersions(name)} what={t('what')} skeleton={<CardSkeleton />} isPart>
      {({ versions }) => <Content versions={versions} />}
    </AsyncBoundary>
  );
};

/** In the catalog: nothing of a cluster that no sequence and no provider has; its own page says so. */
export const VersionsIfAny = ({ name }: { name: string }) => {
  const versions = useClusterVersions(name).data?.versions;
  if (versions === undefined || (versions.sequence === undefined && versions.known === 'NotManaged'))
    return null;
  return <Content versions={versions} />;
};

const Content = ({ versions }: { versions: Versions }) => {
  const { t } = useTranslationRef(clusterVersionsTranslationRef);
  const { known, message, nodePools } = versions;
  return (
    <Stack spacing={2.5}>
      {known !== 'Observed' && (
        <Alert severity={known === 'NotManaged' ? 'info' : 'warning'} variant="outlined">
          {t(`unknown.${known}`)} {message}
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <Stack spacing={2.5} sx={{ minWidth: 0 }}>
          <VersionsCard versions={versions} />
          <MaintenanceCard maintenance={versions.maintenance} />
        </Stack>
        <Stack spacing={2.5} sx={{ minWidth: 0 }}>
          <RolloutsCard rollouts={versions.rollouts} />
          {known !== 'NotManaged' && <PoolsCard pools={nodePools} />}
        </Stack>
      </Box>
    </Stack>
  );
};
