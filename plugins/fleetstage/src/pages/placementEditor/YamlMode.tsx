import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { SectionCard } from '../../components/SectionCard';
import { visuallyHidden } from '../../components/visuallyHidden';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import type { Editor } from './useEditor';

const YamlField = lazy(() => import('./YamlField').then(m => ({ default: m.YamlField })));

/** The object as text; a fault is marked in its line and said below. */
export const YamlMode = ({ editor, label }: { editor: Editor; label?: string }) => {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const { text, read, setText, offered } = editor;
  const faults = read.ok ? [] : read.faults;
  return (
    <SectionCard title={t('yaml.title')} count={t('yaml.note')}>
      <Suspense fallback={<Box sx={{ p: 2, fontSize: 13 }}>{t('yaml.loading')}</Box>}>
        <YamlField
          value={text}
          faults={faults}
          label={label ?? t('yaml.label')}
          isReadOnly={offered !== undefined}
          onChange={setText}
        />
      </Suspense>
      <Box role="status" style={faults.length === 0 ? visuallyHidden : undefined}>
        {faults.map(({ line, message }) => (
          <Box
            key={`${line} ${message}`}
            sx={{
              px: 2,
              py: 1,
              fontSize: 13,
              borderTop: 1,
              borderColor: 'divider',
              overflowWrap: 'anywhere',
            }}
          >
            {t('yaml.fault', { line, message })}
          </Box>
        ))}
      </Box>
    </SectionCard>
  );
};
