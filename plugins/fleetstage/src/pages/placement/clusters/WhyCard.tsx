import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import AddCircleOutline from '@mui/icons-material/AddCircleOutline';
import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import ContentCopy from '@mui/icons-material/ContentCopy';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { StatusIcon, type StatusChipProps } from '../../../components/StatusChip';
import { useCopy } from '../../../components/useCopy';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { causeName } from '../../../model/placement/causes';
import type { Placement } from '../../../model/placement/now';
import { plainReason } from '../../../model/placement/why';
import { placementTranslationRef } from '../../../translation/placement';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { useScoreLines, useFilterLines, type WhyLine } from './useWhyLines';

type Why = Schemas['ClusterWhy'];

/** The filters in the engine's order with what each saw and wanted, and the parts of the score, which add up. */
export const WhyCard = ({ why, placement }: { why: Why; placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const filters = useFilterLines(why);
  const scores = useScoreLines(why);
  return (
    <Box sx={{ minWidth: 0 }}>
      <WhyTitle why={why} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {[...filters, ...scores].map(line => (
          <Line key={line.id} {...LOOKS[line.look]} name={line.name}>
            {line.text}
          </Line>
        ))}
      </Box>
      <Box
        sx={{ mt: 1, color: 'text.secondary', fontSize: 12, lineHeight: '16px', overflowWrap: 'anywhere' }}
      >
        {why.isKept && <div>{t('why.kept')}</div>}
        <Decided why={why} />
      </Box>
      <CopyReason why={why} placement={placement} />
    </Box>
  );
};

const LOOKS = {
  passed: { icon: CheckCircle, tone: 'success' },
  refused: { icon: Cancel, tone: 'error' },
  adds: { icon: AddCircleOutline, tone: 'success' },
  takes: { icon: RemoveCircleOutline, tone: 'warning' },
  nothing: { icon: RemoveCircleOutline, tone: 'neutral' },
} as const satisfies Record<WhyLine['look'], Pick<StatusChipProps, 'icon' | 'tone'>>;

const WhyTitle = ({ why: { isPicked, cause, rank, of, score } }: { why: Why }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const words = useTranslationRef(placementTranslationRef);
  const here =
    rank === undefined || of === undefined
      ? t('why.here')
      : score === undefined
        ? t('why.hereRanked', { rank, of })
        : t('why.hereScored', { rank, of, topology: score.topology, affinity: score.affinity });
  const not = t('why.not', { reason: words.t(`why.title.${causeName(cause)}`) });
  return (
    <Typography component="h3" sx={{ fontSize: 14, lineHeight: '20px', fontWeight: 500, mb: 1 }}>
      {isPicked ? here : not}
    </Typography>
  );
};

interface LineProps extends Required<Pick<StatusChipProps, 'icon' | 'tone'>> {
  readonly name: string;
  readonly children: ReactNode;
}

const Line = ({ name, children, ...look }: LineProps) => (
  <Box
    component="li"
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: '20px 1fr', sm: '20px 104px minmax(0, 1fr)' },
      columnGap: 1,
      alignItems: 'start',
    }}
  >
    <StatusIcon {...look} size={18} />
    <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{name}</Box>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', gridColumn: { xs: '2', sm: 'auto' } }}>{children}</Box>
  </Box>
);

/** When, on which policy and on which inputs; and whether they are still those. */
const Decided = ({ why: { decidedAt, policyIndex, inputs, isStale } }: { why: Why }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { ago } = useTimeWords();
  const now = useNow();
  const age = decidedAt && ago(decidedAt, now);
  return (
    <>
      {age && policyIndex !== undefined && (
        <div>
          {inputs === undefined
            ? t('why.inputsNone', { age, policy: policyIndex })
            : t('why.inputs', { age, policy: policyIndex, inputs })}
        </div>
      )}
      {isStale && <Box sx={{ color: 'text.primary' }}>{t('why.stale')}</Box>}
    </>
  );
};

const CopyReason = ({ why: { cluster, reason }, placement }: { why: Why; placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const copy = useCopy();
  const text = t('why.copyText', { placement: placement.name, cluster, reason: plainReason(reason) });
  return (
    <Button
      size="small"
      startIcon={<ContentCopy />}
      sx={{ mt: 0.5, ml: -0.5 }}
      onClick={() => copy(text, t('why.copied'))}
    >
      {t('why.copy')}
    </Button>
  );
};
