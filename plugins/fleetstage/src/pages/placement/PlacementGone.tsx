import { useTranslationRef } from '@backstage/frontend-plugin-api';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import { usePlacementTimeline, type PlacementKey } from '../../api/placementQueries';
import { usePages } from '../../api/useFleetQuery';
import { EmptyState } from '../../components/EmptyState';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { useLinks } from '../../routing';
import { placementTranslationRef } from '../../translation/placement';
import { PlacementEvents } from './tabs/PlacementEvents';

/** A link to a placement that is gone: its history is kept. */
export const PlacementGone = (placement: PlacementKey) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const events = usePages(usePlacementTimeline(placement).data)?.items ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <EmptyState
        icon={SearchOff}
        title={t('gone.title', { name: placement.name })}
        body={t('gone.body')}
        actions={<FleetLink to={links.placements()}>{t('gone.toList')}</FleetLink>}
      />
      {events.length > 0 && (
        <SectionCard title={t('tabs.timeline')}>
          <PlacementEvents events={events} />
        </SectionCard>
      )}
    </Box>
  );
};
