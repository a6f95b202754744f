import { toastApiRef, useAnalytics, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useState } from 'react';
import { messageOf, troubleOf } from '../../api/errors';
import { useCreateRun } from '../../api/mutations';
import { inScope } from '../../model/createRun/inScope';
import { keyOfLink, linkName } from '../../model/placements/placementFilters';
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
  const [sent, setSent] = useState('');
  const create = async () => {
    setSent(draft.name);
    const { scope, name: placement } = keyOfLink(draft.placement);
    const made = await mutateAsync({ ...draft, ...inScope(scope), placement }).catch(() => undefined);
    if (made === undefined) return;
    analytics.captureEvent('create', `run ${made.name}`, { attributes: { state: draft.state } });
    toasts.post({
      title: t('act.created', { name: made.name }),
      description: t(draft.state === 'Run' ? 'act.createdRun' : 'act.createdPrepare'),
      status: 'success',
      timeout: 6000,
    });
    go(links.run(linkName(made)));
  };
  const isConflict = error !== null && troubleOf(error) === 'conflict';
  return {
    create: () => void create(),
    /** For the foot of the dialog. */
    error: isConflict ? null : error,
    /** Why the name cannot be: a run has it. It is said at the name, until that is another one. */
    taken: isConflict && sent === draft.name ? messageOf(error) : undefined,
    isPending,
  };
}
