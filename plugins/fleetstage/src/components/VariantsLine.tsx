import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { usePreview } from '../api/previewQueries';
import { linkName } from '../model/placements/placementFilters';
import { useLinks } from '../routing';
import { previewTranslationRef } from '../translation/preview';
import { FleetLink } from './FleetLink';
import { useVariantTitle } from './useVariantTitle';

interface VariantsLineProps {
  /** `_` of a cluster-wide placement. */
  readonly scope: string;
  readonly placement: string;
  /** With what it has frozen; absent: what a new one would freeze. */
  readonly run?: string;
}

type Count = Schemas['PlacementPreview']['byOverrideCount'][number];

const MAX_SHOWN = 3;

/** `14 clusters without overrides, 4 clusters with 1 override`; nothing where no cluster has any, or nobody knows. */
export const VariantsLine = ({ scope, placement, run }: VariantsLineProps) => {
  const { t } = useTranslationRef(previewTranslationRef);
  const links = useLinks();
  const { data } = usePreview({ scope, name: placement }, { run });
  const counts = data?.byOverrideCount ?? [];
  if (!counts.some(({ overrides }) => overrides > 0)) return null;
  return (
    <Box sx={{ fontSize: 13, lineHeight: '20px', py: 1 }}>
      {counts.slice(0, MAX_SHOWN).map((count, at) => (
        <span key={count.overrides}>
          {at > 0 && ', '}
          <CountWords {...count} />
        </span>
      ))}
      {'. '}
      <FleetLink
        to={links.placement(linkName({ scope, name: placement }), { tab: 'preview', run })}
        underline="always"
      >
        {t('show')}
      </FleetLink>
    </Box>
  );
};

const CountWords = ({ clusters, overrides }: Count) => <>{useVariantTitle(clusters, overrides)}</>;
