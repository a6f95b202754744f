import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { Age } from '../../components/Age';
import { BelowSm } from '../../components/BelowSm';
import { FleetLink } from '../../components/FleetLink';
import { SnapshotCell } from '../../components/SnapshotCell';
import { TrackWords } from '../../components/TrackWords';
import type { Column } from '../../components/VirtualTable';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';

type Placement = Schemas['PlacementSummary'];

const MUTED = { fontSize: 12, lineHeight: '16px', color: 'text.secondary' } as const;

/** Columns of the list; the narrow ones keep name and state. */
export function usePlacementColumns(): readonly Column<Placement>[] {
  const { t } = useTranslationRef(placementsTranslationRef);
  return useMemo(
    () => [
      { id: 'name', header: t('column.name'), width: '15%', cell: one => <NameCell placement={one} /> },
      {
        id: 'conditions',
        header: t('column.conditions'),
        hideBelow: 'sm',
        cell: one => <Words placement={one} hasTwoLines />,
      },
      {
        id: 'policy',
        header: t('column.policy'),
        width: '18%',
        hideBelow: 'lg',
        canHide: true,
        cell: one => <PolicyCell policy={one.policy} />,
      },
      {
        id: 'clusters',
        header: t('column.clusters'),
        width: 84,
        hideBelow: 'sm',
        cell: ({ picked, wanted }) => t('of', { n: picked, total: wanted }),
      },
      {
        id: 'snapshot',
        header: t('column.snapshot'),
        width: 120,
        hideBelow: 'md',
        canHide: true,
        cell: one => <SnapshotCell placement={one} />,
      },
      {
        id: 'moves',
        header: t('column.moves'),
        width: 144,
        hideBelow: 'lg',
        canHide: true,
        cell: one => <MovesCell placement={one} />,
      },
      {
        id: 'since',
        header: t('column.since'),
        width: 112,
        hideBelow: 'sm',
        cell: ({ since, createdAt }) => <Age at={since ?? createdAt} />,
      },
    ],
    [t],
  );
}

const NameCell = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const links = useLinks();
  const { scope, name } = placement;
  return (
    <>
      <FleetLink to={links.placement(linkName(placement))} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {name}
      </FleetLink>
      {scope !== '_' && <Box sx={MUTED}>{t('namespace', { namespace: scope })}</Box>}
      <BelowSm>
        <Words placement={placement} />
      </BelowSm>
    </>
  );
};

const Words = ({ placement, hasTwoLines }: { placement: Placement; hasTwoLines?: boolean }) => {
  const { conditions, state, message } = placement;
  return (
    <TrackWords
      conditions={conditions}
      state={state}
      message={message}
      counts={placement}
      hasTwoLines={hasTwoLines}
    />
  );
};

/** The policy's sentence in two lines. */
const PolicyCell = ({ policy }: { policy: string }) => (
  <Box
    title={policy}
    sx={{
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      lineHeight: '16px',
      color: 'text.secondary',
    }}
  >
    {policy}
  </Box>
);

const MovesCell = ({ placement: { moves, run } }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const links = useLinks();
  if (run !== undefined) return <FleetLink to={links.run(run)}>{run}</FleetLink>;
  return <>{t(`moves.${moves}`)}</>;
};
