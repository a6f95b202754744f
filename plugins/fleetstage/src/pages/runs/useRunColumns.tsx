import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useOwnersByName, type OwnersByName } from '../../api/useOwners';
import { Age } from '../../components/Age';
import { RunChip } from '../../components/chips';
import { doneOf } from '../../components/CountBar';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { MiddleCut } from '../../components/MiddleCut';
import { Owners } from '../../components/Owners';
import { Person } from '../../components/Person';
import { StageBars } from '../../components/StageBars';
import { FewLines, TwoLines, useIsCompact } from '../../components/tableView';
import type { Column } from '../../components/VirtualTable';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { runsTranslationRef } from '../../translation/runs';

type Run = Schemas['RunSummary'];

const NO_ROWS: readonly Run[] = [];

/** Columns of the list; the narrow ones keep name, state and progress, and without owners there is no column for them. */
export function useRunColumns(runs: readonly Run[] = NO_ROWS): readonly Column<Run>[] {
  const { t } = useTranslationRef(runsTranslationRef);
  const owners = useOwnersByName('placement');
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const hasOwners = runs.some(run => owners.has(placementOf(run)));
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        // Beside its state the name takes the rest.
        width: isSmall ? undefined : '14%',
        cell: run => <NameCell run={run} />,
      },
      { id: 'state', header: t('column.state'), width: 172, cell: run => <StateCell run={run} /> },
      stagesColumn(t('column.stages')),
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
      ...(hasOwners ? [ownerColumn(t('column.owner'), owners)] : []),
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
    [t, owners, hasOwners, isSmall],
  );
}

const stagesColumn = (header: string): Column<Run> => ({
  id: 'stages',
  header,
  width: '19%',
  hideBelow: 'md',
  canHide: true,
  cell: run => <StageBars stages={run.stages} />,
});

/** The placement that a run moves is of the run's own scope. */
const placementOf = ({ scope, placement }: Run) => linkName({ scope, name: placement });

/** Of the placement. Beside what holds a run and who started it there is room on wide screens only. */
const ownerColumn = (header: string, owners: OwnersByName): Column<Run> => ({
  id: 'owner',
  header,
  width: 128,
  hideBelow: 'xl',
  canHide: true,
  cell: run => <Owners owners={owners.get(placementOf(run)) ?? []} />,
});

const MUTED = { fontSize: 12, lineHeight: '16px', color: 'text.secondary' } as const;

/** What is cut in its middle has to know how much room there is. */
const ONE_NAME = { display: 'inline-flex', maxWidth: '100%' };

const NameCell = ({ run }: { run: Run }) => {
  const links = useLinks();
  const isCompact = useIsCompact();
  const { name } = run;
  return (
    <FleetLink
      to={links.run(linkName(run))}
      sx={{ fontWeight: 500, overflowWrap: 'anywhere', ...(isCompact && ONE_NAME) }}
    >
      {isCompact ? <MiddleCut text={name} /> : name}
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

const PlacementCell = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const links = useLinks();
  const isCompact = useIsCompact();
  const { snapshot: index } = run;
  return (
    <TwoLines second={index !== undefined && (isCompact ? index : t('snapshot', { index }))}>
      <FleetLink to={links.placement(placementOf(run))}>{run.placement}</FleetLink>
    </TwoLines>
  );
};

/** What holds it, and since when. */
const WaitsForCell = ({ run: { waitsFor } }: { run: Run }) => {
  if (waitsFor === undefined) return null;
  const { message, since } = waitsFor;
  return (
    <TwoLines second={since && <Age at={since} />}>
      <FewLines title={message}>
        <MessageText text={message} />
      </FewLines>
    </TwoLines>
  );
};

/** When it ended, started, or was created. */
const SinceCell = ({ run: { endedAt, startedAt, createdAt } }: { run: Run }) => (
  <Age at={endedAt ?? startedAt ?? createdAt} />
);
