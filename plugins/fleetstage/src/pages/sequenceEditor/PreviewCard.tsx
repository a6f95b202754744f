import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { messageOf } from '../../api/errors';
import { Clock } from '../../components/Age';
import { LineSkeleton } from '../../components/LineSkeleton';
import { SectionCard } from '../../components/SectionCard';
import { STAGES } from '../../model/strategyEditor/strategyText';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import type { Editor } from '../placementEditor/useEditor';
import { EditEffect } from './EditEffect';
import { StageMatches } from './StageMatches';
import type { LivePreview } from './useSequenceParts';

interface PreviewCardProps {
  readonly preview: LivePreview;
  readonly editor: Editor;
}

/** What the draft would do: the class of the edit, the clusters of each stage, when it could be over (E/UI-006). */
export const PreviewCard = ({ preview: { view, error, isCurrent }, editor }: PreviewCardProps) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  if (view === undefined)
    return (
      <SectionCard title={t('preview.title')} hasPadding>
        {error === undefined ? (
          <Box role="status" aria-busy aria-label={t('preview.loading')}>
            <LineSkeleton />
          </Box>
        ) : (
          <Box sx={{ fontSize: 13 }}>{t('preview.failed', { message: messageOf(error) })}</Box>
        )}
      </SectionCard>
    );
  const warnings = view.issues.filter(({ severity }) => severity === 'Warning');
  return (
    <SectionCard title={t('preview.title')} count={isCurrent ? undefined : t('preview.computing')}>
      <Box sx={{ display: 'grid', gap: 1.5, p: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {view.withCatchAlls && (
          <Alert
            severity="info"
            action={
              <Button
                size="small"
                color="inherit"
                disabled={!editor.read.ok || editor.offered !== undefined}
                onClick={() => editor.set(STAGES, view.withCatchAlls)}
              >
                {t('preview.addCatchAll')}
              </Button>
            }
          >
            {t('preview.catchAll')}
          </Alert>
        )}
        {view.edit && <EditEffect edit={view.edit} />}
        {warnings.map(({ code, path, message }) => (
          <Alert key={`${code} ${path}`} severity="warning" sx={{ overflowWrap: 'anywhere' }}>
            {message}
          </Alert>
        ))}
        <Box sx={{ fontSize: 13 }}>
          {view.earliestCompletion === undefined
            ? t('preview.noCompletion')
            : t('preview.completion', { time: <Clock at={view.earliestCompletion} /> })}
        </Box>
      </Box>
      <StageMatches view={view} />
    </SectionCard>
  );
};
