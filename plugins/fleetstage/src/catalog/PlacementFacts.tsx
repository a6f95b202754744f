import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { usePlacement } from '../api/placementQueries';
import { AsyncBoundary } from '../components/AsyncBoundary';
import { PlacementChip } from '../components/chips';
import { FleetLink } from '../components/FleetLink';
import { StageBars } from '../components/StageBars';
import type { PlacementName } from '../model/catalog/annotations';
import type { Placement } from '../model/placement/now';
import { linkName } from '../model/placements/placementFilters';
import { useLinks } from '../routing';
import { catalogTranslationRef } from '../translation/catalog';
import { LineSkeleton } from '../components/LineSkeleton';

/** Each placement in a few lines, with its run. */
export const PlacementFacts = ({ placements }: { placements: readonly PlacementName[] }) => (
  <Box sx={{ display: 'grid', gap: 2, fontSize: 13, lineHeight: '18px' }}>
    {placements.map(placement => (
      <Facts key={linkName(placement)} {...placement} />
    ))}
  </Box>
);

const Facts = (key: PlacementName) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const query = usePlacement(key);
  const name = linkName(key);
  return (
    <AsyncBoundary
      query={query}
      what={t('whatPlacement', { name })}
      skeleton={<LineSkeleton />}
      notFound={t('missingPlacementTitle', { name })}
      isPart
    >
      {({ placement }) => <Lines placement={placement} />}
    </AsyncBoundary>
  );
};

const Lines = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const links = useLinks();
  const { state, conditions, available, picked, run: current, runs } = placement;
  const run = runs.find(({ name }) => name === current);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <FleetLink
          to={links.placement(linkName(placement))}
          sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
        >
          {placement.name}
        </FleetLink>
        <PlacementChip state={state} conditions={conditions} size="small" />
        <Box sx={{ ml: 'auto' }}>{t('available', { available, picked })}</Box>
      </Box>
      {run && (
        <Box sx={{ mt: 1 }}>
          <Box sx={{ mb: 0.5 }}>
            {t('run', {
              run: (
                <FleetLink underline="always" to={links.run(linkName(run))}>
                  {run.name}
                </FleetLink>
              ),
            })}
          </Box>
          <StageBars stages={run.stages} />
        </Box>
      )}
    </Box>
  );
};
