import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { usePlacement } from '../api/placementQueries';
import { Age } from '../components/Age';
import { AsyncBoundary } from '../components/AsyncBoundary';
import { PlacementChip } from '../components/chips';
import { ClampedText } from '../components/ClampedText';
import { FleetLink } from '../components/FleetLink';
import type { PlacementName } from '../model/catalog/annotations';
import type { Placement } from '../model/placement/now';
import { linkName } from '../model/placements/placementFilters';
import { saysItAll } from '../model/status/placement';
import { useLinks } from '../routing';
import { catalogTranslationRef } from '../translation/catalog';
import { LineSkeleton } from '../components/LineSkeleton';
import { CurrentRun } from './CurrentRun';

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

/** What is wrong, for how long, and the run that moves it. */
const Lines = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const links = useLinks();
  const {
    state,
    trouble,
    conditions,
    runIs,
    message,
    since,
    available,
    picked,
    run: current,
    runs,
  } = placement;
  const run = runs.find(({ name }) => name === current);
  const isWell = saysItAll(state, conditions);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: '4px 8px', flexWrap: 'wrap', alignItems: 'center' }}>
        <FleetLink
          to={links.placement(linkName(placement))}
          sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
        >
          {placement.name}
        </FleetLink>
        <PlacementChip {...{ state, trouble, conditions, runIs }} size="small" />
        {since && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('since', { age: <Age at={since} /> })}
          </Box>
        )}
        <Box sx={{ ml: 'auto' }}>{t('available', { available, picked })}</Box>
      </Box>
      {message && !isWell && !run && (
        <Box sx={{ mt: 0.5, color: 'text.secondary' }}>
          <ClampedText text={message} />
        </Box>
      )}
      {run && (
        <Box sx={{ mt: 1 }}>
          <CurrentRun run={run} />
        </Box>
      )}
    </Box>
  );
};
