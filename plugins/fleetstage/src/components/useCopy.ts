import { toastApiRef, useApi, useTranslationRef } from '@backstage/frontend-plugin-api';
import { useCallback } from 'react';
import { sharedTranslationRef } from '../translation/shared';

/** Copies text and says so. */
export function useCopy(): (text: string, said?: string) => void {
  const toast = useApi(toastApiRef);
  const { t } = useTranslationRef(sharedTranslationRef);
  return useCallback(
    (text, said) => {
      // Without a secure origin the browser has no clipboard.
      Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
        () => toast.post({ title: said ?? t('copy.copied'), status: 'success', timeout: 3000 }),
        () => toast.post({ title: t('copy.failed'), status: 'warning', timeout: 6000 }),
      );
    },
    [toast, t],
  );
}
