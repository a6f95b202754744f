import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
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
          <Alert
            key={`${line} ${message}`}
            // Announced by the region around it.
            role="presentation"
            severity="error"
            sx={{ borderRadius: 0, fontSize: 13, overflowWrap: 'anywhere' }}
          >
            {t('yaml.fault', { line, message })}
          </Alert>
        ))}
      </Box>
    </SectionCard>
  );
};
