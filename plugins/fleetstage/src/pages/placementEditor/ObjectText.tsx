import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/errors';
import { editorTranslationRef } from '../../translation/editor';
import { DiffMode } from './DiffMode';
import type { Edited } from './ObjectActions';
import type { Editor } from './useEditor';
import type { Mode } from './useEditorMode';
import { YamlMode } from './YamlMode';

interface ObjectTextProps {
  readonly what: Edited;
  readonly editor: Editor;
  readonly mode: Mode;
  readonly form: ReactNode;
  readonly yamlLabel: string;
  /** Why the hub has not checked it. */
  readonly judgeError: Error | undefined;
}

/** The text as form, YAML or difference. */
export const ObjectText = ({ what, editor, mode, form, yamlLabel, judgeError }: ObjectTextProps) => (
  <Box sx={{ minWidth: 0 }}>
    {mode === 'form' && form}
    {mode === 'yaml' && <YamlMode editor={editor} label={yamlLabel} />}
    {mode === 'diff' && <DiffMode editor={editor} />}
    {judgeError !== undefined && (
      <Box sx={{ mt: 1, fontSize: 12, color: 'text.secondary' }}>
        <NotChecked what={what} error={judgeError} />
      </Box>
    )}
  </Box>
);

/** Why the hub has not checked it. */
export const NotChecked = ({ what, error }: { what: Edited; error: Error }) => {
  const { t } = useTranslationRef(editorTranslationRef);
  return <>{t('judgeFailed', { what: t(`what.${what}`), message: messageOf(error) })}</>;
};
