import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useCreateSequence, useUpdateSequence } from '../../api/sequenceEditorQueries';
import { keepDraft } from '../../model/placementEditor/draft';
import { nameOf } from '../../model/placementEditor/fields';
import { updateRequest } from '../../model/placementEditor/requests';
import { createSequenceRequest } from '../../model/sequenceEditor/base';
import { newSequenceText, sequenceDraftKey } from '../../model/sequenceEditor/sequenceText';
import { copyText } from '../../model/strategyEditor/strategyText';
import { useGo, useHub, useLinks } from '../../routing';
import { sequenceEditorTranslationRef } from '../../translation/sequenceEditor';
import type { Editor } from '../placementEditor/useEditor';
import { useWrites } from '../placementEditor/useWrites';

/** Writes the sequence and goes to it; what was typed stays where the hub refuses. */
export function useSequenceSave(editor: Editor, name: string | undefined, onConflict: () => void) {
  const { t } = useTranslationRef(sequenceEditorTranslationRef);
  const create = useCreateSequence();
  const update = useUpdateSequence();
  const toasts = useApi(toastApiRef);
  const analytics = useAnalytics();
  const hub = useHub();
  const links = useLinks();
  const go = useGo();
  const { manifest, base, forget } = editor;
  const written = name ?? nameOf(manifest);
  const write = async () => {
    if (name !== undefined && base.shown)
      await update.mutateAsync({ name, body: updateRequest(manifest, base.shown) });
    else await create.mutateAsync(createSequenceRequest(manifest));
    forget();
    analytics.captureEvent(name === undefined ? 'create' : 'update', `sequence ${written}`);
    toasts.post({
      title: t(name === undefined ? 'done.created' : 'done.saved', { name: written }),
      status: 'success',
      timeout: 6000,
    });
    go(links.sequence(written));
  };
  const writes = useWrites({ create, update, isNew: name === undefined, base, write, onConflict });
  const asNew = () => {
    keepDraft(sessionStorage, sequenceDraftKey(hub, 'new'), {
      text: copyText(editor.text, `${written}-2`),
      baseText: newSequenceText(),
      savedAt: Date.now(),
    });
    go(links.newSequence());
  };
  return { ...writes, asNew };
}
