import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { Age } from '../../components/Age';
import { RunChip } from '../../components/chips';
import { doneOf } from '../../components/CountBar';
import { FleetLink } from '../../components/FleetLink';
import { Person } from '../../components/Person';
import { StageBars } from '../../components/StageBars';
import type { Column } from '../../components/VirtualTable';
import { useLinks } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';

type Run = Schemas['RunSummary'];

/** Columns of the list; the narrow ones keep name, state and progress. */
export function useRunColumns(): readonly Column<Run>[] {
  const { t } = useTranslationRef(runsTranslationRef);
  return useMemo(
    () => [
      { id: 'name', header: t('column.name'), width: '14%', cell: run => <NameCell run={run} /> },
      { id: 'state', header: t('column.state'), width: 172, cell: run => <StateCell run={run} /> },
      {
        id: 'stages',
        header: t('column.stages'),
        width: '19%',
        hideBelow: 'md',
        canHide: true,
        cell: run => <StageBars stages={run.stages} />,
      },
      {
        id: 'updated',
        header: t('column.updated'),
        width: 84,
        hideBelow: 'sm',
        cell: ({ counts, total }) => (total > 0 ? t('updated', { done: doneOf(counts), total }) : null),
      },
      {
        id: 'waitsFor',
        header: t('column.waitsFor'),
        hideBelow: 'lg',
        canHide: true,
        cell: run => <WaitsForCell run={run} />,
      },
      {
        id: 'placement',
        header: t('column.placement'),
        width: 136,
        hideBelow: 'lg',
        canHide: true,
        cell: run => <PlacementCell run={run} />,
      },
      {
        id: 'startedBy',
        header: t('column.startedBy'),
        width: 112,
        hideBelow: 'lg',
        canHide: true,
        cell: ({ startedBy }) => startedBy && <Person person={startedBy} />,
      },
      {
        id: 'since',
        header: t('column.since'),
        width: 100,
        hideBelow: 'sm',
        cell: run => <SinceCell run={run} />,
      },
    ],
    [t],
  );
}

const MUTED = { fontSize: 12, lineHeight: '16px', color: 'text.secondary' } as const;

const NameCell = ({ run: { scope, name } }: { run: Run }) => {
  const links = useLinks();
  return (
    <FleetLink
      to={links.run(scope === '_' ? name : `${scope}/${name}`)}
      sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
    >
      {name}
    </FleetLink>
  );
};

/** Small screens have no column for the progress, so it stands here. */
const StateCell = ({ run: { state, counts, total, waitsFor } }: { run: Run }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  return (
    <>
      <RunChip state={state} counts={counts} until={waitsFor?.until} size="small" />
      {total > 0 && (
        <Box sx={{ ...MUTED, display: { xs: 'block', sm: 'none' }, mt: 0.25 }}>
          {t('progress', { done: doneOf(counts), total })}
        </Box>
      )}
    </>
  );
};

const PlacementCell = ({ run: { placement, snapshot } }: { run: Run }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const links = useLinks();
  return (
    <>
      <FleetLink to={links.placement(placement)}>{placement}</FleetLink>
      {snapshot !== undefined && <Box sx={MUTED}>{t('snapshot', { index: snapshot })}</Box>}
    </>
  );
};

/** What holds it, in two lines, and since when. */
const WaitsForCell = ({ run: { waitsFor } }: { run: Run }) => {
  if (waitsFor === undefined) return null;
  return (
    <>
      <Box
        title={waitsFor.message}
        sx={{
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
          overflow: 'hidden',
          lineHeight: '16px',
        }}
      >
        {waitsFor.message}
      </Box>
      {waitsFor.since && (
        <Box sx={MUTED}>
          <Age at={waitsFor.since} />
        </Box>
      )}
    </>
  );
};

/** When it ended, started, or was created. */
const SinceCell = ({ run: { endedAt, startedAt, createdAt } }: { run: Run }) => (
  <Age at={endedAt ?? startedAt ?? createdAt} />
);
