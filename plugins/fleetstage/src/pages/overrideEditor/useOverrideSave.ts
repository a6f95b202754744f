import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useCreateOverride, useUpdateOverride, type OverrideAddress } from '../../api/overrideQueries';
import {
  createOverrideRequest,
  overrideDraftKey,
  updateOverrideRequest,
} from '../../model/overrideEditor/base';
import { copyText, newOverrideText, scopeOf } from '../../model/overrideEditor/overrideText';
import { keyOf } from '../../model/overrides/overrideList';
import { keepDraft } from '../../model/placementEditor/draft';
import { nameOf } from '../../model/placementEditor/fields';
import { useGo, useHub, useLinks } from '../../routing';
import { overrideEditorTranslationRef } from '../../translation/overrideEditor';
import type { Editor } from '../placementEditor/useEditor';
import { useWrites } from '../placementEditor/useWrites';

/** Writes the override and goes to it; what was typed stays where the hub refuses. */
export function useOverrideSave(
  editor: Editor,
  address: OverrideAddress | undefined,
  onConflict: () => void,
) {
  const { t } = useTranslationRef(overrideEditorTranslationRef);
  const create = useCreateOverride();
  const update = useUpdateOverride();
  const toasts = useApi(toastApiRef);
  const analytics = useAnalytics();
  const hub = useHub();
  const links = useLinks();
  const go = useGo();
  const { manifest, base, forget } = editor;
  const isNew = address === undefined;
  const written = keyOf(address ?? { scope: scopeOf(manifest), name: nameOf(manifest) });
  const write = async () => {
    if (address !== undefined && base.shown)
      await update.mutateAsync({ ...address, body: updateOverrideRequest(manifest, base.shown) });
    else await create.mutateAsync(createOverrideRequest(manifest));
    forget();
    analytics.captureEvent(isNew ? 'create' : 'update', `override ${written}`);
    toasts.post({
      title: t(isNew ? 'done.created' : 'done.saved', { name: written }),
      status: 'success',
      timeout: 6000,
    });
    go(links.override(written));
  };
  const writes = useWrites({ create, update, isNew, base, write, onConflict });
  const asNew = () => {
    keepDraft(sessionStorage, overrideDraftKey(hub, 'new'), {
      text: copyText(editor.text, `${nameOf(manifest)}-2`),
      baseText: newOverrideText(),
      savedAt: Date.now(),
    });
    go(links.newOverride());
  };
  return { ...writes, asNew };
}
