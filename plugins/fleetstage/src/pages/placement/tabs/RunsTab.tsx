import { useTranslationRef } from '@backstage/frontend-plugin-api';
import PlaylistPlay from '@mui/icons-material/PlaylistPlay';
import { useMemo } from 'react';
import { EmptyState } from '../../../components/EmptyState';
import { FleetLink } from '../../../components/FleetLink';
import { SectionCard } from '../../../components/SectionCard';
import { VirtualTable } from '../../../components/VirtualTable';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { useGo, useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { strategiesTranslationRef } from '../../../translation/strategies';
import { useRunColumns } from '../../runs/useRunColumns';

/** Runs of this placement, newest first. */
export const RunsTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const columns = useColumns();
  const links = useLinks();
  const go = useGo();
  const { runs, runsTotal, moves } = placement;
  if (runs.length === 0) {
    const body = t(moves === 'runs' ? 'runs.emptyRuns' : 'runs.emptyRolling');
    return <EmptyState icon={PlaylistPlay} title={t('runs.emptyTitle')} body={body} />;
  }
  return (
    <SectionCard
      title={t('tabs.runs')}
      count={runs.length < runsTotal ? t('runs.shown', { n: runs.length, total: runsTotal }) : runsTotal}
      action={<FleetLink to={links.runs({ placement: linkName(placement) })}>{t('runs.all')}</FleetLink>}
    >
      <VirtualTable
        caption={t('runs.caption')}
        rows={runs}
        columns={columns}
        getKey={({ uid }) => uid}
        rowHeight={48}
        onOpen={run => go(links.run(linkName(run)))}
      />
    </SectionCard>
  );
};

/** By which strategy, in place of the placement. */
function useColumns() {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const columns = useRunColumns();
  const links = useLinks();
  return useMemo(
    (): typeof columns =>
      columns.map(column =>
        column.id === 'placement'
          ? {
              ...column,
              id: 'strategy',
              header: t('column.name'),
              cell: ({ scope, strategy: name }) => (
                <FleetLink to={links.strategy(linkName({ scope, name }))}>{name}</FleetLink>
              ),
            }
          : column,
      ),
    [columns, links, t],
  );
}
