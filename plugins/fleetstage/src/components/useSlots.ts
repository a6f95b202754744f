import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { runTranslationRef } from '../translation/run';

/** How many clusters of a stage move at a time, in words. */
export function useSlotsWords(): (stage: { slots?: number; total: number }) => string {
  const { t } = useTranslationRef(runTranslationRef);
  return ({ slots = 1, total }) => {
    if (slots >= total && total > 1) return t('slots.all');
    return slots === 1 ? t('slots.one') : t('slots.many', { n: slots });
  };
}
