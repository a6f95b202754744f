import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useCreateStrategy, useUpdateStrategy, type StrategyKey } from '../../api/strategyEditorQueries';
import { keepDraft } from '../../model/placementEditor/draft';
import { nameOf } from '../../model/placementEditor/fields';
import { linkName } from '../../model/placements/placementFilters';
import { createStrategyRequest, updateStrategyRequest } from '../../model/strategyEditor/base';
import { strategyDraftKey } from '../../model/strategyEditor/draftKey';
import { strategyScope } from '../../model/strategyEditor/strategyFields';
import { copyText, newStrategyText } from '../../model/strategyEditor/strategyText';
import { useGo, useHub, useLinks } from '../../routing';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import type { Editor } from '../placementEditor/useEditor';
import { useWrites } from '../placementEditor/useWrites';

/** Writes the strategy and goes to it; what was typed stays where the hub refuses. */
export function useStrategySave(editor: Editor, saved: StrategyKey | undefined, onConflict: () => void) {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const create = useCreateStrategy();
  const update = useUpdateStrategy();
  const toasts = useApi(toastApiRef);
  const analytics = useAnalytics();
  const hub = useHub();
  const links = useLinks();
  const go = useGo();
  const { manifest, base, forget } = editor;
  const scope = saved?.scope ?? strategyScope(manifest);
  const name = saved?.name;
  const written = name ?? nameOf(manifest);
  const write = async () => {
    if (name !== undefined && base.shown)
      await update.mutateAsync({ scope, name, body: updateStrategyRequest(manifest, base.shown) });
    else await create.mutateAsync(createStrategyRequest(manifest));
    forget();
    analytics.captureEvent(name === undefined ? 'create' : 'update', `strategy ${written}`);
    toasts.post({
      title: t(name === undefined ? 'done.created' : 'done.saved', { name: written }),
      status: 'success',
      timeout: 6000,
    });
    go(links.strategy(linkName({ scope, name: written })));
  };
  const writes = useWrites({ create, update, isNew: name === undefined, base, write, onConflict });
  const asNew = () => {
    keepDraft(sessionStorage, strategyDraftKey(hub, 'new'), {
      text: copyText(editor.text, `${written}-2`),
      baseText: newStrategyText(),
      savedAt: Date.now(),
    });
    go(links.newStrategy());
  };
  return { ...writes, asNew };
}
