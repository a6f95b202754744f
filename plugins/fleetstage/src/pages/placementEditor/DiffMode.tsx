import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useTheme, type Theme } from '@mui/material/styles';
import { useMemo } from 'react';
import { EmptyState } from '../../components/EmptyState';
import { SectionCard } from '../../components/SectionCard';
import { visuallyHidden } from '../../components/visuallyHidden';
import { foldDiff, lineDiff, type DiffLine } from '../../model/placementEditor/lineDiff';
import { statusTone } from '../../model/status/tone';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import type { Editor } from './useEditor';

/** What saving would change, line by line. */
export const DiffMode = ({ editor: { base, text, isDirty } }: { editor: Editor }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  if (base.shown !== undefined && !isDirty) return <EmptyState title={t('diff.none')} />;
  return (
    <SectionCard title={t(base.shown === undefined ? 'diff.newTitle' : 'diff.title')}>
      <TextDiff before={base.shown === undefined ? '' : base.text} after={text} />
    </SectionCard>
  );
};

/** Two texts in one column: what is gone, what is new, and some lines around. */
export const TextDiff = ({ before, after }: { before: string; after: string }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const lines = useMemo(
    () => foldDiff(before === '' ? allNew(after) : lineDiff(before, after)),
    [before, after],
  );
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={t('diff.title')}
      sx={{
        m: 0,
        py: 1,
        fontFamily: 'monospace',
        fontSize: 12,
        lineHeight: '18px',
        overflow: 'auto',
        maxHeight: 640,
      }}
    >
      {lines.map((line, i) =>
        line === null ? (
          <Box key={i} sx={{ px: 2, color: 'text.secondary' }}>
            … <span style={visuallyHidden}>{t('diff.skipped')}</span>
          </Box>
        ) : (
          <Line key={i} line={line} />
        ),
      )}
    </Box>
  );
};

const allNew = (text: string): readonly DiffLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((one, i) => ({ kind: 'added', text: one, line: i + 1 }));

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const TONES = { added: 'success', removed: 'error' } as const;

const Line = ({ line: { kind, text } }: { line: DiffLine }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const theme: Theme = useTheme();
  const tone = kind === 'same' ? undefined : statusTone(theme, TONES[kind]);
  return (
    <Box
      sx={{
        px: 2,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        ...(tone && { backgroundColor: tone.surface, color: 'text.primary' }),
      }}
    >
      <span aria-hidden>{SIGNS[kind]} </span>
      {kind !== 'same' && <span style={visuallyHidden}>{t(`diff.${kind}`)} </span>}
      {text}
    </Box>
  );
};
