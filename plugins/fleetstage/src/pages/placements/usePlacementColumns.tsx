import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useOwnersByName, type OwnersByName } from '../../api/useOwners';
import { Age } from '../../components/Age';
import { BelowSm } from '../../components/BelowSm';
import { FleetLink } from '../../components/FleetLink';
import { MiddleCut } from '../../components/MiddleCut';
import { Owners } from '../../components/Owners';
import { SnapshotCell } from '../../components/SnapshotCell';
import { FewLines, TwoLines, useIsCompact } from '../../components/tableView';
import { TrackWords } from '../../components/TrackWords';
import type { Column } from '../../components/VirtualTable';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';
import { RowMenu } from './RowMenu';

type Placement = Schemas['PlacementRow'];

const NO_ROWS: readonly Placement[] = [];

/** Columns of the list; the narrow ones keep name and state, and without owners there is no column for them. */
export function usePlacementColumns(
  placements: readonly Placement[] = NO_ROWS,
): readonly Column<Placement>[] {
  const { t } = useTranslationRef(placementsTranslationRef);
  const owners = useOwnersByName('placement');
  const hasOwners = placements.some(one => owners.has(linkName(one)));
  const hasNamespaces = placements.some(({ scope }) => scope !== '_');
  return useMemo(
    () => [
      nameColumn(t('column.name'), hasNamespaces),
      {
        id: 'conditions',
        header: t('column.conditions'),
        hideBelow: 'sm',
        cell: one => <Words placement={one} hasTwoLines />,
      },
      {
        id: 'policy',
        header: t('column.policy'),
        width: '13%',
        hideBelow: 'lg',
        canHide: true,
        cell: one => <PolicyCell policy={one.policy} />,
      },
      {
        id: 'clusters',
        header: t('column.clusters'),
        width: 80,
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
        width: 132,
        hideBelow: 'lg',
        canHide: true,
        cell: one => <MovesCell placement={one} />,
      },
      ...(hasOwners ? [ownerColumn(t('column.owner'), owners)] : []),
      ...lastColumns(t('column.since'), t('acts.column')),
    ],
    [t, owners, hasOwners, hasNamespaces],
  );
}

const nameColumn = (header: string, hasNamespaces: boolean): Column<Placement> => ({
  id: 'name',
  header,
  width: '15%',
  cell: one => <NameCell placement={one} hasNamespaces={hasNamespaces} />,
});

const ownerColumn = (header: string, owners: OwnersByName): Column<Placement> => ({
  id: 'owner',
  header,
  width: 116,
  // Below, the conditions would be cut; the page and the filter tell owners as well.
  hideBelow: 'wide',
  canHide: true,
  cell: one => <Owners owners={owners.get(linkName(one)) ?? []} />,
});

const lastColumns = (since: string, acts: string): readonly Column<Placement>[] => [
  {
    id: 'since',
    header: since,
    width: 104,
    hideBelow: 'sm',
    cell: one => <Age at={one.since ?? one.createdAt} />,
  },
  {
    id: 'acts',
    header: acts,
    isHeaderHidden: true,
    width: 60,
    hideBelow: 'sm',
    cell: one => <RowMenu placement={one} />,
  },
];

/** What is cut in its middle has to know how much room there is. */
const ONE_NAME = { display: 'inline-flex', maxWidth: '100%' };

interface NameProps {
  readonly placement: Placement;
  /** Somewhere in the list, so that it says of the others that they have none. */
  readonly hasNamespaces: boolean;
}

const NameCell = ({ placement, hasNamespaces }: NameProps) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const links = useLinks();
  const isCompact = useIsCompact();
  const { scope, name } = placement;
  const home = isCompact ? scope : t('namespace', { namespace: scope });
  return (
    <>
      <TwoLines second={hasNamespaces && (scope === '_' ? t('clusterWide') : home)}>
        <FleetLink
          to={links.placement(linkName(placement))}
          sx={{ fontWeight: 500, overflowWrap: 'anywhere', ...(isCompact && ONE_NAME) }}
        >
          {isCompact ? <MiddleCut text={name} /> : name}
        </FleetLink>
      </TwoLines>
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

const PolicyCell = ({ policy }: { policy: string }) => (
  <Box sx={{ color: 'text.secondary' }}>
    <FewLines title={policy}>{policy}</FewLines>
  </Box>
);

const MovesCell = ({ placement: { moves, run } }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const links = useLinks();
  if (run !== undefined) return <FleetLink to={links.run(run)}>{run}</FleetLink>;
  return <>{t(`moves.${moves}`)}</>;
};
