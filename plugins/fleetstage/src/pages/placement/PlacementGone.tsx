import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { usePlacementTimeline, type PlacementKey } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { FleetLink } from '../../components/FleetLink';
import { GoneState } from '../../components/GoneState';
import { SectionCard } from '../../components/SectionCard';
import { useLinks } from '../../routing';
import { placementTranslationRef } from '../../translation/placement';
import { PlacementEvents } from './tabs/PlacementEvents';

/** A link to a placement that is gone: its history is kept. */
export const PlacementGone = (placement: PlacementKey) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const { data, isError } = usePlacementTimeline(placement);
  const events = usePages(data)?.items ?? (isError ? [] : undefined);
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <GoneState
        kind="placement"
        name={placement.name}
        events={events}
        actions={<FleetLink to={links.placements()}>{t('toList')}</FleetLink>}
      />
      {events !== undefined && events.length > 0 && (
        <SectionCard title={t('tabs.timeline')}>
          <PlacementEvents events={events} />
        </SectionCard>
      )}
    </Box>
  );
};
