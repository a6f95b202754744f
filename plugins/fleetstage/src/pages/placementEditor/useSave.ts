import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { ResponseError } from '@backstage/errors';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useCallback, useEffect } from 'react';
import { troubleOf } from '../../api/errors';
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

/** Writes the placement and goes to it; what was typed stays where the hub refuses. */
export function useSave(editor: Editor, placement: PlacementKey | undefined, onConflict: () => void) {
  const { t } = useTranslationRef(placementEditorTranslationRef);
  const create = useCreatePlacement();
  const update = useUpdatePlacement();
  const { reset: resetCreate } = create;
  const { reset: resetUpdate } = update;
  const toasts = useApi(toastApiRef);
  const analytics = useAnalytics();
  const hub = useHub();
  const links = useLinks();
  const go = useGo();
  const { manifest, base, forget } = editor;
  const name = nameOf(manifest);
  const { error } = placement ? update : create;
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
  const save = () =>
    void write().catch((cause: unknown) => {
      if (placement && troubleOf(cause) === 'conflict') onConflict();
    });
  const reset = useCallback(() => {
    resetCreate();
    resetUpdate();
  }, [resetCreate, resetUpdate]);
  // A refusal is about what was to be written over the base of then.
  useEffect(reset, [reset, base]);
  const asNew = () => {
    const text = editText(editor.text, ['metadata', 'name'], `${name}-2`);
    keepDraft(sessionStorage, draftKey(hub, 'new'), { text, baseText: newText(), savedAt: Date.now() });
    go(links.newPlacement());
  };
  return {
    save,
    asNew,
    error,
    causes: causesOf(error),
    isPending: create.isPending || update.isPending,
    isConflict: placement !== undefined && error !== null && troubleOf(error) === 'conflict',
    reset,
  };
}

const NONE: readonly Schemas['RefusalCause'][] = [];

/** What the hub has refused, field by field. */
function causesOf(error: unknown): readonly Schemas['RefusalCause'][] {
  if (!(error instanceof ResponseError)) return NONE;
  const { causes } = error.body.error as { causes?: Schemas['RefusalCause'][] };
  return causes ?? NONE;
}
