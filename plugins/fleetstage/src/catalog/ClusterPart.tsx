import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useCluster } from '../api/placementQueries';
import { useOwnersSettled } from '../api/useOwners';
import { AsyncBoundary } from '../components/AsyncBoundary';
import { EmptyState } from '../components/EmptyState';
import { FleetLink } from '../components/FleetLink';
import { LiveIndicator } from '../components/LiveIndicator/LiveIndicator';
import { CLUSTER_ANNOTATION } from '../model/catalog/annotations';
import { ClusterNowCard } from '../pages/cluster/ClusterNowCard';
import { ClusterOverview } from '../pages/cluster/ClusterOverview';
import { VersionsIfAny } from '../pages/cluster/versions/VersionsPart';
import { useLinks } from '../routing';
import { catalogTranslationRef } from '../translation/catalog';

/** The member cluster that the entity represents. */
export const ClusterPart = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const links = useLinks();
  const query = useCluster(name);
  const { data } = query;
  const areOwnersSettled = useOwnersSettled('placement');
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2, fontSize: 13 }}>
        <Box sx={{ color: 'text.secondary' }}>
          {data
            ? t('member', { name: <strong>{name}</strong>, hub: data.hub.name })
            : t('memberPlain', { name: <strong>{name}</strong> })}{' '}
          <FleetLink to={links.cluster(name)} underline="always">
            {t('open')}
          </FleetLink>
        </Box>
        <Box sx={{ ml: 'auto' }}>
          <LiveIndicator />
        </Box>
      </Box>
      <AsyncBoundary
        query={query}
        what={t('whatCluster')}
        notFound={<NotThere name={name} />}
        isHeld={!areOwnersSettled}
      >
        {({ cluster }) => (
          <Stack spacing={2.5}>
            <ClusterNowCard cluster={cluster} />
            <ClusterOverview cluster={cluster} />
            <VersionsIfAny name={name} />
          </Stack>
        )}
      </AsyncBoundary>
    </Box>
  );
};

const NotThere = ({ name }: { name: string }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  return (
    <EmptyState
      icon={SearchOff}
      title={t('missingClusterTitle', { name })}
      body={t('missingClusterBody', { annotation: CLUSTER_ANNOTATION })}
    />
  );
};
