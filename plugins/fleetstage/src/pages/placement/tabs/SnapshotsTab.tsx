import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import History from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import { Age } from '../../../components/Age';
import { EmptyState } from '../../../components/EmptyState';
import { FleetLink } from '../../../components/FleetLink';
import { GoneNote } from '../../../components/GoneNote';
import { SectionCard } from '../../../components/SectionCard';
import { VirtualTable, type Column } from '../../../components/VirtualTable';
import { listNames } from '../../../model/listNames';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { useLinks } from '../../../routing';
import { endsTranslationRef } from '../../../translation/ends';
import { placementTranslationRef } from '../../../translation/placement';
import { SnapshotDiff } from './SnapshotDiff';
import { useComparison, type Comparison } from './useComparison';

type Snapshot = Schemas['SnapshotInfo'];

/** Every snapshot that is kept: why it was taken, where it runs, who brought it; two ticks compare two of them. */
export const SnapshotsTab = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { history } = placement;
  const picks = useComparison(history.map(({ index }) => index));
  const columns = [...useColumns(placement, picks), ...useRollBackColumn(placement)];
  if (history.length === 0) {
    return <EmptyState icon={History} title={t('snapshots.emptyTitle')} body={t('snapshots.emptyBody')} />;
  }
  const { ticked, gone, clear } = picks;
  const hint = ticked.length === 1 ? t('snapshots.hintOne', { index: ticked[0] }) : t('snapshots.hint');
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SectionCard
        title={t('tabs.snapshots')}
        count={history.length}
        action={
          ticked.length < 2 ? (
            history.length > 1 && <Muted>{hint}</Muted>
          ) : (
            <Button size="small" onClick={clear}>
              {t('snapshots.clear')}
            </Button>
          )
        }
      >
        {gone.length > 0 && (
          <GoneNote>{t('snapshots.gone', { count: gone.length, names: listNames(gone) })}</GoneNote>
        )}
        <VirtualTable
          caption={t('snapshots.caption')}
          rows={history}
          columns={columns}
          getKey={({ index }) => index}
          rowHeight={48}
        />
      </SectionCard>
      {ticked.length === 2 && <SnapshotDiff placement={placement} from={ticked[0]} to={ticked[1]} />}
    </Box>
  );
};

function useColumns({ scope, picked }: Placement, picks: Comparison): readonly Column<Snapshot>[] {
  const { t } = useTranslationRef(placementTranslationRef);
  return [
    {
      id: 'tick',
      header: t('snapshots.compare'),
      width: 80,
      cell: one => <TickCell snapshot={one} picks={picks} />,
    },
    {
      id: 'index',
      header: t('snapshots.column.index'),
      width: 120,
      cell: one => <IndexCell snapshot={one} />,
    },
    {
      id: 'when',
      header: t('snapshots.column.when'),
      width: 112,
      cell: ({ createdAt }) => <Age at={createdAt} isAgo />,
    },
    { id: 'change', header: t('snapshots.column.change'), cell: one => <ChangeCell snapshot={one} /> },
    {
      id: 'objects',
      header: t('snapshots.column.objects'),
      width: 88,
      hideBelow: 'md',
      cell: one => <ObjectsCell snapshot={one} />,
    },
    {
      id: 'where',
      header: t('snapshots.column.where'),
      width: 120,
      cell: ({ clusters }) =>
        clusters === 0 ? (
          <Muted>{t('snapshots.nowhere')}</Muted>
        ) : (
          t('snapshots.of', { n: clusters, total: picked })
        ),
    },
    {
      id: 'runs',
      header: t('snapshots.column.runs'),
      width: '24%',
      hideBelow: 'md',
      cell: one => <RunsCell scope={scope} snapshot={one} />,
    },
  ];
}

/** A run to this snapshot; its plan is shown before anything is written. Only runs move snapshots by hand. */
function useRollBackColumn({ scope, name, manifest }: Placement): readonly Column<Snapshot>[] {
  const { t } = useTranslationRef(endsTranslationRef);
  const links = useLinks();
  const { strategy } = (manifest.spec ?? {}) as { strategy?: { type?: string } };
  if (strategy?.type !== 'External') return [];
  return [
    {
      id: 'rollBack',
      header: t('rollBack.column'),
      width: 120,
      cell: ({ index, isLatest }) =>
        isLatest ? null : (
          <FleetLink
            to={links.runs({ dialog: 'create', for: linkName({ scope, name }), snapshot: index })}
            aria-label={t('rollBack.toThisOf', { index })}
          >
            {t('rollBack.toThis')}
          </FleetLink>
        ),
    },
  ];
}

/** A third tick takes the place of the older one. */
const TickCell = ({ snapshot: { index }, picks }: { snapshot: Snapshot; picks: Comparison }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  return (
    <Checkbox
      size="small"
      checked={picks.ticked.includes(index)}
      onChange={() => picks.toggle(index)}
      onKeyDown={event => event.key === 'Enter' && picks.toggle(index)}
      inputProps={{ 'aria-label': t('snapshots.tick', { index }) }}
      sx={{ p: 0.5, ml: -0.5 }}
    />
  );
};

const Muted = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);

const IndexCell = ({ snapshot: { index, isLatest } }: { snapshot: Snapshot }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
      <Box sx={{ fontWeight: 500 }}>{index}</Box>
      {isLatest && <Muted>{t('snapshots.latest')}</Muted>}
    </Box>
  );
};

/** How many objects changed, and the names of some. */
const ChangeCell = ({ snapshot: { changes, changed = [] } }: { snapshot: Snapshot }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (changes === undefined) return <Muted>{t('snapshots.first')}</Muted>;
  const kinds = (['changed', 'added', 'deleted'] as const).filter(kind => changes[kind] > 0);
  const total = kinds.reduce((sum, kind) => sum + changes[kind], 0);
  const names = listNames(changed);
  if (total === 0) return <Muted>{t('snapshots.same')}</Muted>;
  return (
    <>
      {listNames(kinds.map(kind => t(`snapshots.${kind}`, { n: changes[kind] })))}
      <Box
        sx={{
          fontSize: 12,
          lineHeight: '16px',
          color: 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
        title={names}
      >
        {changed.length < total ? t('snapshots.more', { names }) : names}
      </Box>
    </>
  );
};

/** How many, and in how many parts the hub keeps them where they are too many for one. */
const ObjectsCell = ({ snapshot: { objects, parts = [] } }: { snapshot: Snapshot }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  if (parts.length < 2) return <>{objects}</>;
  return (
    <Box title={t('snapshots.partsTitle', { names: listNames(parts) })}>
      {objects}
      <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>
        {t('snapshots.parts', { count: parts.length })}
      </Box>
    </Box>
  );
};

const RunsCell = ({ scope, snapshot: { runs = [] } }: { scope: string; snapshot: Snapshot }) => {
  const links = useLinks();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
      {runs.map(run => (
        <FleetLink key={run} to={links.run(linkName({ scope, name: run }))}>
          {run}
        </FleetLink>
      ))}
    </Box>
  );
};
