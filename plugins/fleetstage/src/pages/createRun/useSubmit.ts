import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useCreateRun } from '../../api/mutations';
import { useGo, useLinks } from '../../routing';
import { createRunTranslationRef } from '../../translation/createRun';
import type { RunForm } from './useRunForm';

/** Creates the run and goes to it; what was typed stays where the hub refuses. */
export function useSubmit(draft: RunForm['draft']) {
  const { t } = useTranslationRef(createRunTranslationRef);
  const { mutateAsync, error, isPending } = useCreateRun();
  const toasts = useApi(toastApiRef);
  const analytics = useAnalytics();
  const links = useLinks();
  const go = useGo();
  const create = async () => {
    const made = await mutateAsync(draft).catch(() => undefined);
    if (made === undefined) return;
    analytics.captureEvent('create', `run ${made.name}`, { attributes: { state: draft.state } });
    toasts.post({
      title: t('act.created', { name: made.name }),
      description: t(draft.state === 'Run' ? 'act.createdRun' : 'act.createdPrepare'),
      status: 'success',
      timeout: 6000,
    });
    go(links.run(made.scope === '_' ? made.name : `${made.scope}/${made.name}`));
  };
  return { create: () => void create(), error, isPending };
}
