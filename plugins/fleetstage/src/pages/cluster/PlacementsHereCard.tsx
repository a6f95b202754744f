import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { Age } from '../../components/Age';
import { BelowSm } from '../../components/BelowSm';
import { EmptyState } from '../../components/EmptyState';
import { FilterChips } from '../../components/FilterChips';
import { FleetLink } from '../../components/FleetLink';
import { OverridesMark } from '../../components/OverridesMark';
import { SectionCard } from '../../components/SectionCard';
import { TrackWords } from '../../components/TrackWords';
import { useOwnerColumn } from '../../components/useOwnerColumn';
import { VirtualTable, type Column } from '../../components/VirtualTable';
import { isSilent, isWell, sortPlacements, type Cluster, type PlacementHere } from '../../model/clusters/now';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useLinks, useUrlState } from '../../routing';
import { clustersTranslationRef } from '../../translation/clusters';
import { workloadsTranslationRef } from '../../translation/workloads';

/** What is placed on the cluster, trouble first. */
export const PlacementsHereCard = ({ cluster }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(clustersTranslationRef);
  const [show, setShow] = useUrlState('show');
  const columns = useColumns(cluster);
  const links = useLinks();
  const go = useGo();
  const { placementsHere: all, placements: n, available, notAvailable } = cluster;
  const rows = sortPlacements(show === 'notAvailable' ? all.filter(one => !isWell(one)) : all);
  const filter = (notAvailable > 0 || show !== '') && (
    <FilterChips
      label={t('here.filter')}
      options={[{ value: 'notAvailable', label: t('here.notAvailable'), count: notAvailable }]}
      value={show}
      onChange={setShow}
      isSingle
    />
  );
  return (
    <SectionCard
      title={t('here.title')}
      count={n > 0 && t(isSilent(cluster) ? 'here.countKnown' : 'here.count', { n, available })}
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

const WorkloadsLink = ({
  placement,
  cluster,
  text,
}: {
  placement: PlacementHere;
  cluster: string;
  text: string;
}) => {
  const { t } = useTranslationRef(workloadsTranslationRef);
  const links = useLinks();
  return (
    <FleetLink
      to={links.placement(linkName(placement), { cluster, workloads: cluster })}
      aria-label={t('openOf', { placement: placement.name })}
    >
      {text}
    </FleetLink>
  );
};

const Words = ({ placement: { conditions = [], state, trouble, message } }: { placement: PlacementHere }) => (
  <TrackWords conditions={conditions} state={state} trouble={trouble} message={message} hasTwoLines hasRoom />
);

function useColumns({ name }: Cluster): readonly Column<PlacementHere>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  const workloads = useTranslationRef(workloadsTranslationRef);
  const links = useLinks();
  const owner = useOwnerColumn<PlacementHere>('placement', linkName, 'lg');
  return [
    {
      id: 'placement',
      header: t('here.placement'),
      width: '20%',
      cell: one => (
        <>
          <FleetLink
            to={links.placement(linkName(one), { cluster: name })}
            sx={{ display: 'inline-block', fontWeight: 500, lineHeight: '24px' }}
          >
            {one.name}
          </FleetLink>
          <OverridesMark overrides={one.overrides} />
          <BelowSm>
            <Words placement={one} />
            {one.since && (
              <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
                {t('here.for', { age: <Age at={one.since} /> })}
              </Box>
            )}
            <WorkloadsLink placement={one} cluster={name} text={workloads.t('open')} />
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
    ...owner,
    ...useTimeColumns(),
    {
      id: 'workloads',
      header: workloads.t('column'),
      width: 96,
      hideBelow: 'sm',
      cell: one => <WorkloadsLink placement={one} cluster={name} text={workloads.t('openShort')} />,
    },
  ];
}

/** Since when it is so, and when that was verified last. */
function useTimeColumns(): readonly Column<PlacementHere>[] {
  const { t } = useTranslationRef(clustersTranslationRef);
  return [
    {
      id: 'since',
      header: t('here.since'),
      width: 76,
      hideBelow: 'sm',
      cell: ({ since }) => since && <Age at={since} />,
    },
    {
      id: 'verified',
      header: t('here.verified'),
      width: 104,
      hideBelow: 'xl',
      cell: ({ verifiedAt }) => verifiedAt && <Age at={verifiedAt} isAgo />,
    },
  ];
}
