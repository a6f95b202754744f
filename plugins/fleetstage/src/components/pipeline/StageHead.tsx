import { useTranslationRef } from '@backstage/frontend-plugin-api';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { runTranslationRef } from '../../translation/run';
import { visuallyHidden } from '../visuallyHidden';
import type { StageFold } from './StageFrame';

interface StageHeadProps {
  readonly title: ReactNode;
  readonly chip: ReactNode;
  readonly fold: StageFold;
  /** Who is in it, how many at a time. */
  readonly children: ReactNode;
  readonly count: StageCountProps;
}

/** Number, name, state; who is in it, how many at a time; k of n. */
export const StageHead = ({ title, chip, fold, children, count }: StageHeadProps) => (
  <Box sx={{ px: 2, pt: 1.75, pb: 1.5, minWidth: 0 }}>
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, mb: 0.75 }}>
      {title}
      <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {chip}
        <StageFoldButton {...fold} />
      </Box>
    </Box>
    <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
    <StageCount {...count} />
  </Box>
);

/** Opens and folds a stage where stages are below each other. */
export const StageFoldButton = ({ isOpen, onToggle }: StageFold) => {
  const { t } = useTranslationRef(runTranslationRef);
  const Icon = isOpen ? ExpandLess : ExpandMore;
  if (onToggle === undefined) return null;
  return (
    <IconButton
      size="small"
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'stage.fold' : 'stage.open')}
      onClick={onToggle}
      sx={{ m: -0.5, p: 1 }}
    >
      <Icon fontSize="small" />
    </IconButton>
  );
};

/** `2 canary`, as a heading. */
export const StageHeading = ({ index, children }: { index: number; children: ReactNode }) => (
  <Box
    component="h3"
    sx={{ m: 0, fontSize: 16, lineHeight: '24px', fontWeight: 500, minWidth: 0, overflowWrap: 'anywhere' }}
  >
    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, mr: 1 }}>
      {index}
      <Box component="span" sx={visuallyHidden}>
        .{' '}
      </Box>
    </Box>
    {children}
  </Box>
);

interface StageCountProps {
  readonly done: number;
  readonly total: number;
  /** What is done with them, e.g. `updated`. */
  readonly word: ReactNode;
  readonly bar: ReactNode;
}

const StageCount = ({ done, total, word, bar }: StageCountProps) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1.25, fontSize: 13 }}>
      <Box component="span" sx={{ fontWeight: 500, whiteSpace: 'nowrap' }}>
        {t('stage.kOfN', { done, total })}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {word}
      </Box>
      {bar}
    </Box>
  );
};
