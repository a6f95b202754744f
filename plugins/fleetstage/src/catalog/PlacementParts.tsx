import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import { troubleOf } from '../api/errors';
import { useEachPlacement } from '../api/placementQueries';
import { useIsLate } from '../api/useIsLate';
import { Age } from '../components/Age';
import { AsyncBoundary, type BoundaryQuery } from '../components/AsyncBoundary';
import { PlacementChip } from '../components/chips';
import { ClampedText } from '../components/ClampedText';
import { ConditionTrack } from '../components/ConditionTrack';
import { EmptyState } from '../components/EmptyState';
import { FleetLink } from '../components/FleetLink';
import { SectionCard } from '../components/SectionCard';
import { CardSkeleton } from '../components/Skeletons';
import { SnapshotCell } from '../components/SnapshotCell';
import { PLACEMENT_ANNOTATION, type PlacementName } from '../model/catalog/annotations';
import type { Placement } from '../model/placement/now';
import { linkName } from '../model/placements/placementFilters';
import { saysItAll } from '../model/status/placement';
import { useLinks } from '../routing';
import { catalogTranslationRef } from '../translation/catalog';
import { placementTranslationRef } from '../translation/placement';
import { CurrentRun } from './CurrentRun';

/** The placements that the entity names, each with its run. */
export const PlacementParts = ({ placements }: { placements: readonly PlacementName[] }) => {
  const queries = useEachPlacement(placements);
  const [first] = queries;
  // Who may not see the fleet sees that once.
  const isForbidden = first?.data === undefined && troubleOf(first?.error) === 'forbidden';
  const isLate = useIsLate();
  // A part that loads first would push down the others.
  const isHeld = !isLate && queries.some(({ isPending }) => isPending);
  return (
    <>
      {(isForbidden ? placements.slice(0, 1) : placements).map((placement, index) => (
        <Part key={linkName(placement)} name={linkName(placement)} query={queries[index]} isHeld={isHeld} />
      ))}
    </>
  );
};

interface PartProps {
  readonly name: string;
  readonly query: BoundaryQuery<Schemas['PlacementDetail']>;
  readonly isHeld: boolean;
}

const Part = ({ name, query, isHeld }: PartProps) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const notFound = (
    <EmptyState
      icon={SearchOff}
      title={t('missingPlacementTitle', { name })}
      body={t('missingPlacementBody', { annotation: PLACEMENT_ANNOTATION })}
    />
  );
  return (
    <AsyncBoundary
      query={query}
      what={t('whatPlacement', { name })}
      skeleton={<CardSkeleton rows={3} />}
      notFound={notFound}
      isHeld={isHeld}
    >
      {data => <PlacementCard placement={data.placement} />}
    </AsyncBoundary>
  );
};

const PlacementCard = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const words = useTranslationRef(placementTranslationRef);
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
    policy,
    run: current,
    runs,
  } = placement;
  const run = runs.find(({ name }) => name === current);
  return (
    <SectionCard
      title={<FleetLink to={links.placement(linkName(placement))}>{placement.name}</FleetLink>}
      count={picked > 0 ? t('available', { available, picked }) : undefined}
      action={
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontSize: 13 }}>
          <PlacementChip {...{ state, trouble, conditions, runIs }} size="small" />
          {since && (
            <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              {t('since', { age: <Age at={since} /> })}
            </Box>
          )}
        </Box>
      }
      hasPadding
    >
      <Box sx={{ display: 'grid', gap: 1, fontSize: 13, lineHeight: '18px' }}>
        <Box sx={{ color: 'text.secondary' }}>{words.t('header.sentence', { text: policy })}</Box>
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <ConditionTrack conditions={conditions} trouble={trouble} />
          <Box>
            <SnapshotCell placement={placement} isAlone />
          </Box>
        </Box>
        {message && !saysItAll(state, conditions) && <ClampedText text={message} />}
      </Box>
      {run ? (
        <Box sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <CurrentRun run={run} hasStageNames />
        </Box>
      ) : (
        <Box sx={{ mt: 1.5, fontSize: 13, color: 'text.secondary' }}>{t('noRun')}</Box>
      )}
    </SectionCard>
  );
};
