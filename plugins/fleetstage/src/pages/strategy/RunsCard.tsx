import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { Age } from '../../components/Age';
import { RunChip } from '../../components/chips';
import { FleetLink } from '../../components/FleetLink';
import { SectionCard } from '../../components/SectionCard';
import { useTimeWords } from '../../components/useTimeWords';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { strategiesTranslationRef } from '../../translation/strategies';

type Run = Schemas['RunSummary'];

/** The newest runs by the strategy and how they went. */
export const RunsCard = ({ runs, total }: { runs: readonly Run[]; total: number }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  return (
    <SectionCard title={t('runs.title')} count={total}>
      {runs.length === 0 ? (
        <Box sx={{ p: 2, fontSize: 13, color: 'text.secondary' }}>{t('runs.none')}</Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 0.75 }}>
          {runs.map(run => (
            <Line key={run.uid} run={run} />
          ))}
        </Box>
      )}
    </SectionCard>
  );
};

const Line = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(strategiesTranslationRef);
  const links = useLinks();
  const { duration } = useTimeWords();
  const { scope, name, placement, snapshot, state, counts, waitsFor, startedAt, endedAt, createdAt } = run;
  return (
    <Box component="li" sx={{ px: 2, py: 0.75, fontSize: 13, lineHeight: '20px' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FleetLink to={links.run(linkName(run))} sx={{ lineHeight: '24px' }}>
          {name}
        </FleetLink>
        <RunChip state={state} counts={counts} waitsFor={waitsFor} size="small" />
        <Box sx={{ ml: 'auto', color: 'text.secondary' }}>
          <Age at={endedAt ?? startedAt ?? createdAt} />
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        <FleetLink to={links.placement(linkName({ scope, name: placement }))} underline="always">
          {placement}
        </FleetLink>
        {snapshot !== undefined && <>, {t('runs.snapshot', { index: snapshot })}</>}
        {startedAt !== undefined && endedAt !== undefined && (
          <>, {t('runs.lasted', { duration: duration(Date.parse(endedAt) - Date.parse(startedAt)) })}</>
        )}
      </Box>
    </Box>
  );
};
