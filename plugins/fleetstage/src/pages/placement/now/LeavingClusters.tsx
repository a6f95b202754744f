import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { FleetLink } from '../../../components/FleetLink';
import { memberStatus } from '../../../model/status/member';
import { useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { statusTranslationRef } from '../../../translation/status';

/** Names that are read; the others are counted. */
const NAMED = 3;

/** Clusters that have not let go, with their state where it holds them back. */
export const LeavingClusters = ({ clusters }: { clusters: readonly Schemas['LeavingCluster'][] }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const links = useLinks();
  const shown = clusters.slice(0, NAMED);
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2 }}>
      {shown.map(({ cluster, memberState, message }) => (
        <span key={cluster} title={message}>
          <FleetLink to={links.cluster(cluster)} underline="always">
            {cluster}
          </FleetLink>
          {memberState !== undefined && memberState !== 'healthy' && (
            <> ({status.t(memberStatus(memberState).label)})</>
          )}
        </span>
      ))}
      {clusters.length > shown.length && (
        <span>{t('state.more', { count: clusters.length - shown.length })}</span>
      )}
    </Box>
  );
};
