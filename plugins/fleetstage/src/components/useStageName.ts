import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { DELETION_STAGE } from '@fleetstage/backstage-plugin-fleetstage-common';
import { useCallback } from 'react';
import { runTranslationRef } from '../translation/run';

/** A stage by the name that people know: the last one of a run has none. */
export function useStageName(): (name: string) => string {
  const { t } = useTranslationRef(runTranslationRef);
  return useCallback(name => (name === DELETION_STAGE ? t('stage.removal') : name), [t]);
}
