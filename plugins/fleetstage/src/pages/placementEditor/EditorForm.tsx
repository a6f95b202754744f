import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import type { PlacedCause } from '../../model/placementEditor/causes';
import { editorTranslationRef } from '../../translation/editor';
import { FormProvider } from './formContext';
import type { Editor } from './useEditor';

type EditorFormProps = Pick<Editor, 'manifest' | 'base' | 'read' | 'set' | 'offered'> & {
  readonly causes: readonly PlacedCause[];
  readonly children: ReactNode;
};

/**
 * The text as fields; a text that cannot be read leaves the last good one. The fields are read-only then, and while a draft
 * waits for a decision: the bar above them says why.
 */
export const EditorForm = ({ manifest, base, read, set, offered, causes, children }: EditorFormProps) => {
  const { t } = useTranslationRef(editorTranslationRef);
  const isReadOnly = !read.ok || offered !== undefined;
  const form = useMemo(
    () => ({ manifest, saved: base.shown?.manifest, isReadOnly, causes, set }),
    [manifest, base, isReadOnly, causes, set],
  );
  return (
    <FormProvider value={form}>
      {!read.ok && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {t('lastGood', { line: read.faults[0].line })}
        </Alert>
      )}
      <Box
        data-read-only={isReadOnly ? 'true' : undefined}
        sx={[
          { display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' },
          isReadOnly && readOnlyFields,
        ]}
      >
        {children}
      </Box>
    </FormProvider>
  );
};

/**
 * Text on a quiet surface, without the frame, the example and the arrow of a field that takes something. Classes of the
 * components have a prefix of the app.
 */
const readOnlyFields = ({ palette }: Theme) => ({
  '& [class*="MuiOutlinedInput-root"]': { backgroundColor: palette.action.hover },
  '& [class*="MuiOutlinedInput-root"] fieldset[class]': { borderColor: 'transparent' },
  '& [class*="MuiOutlinedInput-root"]:focus-within fieldset[class]': {
    borderColor: palette.text.secondary,
    borderWidth: 1,
  },
  '& input[class], & textarea[class], & [role="combobox"][class]': {
    WebkitTextFillColor: palette.text.primary,
  },
  '& [role="combobox"][class]': { cursor: 'default' },
  '& input[class]::placeholder': { opacity: '0 !important' },
  '& [class*="MuiSelect-icon"]': { display: 'none' },
});
