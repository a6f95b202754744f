import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { RunAhead } from '../../components/acts/BlockingRunActs';
import { EmptyState } from '../../components/EmptyState';
import { FleetLink } from '../../components/FleetLink';
import { MessageText } from '../../components/MessageText';
import { RolloutAhead } from '../../components/RolloutAhead';
import { RunChip } from '../../components/chips';
import { SectionCard } from '../../components/SectionCard';
import { StageBars } from '../../components/StageBars';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { runAhead } from '../../model/blockers';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { overviewTranslationRef } from '../../translation/overview';

type Run = Schemas['RunSummary'];

interface RunningCardProps {
  readonly runs: NonNullable<Schemas['Overview']['runs']>;
  /** The last row: what could not be read. */
  readonly note?: ReactNode;
}

/** Unfinished runs, trouble first. */
export const RunningCard = ({ runs: { total, items }, note }: RunningCardProps) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const isCut = items.length < total;
  return (
    <SectionCard
      title={t('running.title')}
      count={isCut ? t('running.shown', { shown: items.length, n: total }) : total > 0 ? total : undefined}
      action={
        total > 0 && (
          <FleetLink to={links.runs({ state: 'unfinished' })}>{t('running.all', { count: total })}</FleetLink>
        )
      }
    >
      {total === 0 ? (
        <EmptyState isPart title={t('running.none')} body={t('running.noneYetBody')} />
      ) : (
        items.length > 0 && (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {items.map(run => (
              <RunLine key={run.uid} run={run} />
            ))}
          </Box>
        )
      )}
      {note}
    </SectionCard>
  );
};

const RunLine = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const links = useLinks();
  const { scope, name, state, counts, tally, total, stages, waitsFor } = run;
  const ahead = waitsFor && runAhead(waitsFor);
  return (
    <Box component="li" sx={{ 'px': 2, 'py': 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '4px 10px', flexWrap: 'wrap', mb: 0.75 }}>
        <FleetLink
          to={links.run(linkName({ scope, name }))}
          sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
        >
          {linkName({ scope, name })}
        </FleetLink>
        <RunChip state={state} counts={counts} waitsFor={waitsFor} size="small" />
        {total > 0 && (
          <Box component="span" sx={{ ml: 'auto', fontSize: 13, whiteSpace: 'nowrap' }}>
            {t('running.updated', { done: tally.done, total })}
          </Box>
        )}
      </Box>
      <StageBars stages={stages} hasNames />
      {waitsFor && (
        <Box
          sx={{
            fontSize: 13,
            lineHeight: '18px',
            color: 'text.secondary',
            mt: 0.5,
            overflowWrap: 'anywhere',
          }}
        >
          <WaitsFor blocker={waitsFor} /> <RolloutAhead blocker={waitsFor} />
        </Box>
      )}
      {ahead && <RunAhead scope={scope} {...ahead} />}
    </Box>
  );
};

/** What holds a run, since when or until when. */
const WaitsFor = ({ blocker: { message, since, state, until } }: { blocker: Schemas['Blocker'] }) => {
  const { t } = useTranslationRef(overviewTranslationRef);
  const { age, clock } = useTimeWords();
  const now = useNow();
  if (until) {
    const first = <MessageText text={message.replace(/\.$/, '')} />;
    return <>{t('running.until', { message: first, at: clock(until, now) })}</>;
  }
  // The age comes first: of several sentences the last may be what to do.
  const cause = <MessageText text={message} />;
  return (
    <>{since ? t(`running.since.${state ?? 'info'}`, { message: cause, age: age(since, now) }) : cause}</>
  );
};
