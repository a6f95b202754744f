import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import ErrorIcon from '@mui/icons-material/Error';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { isRefusal, messageOf } from '../../api/errors';
import type { useRunPreview } from '../../api/useRunPreview';
import { StatusIcon } from '../../components/StatusChip';
import { linkName } from '../../model/placements/placementFilters';
import type { Run } from '../../model/run/pipeline';
import { RouterLink, useLinks } from '../../routing';
import { endsTranslationRef } from '../../translation/ends';
import { PlanFloor } from '../createRun/PlanFloor';
import { PlanGates } from '../createRun/PlanGates';
import { PlanProblems } from '../createRun/PlanProblems';

export type Plan = ReturnType<typeof useRunPreview>;

interface RollBackPlanProps {
  readonly run: Run;
  /** The snapshot. */
  readonly to: string;
  readonly plan: Plan;
}

/** What the new run would do: its stages with their gates, how long they take at least; or why there is no plan. */
export const RollBackPlan = ({ run, to, plan: { data: preview, error, refetch } }: RollBackPlanProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const shared = { run, to };
  // A later request that fails leaves the plan that is there.
  if (preview === undefined && error)
    return isRefusal(error) ? (
      <NotPlanned {...shared} message={messageOf(error)} />
    ) : (
      <NotPlanned {...shared} message={messageOf(error)} onRetry={() => void refetch()} />
    );
  if (preview === undefined) return <Box sx={{ minHeight: planHeight(run) }}>{t('rollBack.planning')}</Box>;
  const fatal = preview.problems.find(({ isFatal }) => isFatal);
  if (fatal) return <NotPlanned {...shared} message={fatal.message} />;
  const { clusters, stages } = preview.plan;
  // This run ends first, where it is not over.
  const others = preview.problems.filter(({ run: other }) => run.isOver || other !== run.name);
  return (
    <>
      {t('rollBack.plan', {
        name: preview.suggestedName,
        strategy: run.strategy,
        clusters: t('rollBack.clusters', { count: clusters }),
        stages: t('rollBack.stages', { count: stages }),
      })}{' '}
      <PlanFloor plan={preview.plan} />
      <Stages stages={preview.stages} />
      <PlanProblems scope={run.scope} problems={others} />
    </>
  );
};

/** px: of a line, and of a row around its lines. */
const LINE = 20;
const AROUND = 13;

/** The new run has mostly the stages of this one: what is below the plan stays where it is when it comes. */
const planHeight = ({ pipeline }: Run) =>
  pipeline.reduce(
    (sum, { gatesBefore, gatesAfter }) =>
      sum + AROUND + LINE * Math.max(1, gatesBefore.length + gatesAfter.length),
    2 * LINE + 8,
  );

const Stages = ({ stages }: { stages: readonly Schemas['PreviewStage'][] }) => {
  const { t } = useTranslationRef(endsTranslationRef);
  return (
    <Box component="ol" aria-label={t('rollBack.stagesLabel')} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
      {stages.map((stage, i) => (
        <Box
          key={stage.name}
          component="li"
          sx={{
            'display': 'grid',
            'gridTemplateColumns': { xs: '1fr 1fr', sm: 'minmax(0, 1fr) 120px minmax(0, 1fr)' },
            'columnGap': 2,
            'py': 0.75,
            'fontSize': 13,
            'lineHeight': '20px',
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ overflowWrap: 'anywhere' }}>
            {i + 1} {stage.isRemoval ? t('rollBack.removal') : stage.name}
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {t('rollBack.clusters', { count: stage.clusters.length })}
          </Box>
          <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            <PlanGates stage={stage} />
          </Box>
        </Box>
      ))}
    </Box>
  );
};

interface NotPlannedProps extends Pick<RollBackPlanProps, 'run' | 'to'> {
  readonly message: string;
  /** Absent: asking again gives the same answer. */
  readonly onRetry?: () => void;
}

/** Why there is no plan, and what to do: ask again, or another strategy, which the dialog of a new run asks for. */
const NotPlanned = ({ run, to, message, onRetry }: NotPlannedProps) => {
  const { t } = useTranslationRef(endsTranslationRef);
  const links = useLinks();
  const { scope, name, isOver, placement } = run;
  const of = linkName({ scope, name: placement });
  const create = links.runs({ dialog: 'create', for: of, snapshot: to });
  const look = { size: 'small', variant: 'outlined', color: 'inherit' } as const;
  return (
    <Box sx={{ display: 'flex', gap: 1, overflowWrap: 'anywhere' }}>
      <StatusIcon icon={ErrorIcon} tone="error" size={20} />
      <Box sx={{ minWidth: 0 }}>
        <div role="alert">
          {t('rollBack.notPlanned', { message })}
          {onRetry === undefined && (
            <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
              {isOver ? t('rollBack.chooseStrategy', { to }) : t('rollBack.endThenChoose', { run: name, to })}
            </Box>
          )}
        </div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
          {onRetry !== undefined && (
            <Button {...look} onClick={onRetry}>
              {t('rollBack.retry')}
            </Button>
          )}
          {onRetry === undefined && !isOver && (
            <Button {...look} component={RouterLink} to={links.run(linkName(run), { dialog: 'end' })}>
              {t('acts.endOf', { run: name })}…
            </Button>
          )}
          {onRetry === undefined && (
            <Button {...look} component={RouterLink} to={create}>
              {t('rollBack.createTo', { to })}
            </Button>
          )}
        </Box>
      </Box>
    </Box>
  );
};
