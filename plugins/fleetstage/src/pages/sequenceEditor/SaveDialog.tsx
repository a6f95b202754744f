import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import { SaveObjectDialog, type SaveObjectProps } from '../placementEditor/SaveObjectDialog';
import { EditEffect } from './EditEffect';
import type { LivePreview } from './useSequenceParts';

interface SaveDialogProps extends SaveObjectProps {
  /** As the hub answers; absent for a new one. */
  readonly detail: Schemas['SequenceDetail'] | undefined;
  readonly preview: LivePreview;
}

/** What the edit cancels, before it is written. */
export const SaveDialog = ({ detail, preview, ...props }: SaveDialogProps) => {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const { view, isCurrent, error } = preview;
  const isNew = detail === undefined;
  const cancels = view?.edit?.cancels.length ?? 0;
  return (
    <SaveObjectDialog
      what="sequence"
      isNew={isNew}
      confirmLabel={
        isNew
          ? t('dialog.create')
          : cancels > 0
            ? t('dialog.saveCancels', { count: cancels })
            : t('dialog.save')
      }
      isComputing={!isCurrent && error === undefined}
      {...props}
    >
      {isNew ? <div>{t('dialog.created')}</div> : view?.edit && <EditEffect edit={view.edit} />}
    </SaveObjectDialog>
  );
};
