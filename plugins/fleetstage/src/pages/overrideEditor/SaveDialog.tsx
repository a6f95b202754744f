import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { messageOf } from '../../api/errors';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EffectLines } from '../../components/EffectLine';
import { KubectlPanel } from '../../components/KubectlPanel';
import { listAll } from '../../model/listNames';
import { effectsByPlacement } from '../../model/overrides/effects';
import { keyOf } from '../../model/overrides/overrideList';
import { nameOf } from '../../model/placementEditor/fields';
import { applyCommand } from '../../model/placementEditor/requests';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import { TextDiff } from '../placementEditor/DiffMode';
import type { Editor } from '../placementEditor/useEditor';
import type { LiveEffect } from './useOverrideEffect';

interface SaveDialogProps {
  readonly editor: Editor;
  /** Of the text; absent while it is not known. */
  readonly match: Schemas['OverrideMatchAnswer'] | undefined;
  /** What the text would change; of an earlier text it says nothing here. */
  readonly effect: LiveEffect;
  readonly isNew: boolean;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Why the hub has not checked it. */
  readonly judgeError: Error | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What is written and which clusters it changes, before it is written. */
export const SaveDialog = (props: SaveDialogProps) => {
  const { editor, match, effect, isNew, isOpen, isBusy, error, judgeError, onConfirm, onClose } = props;
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { base, manifest, text } = editor;
  const verb = isNew ? 'create' : 'save';
  return (
    <ConfirmDialog
      open={isOpen}
      width={720}
      title={t(`dialog.${verb}Title`, { name: nameOf(manifest) })}
      confirmLabel={t(`dialog.${verb}`)}
      onConfirm={onConfirm}
      onClose={onClose}
      isBusy={isBusy}
      error={error}
      errorTitle={t(isNew ? 'dialog.failedCreate' : 'dialog.failedSave')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Consequence match={match} effect={effect} />
        {judgeError && (
          <Box sx={{ color: 'text.secondary' }}>{t('judgeFailed', { message: messageOf(judgeError) })}</Box>
        )}
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
          <TextDiff before={isNew ? '' : base.text} after={text} />
        </Box>
        <KubectlPanel command={applyCommand(text)} />
      </Box>
    </ConfirmDialog>
  );
};

/** The preview where it is known: beside it the number of clusters that match would be a second one. */
const Consequence = ({ match, effect }: Pick<SaveDialogProps, 'match' | 'effect'>) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const { answered, isOld } = effect;
  const effects = answered && !isOld ? effectsByPlacement(answered.answer) : [];
  return (
    <>
      {effects.length > 0 ? (
        <Box>
          <Box sx={{ fontWeight: 500 }}>{t('dialog.effect', { count: effects.length })}</Box>
          <EffectLines effects={effects} />
        </Box>
      ) : (
        match && <Matched match={match} />
      )}
      {match && match.missingLabelCount > 0 && (
        <Alert severity="warning">{t('dialog.missing', { count: match.missingLabelCount })}</Alert>
      )}
    </>
  );
};

const Matched = ({ match }: { match: Schemas['OverrideMatchAnswer'] }) => {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const changed = match.placements.filter(({ matched }) => matched > 0);
  const n = changed.reduce((sum, { matched }) => sum + matched, 0);
  return (
    <Box sx={{ fontWeight: 500 }}>
      {t('dialog.changes', { count: changed.length, names: listAll(changed.map(keyOf)), n })}
    </Box>
  );
};
