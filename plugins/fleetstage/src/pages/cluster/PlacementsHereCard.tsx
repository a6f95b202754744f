import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Age } from '../../components/Age';
import { BelowSm } from '../../components/BelowSm';
import { EmptyState } from '../../components/EmptyState';
import { FilterChips } from '../../components/FilterChips';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { TrackWords } from '../../components/TrackWords';
import { VirtualTable, type Column } from '../../components/VirtualTable';
import { isWell, sortPlacements, type Cluster, type PlacementHere } from '../../model/clusters/now';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks, useUrlState } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';

/** What is placed on the cluster, trouble first. */
export const PlacementsHereCard = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const [show, setShow] = useUrlState('show');
  const columns = useColumns(cluster);
  const links = useLinks();
  const go = useGo();
  const { placementsHere: all } = cluster;
  const open = all.filter(one => !isWell(one));
  const rows = sortPlacements(show === 'notAvailable' ? open : all);
  const filter = (open.length > 0 || show !== '') && (
    <FilterChips
      label={t('here.filter')}
      options={[{ value: 'notAvailable', label: t('here.notAvailable'), count: open.length }]}
      value={show}
      onChange={setShow}
      isSingle
    />
  );
  return (
    <SectionCard
      title={t('here.title')}
      count={all.length > 0 && t('here.count', { n: all.length, available: all.length - open.length })}
      action={filter}
    >
      {rows.length === 0 ? (
        <EmptyState
          isPart
          title={t('here.emptyTitle')}
          body={t(all.length > 0 ? 'here.filteredBody' : 'here.emptyBody')}
        />
      ) : (
        <VirtualTable
          caption={t('here.caption')}
          rows={rows}
          columns={columns}
          getKey={linkName}
          rowHeight={44}
          onOpen={one => go(links.placement(linkName(one), { cluster: cluster.name }))}
        />
      )}
    </SectionCard>
  );
};

const Words = ({ placement: { conditions = [], state, message } }: { placement: PlacementHere }) => (
  <TrackWords conditions={conditions} state={state} message={message} hasTwoLines />
);

function useColumns({ name }: Cluster): readonly Column<PlacementHere>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  const links = useLinks();
  return [
    {
      id: 'placement',
      header: t('here.placement'),
      width: '30%',
      cell: one => (
        <>
          <FleetLink to={links.placement(linkName(one), { cluster: name })} sx={{ fontWeight: 500 }}>
            {one.name}
          </FleetLink>
          <BelowSm>
            <Words placement={one} />
          </BelowSm>
        </>
      ),
    },
    {
      id: 'conditions',
      header: t('here.conditions'),
      hideBelow: 'sm',
      cell: one => <Words placement={one} />,
    },
    {
      id: 'snapshot',
      header: t('here.snapshot'),
      width: 88,
      hideBelow: 'sm',
      cell: ({ snapshot }) => snapshot,
    },
    {
      id: 'since',
      header: t('here.since'),
      width: 104,
      hideBelow: 'sm',
      cell: ({ since }) => since && <Age at={since} />,
    },
    {
      id: 'verified',
      header: t('here.verified'),
      width: 104,
      hideBelow: 'md',
      cell: ({ verifiedAt }) => verifiedAt && <Age at={verifiedAt} isAgo />,
    },
  ];
}
