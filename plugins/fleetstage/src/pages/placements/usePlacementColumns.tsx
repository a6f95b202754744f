import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useOwnersByName, useRoomForOwners, type OwnersByName } from '../../api/useOwners';
import { Age } from '../../components/Age';
import { BelowSm } from '../../components/BelowSm';
import { CountBar } from '../../components/CountBar';
import { FleetLink } from '../../components/FleetLink';
import { NameLink } from '../../components/NameLink';
import { Owners } from '../../components/Owners';
import { SnapshotCell } from '../../components/SnapshotCell';
import { FewLines, TwoLines, useIsCompact } from '../../components/tableView';
import { TrackWords } from '../../components/TrackWords';
import type { Column } from '../../components/VirtualTable';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks, type Links } from '../../routing';
import { placementsTranslationRef } from '../../translation/placements';
import { RowMenu } from './RowMenu';

type Placement = Schemas['PlacementRow'];

const NO_ROWS: readonly Placement[] = [];

/** Columns of the list; the narrow ones keep name and state, and where the catalog knows no owners there is no column for them. */
export function usePlacementColumns(
  placements: readonly Placement[] = NO_ROWS,
): readonly Column<Placement>[] {
  const { t } = useTranslationRef(placementsTranslationRef);
  const owners = useOwnersByName('placement');
  const hasOwners = useRoomForOwners('placement');
  const hasNamespaces = placements.some(({ scope }) => scope !== '_');
  // Once for all rows: addresses are looked up in the whole app.
  const links = useLinks();
  return useMemo(
    () => [
      nameColumn(t('column.name'), { hasNamespaces, links }),
      {
        id: 'conditions',
        header: t('column.conditions'),
        hideBelow: 'sm',
        cell: one => <Words placement={one} hasTwoLines hasRoom />,
      },
      {
        id: 'policy',
        header: t('column.policy'),
        width: '13%',
        // Beside owners the conditions would be cut; the page of the placement shows the policy as well.
        hideBelow: hasOwners ? 'xl' : 'lg',
        canHide: true,
        cell: one => <PolicyCell policy={one.policy} />,
      },
      {
        id: 'clusters',
        header: t('column.clusters'),
        width: 80,
        hideBelow: 'sm',
        cell: one => <ClustersCell placement={one} />,
      },
      {
        id: 'snapshot',
        header: t('column.snapshot'),
        width: 128,
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
        cell: one => <MovesCell placement={one} links={links} />,
      },
      ...(hasOwners ? [ownerColumn(t('column.owner'), owners)] : []),
      ...lastColumns({ since: t('column.since'), acts: t('acts.column') }, links),
    ],
    [t, owners, hasOwners, hasNamespaces, links],
  );
}

const nameColumn = (header: string, shared: Omit<NameProps, 'placement'>): Column<Placement> => ({
  id: 'name',
  header,
  width: '15%',
  cell: one => <NameCell placement={one} {...shared} />,
});

const ownerColumn = (header: string, owners: OwnersByName): Column<Placement> => ({
  id: 'owner',
  header,
  width: 116,
  // Below, the conditions would be cut; the page and the filter show owners as well.
  hideBelow: 'wide',
  canHide: true,
  cell: one => <Owners owners={owners.get(linkName(one)) ?? []} />,
});

const lastColumns = (
  headers: { readonly since: string; readonly acts: string },
  links: Links,
): readonly Column<Placement>[] => [
  {
    id: 'since',
    header: headers.since,
    width: 104,
    hideBelow: 'sm',
    cell: one => <Age at={one.since ?? one.createdAt} />,
  },
  {
    id: 'acts',
    header: headers.acts,
    isHeaderHidden: true,
    width: 60,
    hideBelow: 'sm',
    cell: one => <RowMenu placement={one} links={links} />,
  },
];

interface NameProps {
  readonly placement: Placement;
  /** Somewhere in the list, so that it says of the others that they have none. */
  readonly hasNamespaces: boolean;
  readonly links: Links;
}

const NameCell = ({ placement, hasNamespaces, links }: NameProps) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const isCompact = useIsCompact();
  const { scope, name } = placement;
  const to = links.placement(linkName(placement));
  const home = isCompact ? scope : t('namespace', { namespace: scope });
  return (
    <>
      <TwoLines second={hasNamespaces && (scope === '_' ? t('clusterWide') : home)}>
        {isCompact ? (
          <NameLink to={to} name={name} />
        ) : (
          <FleetLink to={to} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {name}
          </FleetLink>
        )}
      </TwoLines>
      <BelowSm>
        <Words placement={placement} hasTwoLines hasRoom />
      </BelowSm>
    </>
  );
};

interface WordsProps {
  readonly placement: Placement;
  readonly hasTwoLines?: boolean;
  readonly hasRoom?: boolean;
}

const Words = ({ placement, ...look }: WordsProps) => {
  const { conditions, state, trouble, runIs, message } = placement;
  const words = { conditions, state, trouble, runIs, message };
  return <TrackWords {...words} counts={placement} {...look} />;
};

/** How many it has of those that it wants, and on how many of them it is available, or has failed. */
const ClustersCell = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const { picked, wanted, available, failed = 0 } = placement;
  const words = t(failed > 0 ? 'barFailed' : 'bar', { available, picked, failed });
  return (
    <>
      {t('of', { n: picked, total: wanted })}
      <Box role="img" aria-label={words} title={words} sx={{ display: 'flex', mt: 0.25 }}>
        <CountBar
          counts={{ updated: available, failing: failed }}
          total={Math.max(picked, wanted)}
          height={4}
        />
      </Box>
    </>
  );
};

const PolicyCell = ({ policy }: { policy: string }) => (
  <Box sx={{ color: 'text.secondary' }}>
    <FewLines title={policy} lines={4}>
      {policy}
    </FewLines>
  </Box>
);

const MovesCell = ({ placement: { scope, moves, run }, links }: Pick<NameProps, 'placement' | 'links'>) => {
  const { t } = useTranslationRef(placementsTranslationRef);
  const isCompact = useIsCompact();
  if (run !== undefined)
    return isCompact ? (
      <NameLink to={links.run(linkName({ scope, name: run }))} name={run} sx={{ fontWeight: 400 }} />
    ) : (
      <FleetLink to={links.run(linkName({ scope, name: run }))}>{run}</FleetLink>
    );
  return <>{t(`moves.${moves}`)}</>;
};
