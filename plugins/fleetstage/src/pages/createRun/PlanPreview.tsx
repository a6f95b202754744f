import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { messageOf } from '../../api/errors';
import { VariantsLine } from '../../components/VariantsLine';
import { keyOfLink } from '../../model/placements/placementFilters';
import { createRunTranslationRef } from '../../translation/createRun';
import { PlanFloor } from './PlanFloor';
import { PlanProblems, PlanRefused } from './PlanProblems';
import { useRefusalWords } from './useRefusalWords';
import { PlanStage } from './PlanStage';
import type { RunForm } from './useRunForm';

/** Right side of the dialog: what the run would do. */
export const PlanPreview = ({ form }: { form: RunForm }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { preview } = form;
  return (
    <Box component="section" aria-labelledby="create-run-plan" aria-busy={form.previewQuery.isFetching}>
      <Stack direction="row" spacing={1.5} alignItems="baseline" flexWrap="wrap" useFlexGap>
        <Typography
          id="create-run-plan"
          component="h3"
          sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500 }}
        >
          {t('plan.title')}
        </Typography>
        {preview && form.refusal === undefined && <PlanSummary preview={preview} />}
        <Typography variant="caption" color="text.secondary" sx={{ ml: 'auto' }}>
          {t('plan.writesNothing')}
        </Typography>
      </Stack>
      <PlanBody form={form} />
    </Box>
  );
};

const PlanSummary = ({ preview }: { preview: Schemas['RunPreview'] }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { clusters, stages, removed } = preview.plan;
  const words = {
    clusters: t('plan.clusters', { count: clusters }),
    stages: t('plan.stages', { count: stages }),
  };
  return (
    <Typography variant="body2" color="text.secondary" sx={{ fontSize: 13 }}>
      {removed > 0 ? t('plan.summaryRemoved', { ...words, n: removed }) : t('plan.summary', words)}
    </Typography>
  );
};

const PlanBody = ({ form }: { form: RunForm }) => {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { draft, preview, previewQuery } = form;
  const refused = useRefusalWords(form);
  if (form.refusal !== undefined)
    return <PlanRefused message={form.refusal === 'noRight' ? refused : undefined} />;
  if (draft.placement === '' || draft.strategy === '') return <Remark text={t('plan.choose')} />;
  if (previewQuery.isError && preview === undefined) {
    return (
      <Box role="alert" sx={{ mt: 2 }}>
        <Typography variant="body2" sx={{ fontWeight: 500 }}>
          {t('plan.failed')}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {messageOf(previewQuery.error)}
        </Typography>
        <Button size="small" sx={{ mt: 1 }} onClick={() => void previewQuery.refetch()}>
          {t('plan.retry')}
        </Button>
      </Box>
    );
  }
  return preview === undefined ? (
    <PlanSkeleton />
  ) : (
    <Plan preview={preview} of={keyOfLink(draft.placement)} />
  );
};

interface PlanProps {
  readonly preview: Schemas['RunPreview'];
  readonly of: { readonly scope: string; readonly name: string };
}

const Plan = ({ preview, of: { scope, name } }: PlanProps) => {
  return (
    <>
      <PlanProblems scope={scope} problems={preview.problems} />
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {preview.stages.map((stage, i) => (
          <PlanStage key={stage.name} stage={stage} index={i + 1} />
        ))}
      </Box>
      <VariantsLine scope={scope} placement={name} />
      {preview.plan.clusters > 0 && (
        <Box sx={{ fontSize: 13, lineHeight: '18px', pt: 1.25, borderTop: 1, borderColor: 'divider' }}>
          <PlanFloor plan={preview.plan} />
        </Box>
      )}
    </>
  );
};

const Remark = ({ text }: { text: string }) => (
  <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
    {text}
  </Typography>
);

const PlanSkeleton = () => (
  <Stack spacing={2} sx={{ mt: 2 }} aria-hidden>
    {[0, 1, 2].map(key => (
      <Stack key={key} direction="row" spacing={2}>
        <Skeleton width="18%" height={36} />
        <Skeleton width="52%" height={36} />
        <Skeleton width="18%" height={36} />
      </Stack>
    ))}
  </Stack>
);
