import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { Age } from '../components/Age';
import { RunChip } from '../components/chips';
import { FleetLink } from '../components/FleetLink';
import { MessageText } from '../components/MessageText';
import { StageBars } from '../components/StageBars';
import { linkName } from '../model/placements/placementFilters';
import { useLinks } from '../routing';
import { catalogTranslationRef } from '../translation/catalog';

interface CurrentRunProps {
  readonly run: Schemas['RunSummary'];
  readonly hasStageNames?: boolean;
}

/** The run that moves a placement: stages as bars, and what holds it since when. */
export const CurrentRun = ({ run, hasStageNames }: CurrentRunProps) => {
  const { t } = useTranslationRef(catalogTranslationRef);
  const links = useLinks();
  const { state, counts, tally, total, stages, waitsFor } = run;
  return (
    <Box sx={{ fontSize: 13, lineHeight: '18px' }}>
      <Box sx={{ display: 'flex', gap: '4px 10px', alignItems: 'center', flexWrap: 'wrap', mb: 0.75 }}>
        <FleetLink to={links.run(linkName(run))} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {run.name}
        </FleetLink>
        <RunChip state={state} counts={counts} waitsFor={waitsFor} size="small" />
        {waitsFor?.since && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('since', { age: <Age at={waitsFor.since} /> })}
          </Box>
        )}
        <Box sx={{ ml: 'auto', whiteSpace: 'nowrap' }}>{t('updated', { done: tally.done, total })}</Box>
      </Box>
      <StageBars stages={stages} hasNames={hasStageNames} />
      {waitsFor && (
        <Box sx={{ mt: 0.5, color: 'text.secondary', overflowWrap: 'anywhere' }}>
          <MessageText text={waitsFor.message} />
        </Box>
      )}
    </Box>
  );
};
