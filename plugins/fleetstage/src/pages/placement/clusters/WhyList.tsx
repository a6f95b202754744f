import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { StatusIcon } from '../../../components/StatusChip';
import { useCopy } from '../../../components/useCopy';
import { causeName } from '../../../model/placement/causes';
import type { PolicyFacts } from '../../../model/placement/requirements';
import { plainReason, whySteps, type StepOutcome, type WhyStep } from '../../../model/placement/why';
import { placementTranslationRef } from '../../../translation/placement';
import { useRefusalWords } from './useRefusalWords';
import { useStepWords } from './useStepWords';

interface WhyListProps {
  readonly row: Schemas['PlacementCluster'];
  readonly policy: PolicyFacts;
  readonly placement: string;
}

const LOOKS = {
  passed: { icon: CheckCircle, tone: 'success' },
  refused: { icon: Cancel, tone: 'error' },
  notLookedAt: { icon: RemoveCircleOutline, tone: 'neutral' },
} as const satisfies Record<StepOutcome, unknown>;

/** The filters in the engine's order, with what each saw. */
export const WhyList = ({ row, policy, placement }: WhyListProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const sayRefusal = useRefusalWords();
  const copy = useCopy();
  const { cluster, cause, isPicked, reason } = row;
  const steps = whySteps(row, policy);
  const plain = isPicked || steps.length === 0 ? plainReason(reason) : sayRefusal(row, policy);
  const title = isPicked ? t('why.here') : t('why.not', { reason: t(`why.title.${causeName(cause)}`) });
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="h3" sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500, mb: 1 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {steps.map(step => (
          <Step key={step.step} step={step} row={row} policy={policy} />
        ))}
      </Box>
      <Box
        sx={{ mt: 1, color: 'text.secondary', fontSize: 12, lineHeight: '16px', overflowWrap: 'anywhere' }}
      >
        {isPicked ? t('why.decidedThen') : steps.length === 0 && plain}
      </Box>
      <Button
        size="small"
        startIcon={<ContentCopy />}
        sx={{ mt: 0.5, ml: -0.5 }}
        onClick={() => copy(t('why.copyText', { placement, cluster, reason: plain }), t('why.copied'))}
      >
        {t('why.copy')}
      </Button>
    </Box>
  );
};

const Step = ({
  step: { step, outcome },
  row,
  policy,
}: { step: WhyStep } & Omit<WhyListProps, 'placement'>) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const say = useStepWords();
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '20px 1fr', sm: '20px 112px minmax(0, 1fr)' },
        columnGap: 1,
        alignItems: 'start',
      }}
    >
      <StatusIcon {...LOOKS[outcome]} size={18} />
      <Box sx={{ color: 'text.secondary' }}>{t(`why.step.${step}`)}</Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', gridColumn: { xs: '2', sm: 'auto' } }}>
        {say({ step, outcome }, row, policy)}
      </Box>
    </Box>
  );
};
