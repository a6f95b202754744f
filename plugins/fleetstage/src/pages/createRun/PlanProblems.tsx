import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ErrorIcon from '@mui/icons-material/Error';
import Warning from '@mui/icons-material/Warning';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { HoldingRunActs } from '../../components/acts/BlockingRunActs';
import { FleetLink } from '../../components/FleetLink';
import { linkName } from '../../model/placements/placementFilters';
import { statusTone } from '../../model/status/tone';
import { useLinks } from '../../routing';
import { createRunTranslationRef } from '../../translation/createRun';

type Problem = Schemas['RunPreview']['problems'][number] & { readonly scope?: string };

interface PlanProblemsProps {
  /** Of the placement, and so of its runs. */
  readonly scope: string;
  readonly problems: readonly Problem[];
}

/** What keeps the run from being prepared, shown before it exists; then what only delays it. */
export const PlanProblems = ({ scope, problems: all }: PlanProblemsProps) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const problems = all.map(one => ({ ...one, scope }));
  const fatal = problems.filter(({ isFatal }) => isFatal);
  const remarks = problems.filter(({ isFatal }) => !isFatal);
  return (
    <div role="status">
      {fatal.length > 0 && (
        <ProblemBox tone="error" title={t('plan.fatal', { count: fatal.length })} problems={fatal} />
      )}
      {remarks.length > 0 && <ProblemBox tone="warning" problems={remarks} />}
    </div>
  );
};

/** There is no plan, since there will be no run; the field says why, or else its message does. */
export const PlanRefused = ({ message }: { message?: string }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  return (
    <div role="status">
      <ProblemBox
        tone="error"
        title={t('plan.refused')}
        problems={[{ message: message ?? t('plan.refusedBody'), isFatal: true }]}
      />
    </div>
  );
};

/** With the run that is the cause as a link, where the message names it. */
const Message = ({ message, run, scope = '_' }: Problem) => {
  const links = useLinks();
  const at = run === undefined ? -1 : message.indexOf(run);
  if (run === undefined || at < 0) return <>{message}</>;
  // Quotes separate a name from the words around it, as the link does.
  return (
    <>
      {message.slice(0, at).replace(/"$/, '')}
      <FleetLink to={links.run(linkName({ scope, name: run }))} underline="always" color="inherit">
        {run}
      </FleetLink>
      {message.slice(at + run.length).replace(/^"/, '')}
    </>
  );
};

/** Of a run that does not get on by itself: what can be done about it first. */
const FirstActs = ({ run, runIs, scope = '_' }: Problem) => {
  if (run === undefined || runIs === undefined) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, my: 0.75, color: 'text.primary' }}>
      <HoldingRunActs scope={scope} run={run} isStopped={runIs === 'stopped'} size="small" />
    </Box>
  );
};

interface ProblemBoxProps {
  readonly tone: 'error' | 'warning';
  readonly title?: string;
  readonly problems: readonly Problem[];
}

const ProblemBox = ({ tone, title, problems }: ProblemBoxProps) => {
  const colours = statusTone(useTheme(), tone);
  const Icon = tone === 'error' ? ErrorIcon : Warning;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '20px minmax(0, 1fr)',
        gap: '4px 10px',
        mt: 1.25,
        px: 1.5,
        py: 1.25,
        borderRadius: '6px',
        bgcolor: colours.surface,
        color: colours.text,
      }}
    >
      <Icon sx={{ fontSize: 20, color: colours.icon }} aria-hidden />
      <Box sx={{ fontSize: 13, lineHeight: '18px', overflowWrap: 'anywhere' }}>
        {title && <Typography sx={{ fontSize: 13, lineHeight: '20px', fontWeight: 500 }}>{title}</Typography>}
        {problems.map(problem => (
          <div key={problem.message}>
            <Message {...problem} />
            <FirstActs {...problem} />
          </div>
        ))}
      </Box>
    </Box>
  );
};
