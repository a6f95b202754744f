import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useMemo } from 'react';
import { useOwnersByName, useRoomForOwners, type OwnersByName } from '../../api/useOwners';
import { Age } from '../../components/Age';
import { RunChip } from '../../components/chips';
import { CutText } from '../../components/CutText';
import { FleetLink } from '../../components/FleetLink';
import { NameLink } from '../../components/NameLink';
import { Owners } from '../../components/Owners';
import { Person } from '../../components/Person';
import { RolloutAhead } from '../../components/RolloutAhead';
import { StageBars } from '../../components/StageBars';
import { TwoLines, useDensity, useIsCompact } from '../../components/tableView';
import type { Column } from '../../components/VirtualTable';
import { runAhead, upgradingRollout } from '../../model/blockers';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks, type Links } from '../../routing';
import { endsTranslationRef } from '../../translation/ends';
import { runsTranslationRef } from '../../translation/runs';
import { RowMenu } from './RowMenu';

type Run = Schemas['RunSummary'];

/** Columns of the list; the narrow ones keep name, state and progress, and where the catalog knows no owners there is no column for them. */
export function useRunColumns(): readonly Column<Run>[] {
  const { t } = useTranslationRef(runsTranslationRef);
  const owners = useOwnersByName('placement');
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const hasOwners = useRoomForOwners('placement');
  const [density] = useDensity();
  const isCompact = density === 'compact';
  // Once for all rows: addresses are looked up in the whole app.
  const links = useLinks();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        // Beside its state the name takes the rest.
        width: isSmall ? undefined : '14%',
        cell: run => <NameCell run={run} links={links} />,
      },
      { id: 'state', header: t('column.state'), width: 172, cell: run => <StateCell run={run} /> },
      stagesColumn(t('column.stages'), isCompact),
      {
        id: 'updated',
        header: t('column.updated'),
        width: 84,
        hideBelow: 'sm',
        cell: ({ tally, total }) => (total > 0 ? t('updated', { done: tally.done, total }) : null),
      },
      {
        id: 'waitsFor',
        header: t('column.waitsFor'),
        hideBelow: 'lg',
        canHide: true,
        cell: run => <WaitsForCell run={run} links={links} />,
      },
      {
        id: 'placement',
        header: t('column.placement'),
        width: 136,
        hideBelow: 'lg',
        canHide: true,
        cell: run => <PlacementCell run={run} links={links} />,
      },
      ...(hasOwners ? [ownerColumn(t('column.owner'), owners)] : []),
      startedByColumn(t('column.startedBy')),
      sinceColumn(t('column.since')),
      actsColumn(t('column.acts'), links),
    ],
    [t, owners, hasOwners, isSmall, isCompact, links],
  );
}

/** In one line what a run waits for takes the room of others. */
const stagesColumn = (header: string, isCompact: boolean): Column<Run> => ({
  id: 'stages',
  header,
  width: isCompact ? '10%' : '15%',
  hideBelow: 'md',
  canHide: true,
  cell: run => <StageBars stages={run.stages} />,
});

/** What holds a run needs the room more on a laptop. */
const startedByColumn = (header: string): Column<Run> => ({
  id: 'startedBy',
  header,
  width: 112,
  hideBelow: 'xl',
  canHide: true,
  cell: ({ startedBy }) => startedBy && <Person person={startedBy} />,
});

const sinceColumn = (header: string): Column<Run> => ({
  id: 'since',
  header,
  width: 96,
  hideBelow: 'sm',
  cell: run => <SinceCell run={run} />,
});

const actsColumn = (header: string, links: Links): Column<Run> => ({
  id: 'acts',
  header,
  isHeaderHidden: true,
  width: 52,
  hideBelow: 'sm',
  cell: run => <RowMenu run={run} links={links} />,
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

interface LinkedProps {
  readonly run: Run;
  readonly links: Links;
}

/** Runs of several namespaces may have one name. */
const NameCell = ({ run, links }: LinkedProps) => {
  const isCompact = useIsCompact();
  const name = linkName(run);
  const to = links.run(name);
  if (isCompact) return <NameLink to={to} name={name} />;
  return (
    <FleetLink to={to} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
      {name}
    </FleetLink>
  );
};

/** Small screens have no column for the progress, so it stands here. */
const StateCell = ({ run: { state, counts, tally, total, waitsFor } }: { run: Run }) => {
  const { t } = useTranslationRef(runsTranslationRef);
  return (
    <>
      <RunChip state={state} counts={counts} waitsFor={waitsFor} size="small" />
      {total > 0 && (
        <Box sx={{ ...MUTED, display: { xs: 'block', sm: 'none' }, mt: 0.25 }}>
          {t('progress', { done: tally.done, total })}
        </Box>
      )}
    </>
  );
};

const PlacementCell = ({ run, links }: LinkedProps) => {
  const { t } = useTranslationRef(runsTranslationRef);
  const isCompact = useIsCompact();
  const { snapshot: index } = run;
  return (
    <TwoLines second={index !== undefined && (isCompact ? index : t('snapshot', { index }))}>
      <FleetLink to={links.placement(placementOf(run))}>{run.placement}</FleetLink>
    </TwoLines>
  );
};

/** Characters in the column, and beside an age where rows are compact. */
const THREE_LINES = 72;
const COMPACT = 20;

/** What holds it, and since when; a run that does is linked. */
const WaitsForCell = ({ run: { scope, waitsFor }, links }: LinkedProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const isCompact = useIsCompact();
  if (waitsFor === undefined) return null;
  const { message, since } = waitsFor;
  // A second name leaves no room for the message on one line.
  const ahead = isCompact ? undefined : runAhead(waitsFor)?.run;
  const rollout = isCompact ? undefined : upgradingRollout(waitsFor);
  const second = (since || ahead || rollout) && (
    <>
      {since && <Age at={since} />}{' '}
      {ahead && (
        <FleetLink to={links.run(linkName({ scope, name: ahead }))}>
          {t('acts.open', { run: ahead })}
        </FleetLink>
      )}
      {rollout && <RolloutAhead blocker={waitsFor} />}
    </>
  );
  return (
    <TwoLines second={second} isFirstWide>
      <Box sx={{ lineHeight: '16px', overflow: 'hidden', textOverflow: 'ellipsis' }}>
        <CutText
          text={message}
          {...(isCompact ? { cutFrom: COMPACT, lines: 1 } : { cutFrom: THREE_LINES, lines: 3 })}
        />
      </Box>
    </TwoLines>
  );
};

/** When it ended, started, or was created. */
const SinceCell = ({ run: { endedAt, startedAt, createdAt } }: { run: Run }) => (
  <Age at={endedAt ?? startedAt ?? createdAt} />
);
