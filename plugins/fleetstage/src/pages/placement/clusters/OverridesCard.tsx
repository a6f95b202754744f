import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { FleetLink } from '../../../components/FleetLink';
import { keyOf } from '../../../model/overrides/overrideList';
import { useLinks } from '../../../routing';
import { overridesTranslationRef } from '../../../translation/overrides';
import { DetailCard } from './DetailCard';

/** The overrides of the revision that is assigned to the cluster, in the order in which they apply, and which of their rules. */
export const OverridesCard = ({ row: { overrides = [] } }: { row: Schemas['PlacementCluster'] }) => {
  const { t } = useTranslationRef(overridesTranslationRef);
  const links = useLinks();
  if (overrides.length === 0) return null;
  return (
    <DetailCard title={t('onCluster.title')}>
      <Box component="ol" sx={{ m: 0, pl: 2.5 }}>
        {overrides.map(one => (
          <li key={one.snapshot}>
            <FleetLink to={links.override(keyOf(one))} underline="always">
              {keyOf(one)}
            </FleetLink>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {', '}
              {t('onCluster.rules', {
                count: one.rules.length,
                rules: one.rules.map(position => String(position + 1)).join(', '),
              })}
              {', '}
              {one.snapshot}
            </Box>
          </li>
        ))}
      </Box>
    </DetailCard>
  );
};
