import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { PlacementKey } from '../../api/placementQueries';
import { useKubernetesTabs } from '../../api/useKubernetesTabs';
import { RouterLink } from '../../routing';
import { workloadsTranslationRef } from '../../translation/workloads';

/** A placement belongs to few entities; of more the first ones are linked. */
const MOST = 3;

/** To Backstage's Kubernetes plugin, where it is installed and an entity that carries the placement has its tab. */
export const KubernetesLinks = ({ placement }: { placement: PlacementKey }) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const tabs = useKubernetesTabs(placement).slice(0, MOST);
  if (tabs.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: 13 }}>
      {tabs.map(({ entityRef, title, href }) => (
        <Link key={entityRef} component={RouterLink} to={href} title={entityRef}>
          {t('kubernetes', { entity: title })}
        </Link>
      ))}
    </Box>
  );
};
