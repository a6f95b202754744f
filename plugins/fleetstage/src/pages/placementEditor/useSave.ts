import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useCreatePlacement, useUpdatePlacement } from '../../api/editorQueries';
import type { PlacementKey } from '../../api/placementQueries';
import { draftKey, keepDraft } from '../../model/placementEditor/draft';
import { nameOf, scopeOf } from '../../model/placementEditor/fields';
import { editText, newText } from '../../model/placementEditor/placementText';
import { createRequest, updateRequest } from '../../model/placementEditor/requests';
import { linkName } from '../../model/placements/placementFilters';
import { useGo, useHub, useLinks } from '../../routing';
import { placementEditorTranslationRef } from '../../translation/placementEditor';
import type { Editor } from './useEditor';
import { useWrites } from './useWrites';

/** Writes the placement and goes to it; what was typed stays where the hub refuses. */
export function useSave(editor: Editor, placement: PlacementKey | undefined, onConflict: () => void) {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const create = useCreatePlacement();
  const update = useUpdatePlacement();
  const toasts = useApi(toastApiRef);
  const analytics = useAnalytics();
  const hub = useHub();
  const links = useLinks();
  const go = useGo();
  const { manifest, base, forget } = editor;
  const name = nameOf(manifest);
  const write = async () => {
    if (placement && base.shown)
      await update.mutateAsync({ ...placement, body: updateRequest(manifest, base.shown) });
    else await create.mutateAsync(createRequest(manifest));
    forget();
    analytics.captureEvent(placement ? 'update' : 'create', `placement ${name}`);
    toasts.post({
      title: t(placement ? 'done.saved' : 'done.created', { name }),
      status: 'success',
      timeout: 6000,
    });
    go(links.placement(linkName({ scope: scopeOf(manifest), name })));
  };
  const writes = useWrites({ create, update, isNew: placement === undefined, base, write, onConflict });
  const asNew = () => {
    const text = editText(editor.text, ['metadata', 'name'], `${name}-2`);
    keepDraft(sessionStorage, draftKey(hub, 'new'), { text, baseText: newText(), savedAt: Date.now() });
    go(links.newPlacement());
  };
  return { ...writes, asNew };
}
