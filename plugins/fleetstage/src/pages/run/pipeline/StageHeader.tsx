import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { StageChip } from '../../../components/chips';
import { CountBar } from '../../../components/CountBar';
import { useSlotsWords } from '../../../components/useSlots';
import { visuallyHidden } from '../../../components/visuallyHidden';
import { stageFacts, type Run, type Stage } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';

interface StageHeaderProps {
  readonly run: Run;
  readonly stage: Stage;
  readonly isOpen: boolean;
  readonly onToggle?: () => void;
}

/** Number, name, state; who is in it, how many at a time; k of n. */
export const StageHeader = ({ run, stage, isOpen, onToggle }: StageHeaderProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  const Icon = isOpen ? ExpandLess : ExpandMore;
  return (
    <Box sx={{ px: 2, pt: 1.75, pb: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 0.75 }}>
        <StageTitle stage={stage} />
        <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <StageChip state={stage.state} {...stageFacts(run, stage)} />
          {onToggle && (
            <IconButton
              size="small"
              aria-expanded={isOpen}
              aria-label={t(isOpen ? 'stage.fold' : 'stage.open')}
              onClick={onToggle}
              sx={{ m: -0.5, p: 1 }}
            >
              <Icon fontSize="small" />
            </IconButton>
          )}
        </Box>
      </Box>
      <StageSelector stage={stage} />
      <StageCount stage={stage} />
    </Box>
  );
};

export const StageTitle = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box
      component="h3"
      sx={{ m: 0, fontSize: 16, lineHeight: '24px', fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' }}
    >
      <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
        {stage.index}
        <Box component="span" sx={visuallyHidden}>
          .{' '}
        </Box>
      </Box>
      {stage.isRemoval ? t('stage.removal') : stage.name}
    </Box>
  );
};

const StageSelector = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const pace = usePace(stage);
  return (
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {stage.isRemoval ? (
        <Box>{t('stage.removalSelector')}</Box>
      ) : (
        <Box sx={{ fontFamily: stage.selector ? 'monospace' : undefined }}>
          {stage.selector || t('stage.allClusters')}
        </Box>
      )}
      <Box sx={{ '&::first-letter': { textTransform: 'uppercase' } }}>{pace}</Box>
    </Box>
  );
};

/** `25% = 8 at a time, by label order` */
export function usePace(stage: Stage): string {
  const { t } = useTranslationRef(runTranslationRef);
  const slotsOf = useSlotsWords();
  if (stage.isRemoval) return t('slots.all');
  const plain = slotsOf(stage);
  // No order among those that move together.
  if ((stage.slots ?? 1) >= stage.total) return plain;
  const slots = stage.concurrency?.endsWith('%')
    ? t('stage.asPercent', { percent: stage.concurrency, slots: plain })
    : plain;
  return stage.sortingLabel
    ? t('stage.byLabel', { slots, label: stage.sortingLabel })
    : t('stage.byName', { slots });
}

const StageCount = ({ stage }: { stage: Stage }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.25, fontSize: 13 }}>
      <Box component="span" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
        {t('stage.kOfN', { done: stage.tally.done, total: stage.total })}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t(stage.isRemoval ? 'stage.removed' : 'stage.updated')}
      </Box>
      <CountBar counts={stage.counts} total={stage.total} height={6} />
    </Box>
  );
};
