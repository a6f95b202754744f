import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { causeName } from '../../../model/placement/causes';
import { placementTranslationRef } from '../../../translation/placement';

/** Causes in words: alone, and with their number. */
export function useCauseWords() {
  const { t } = useTranslationRef(placementTranslationRef);
  return {
    word: (cause: string) => t(`cause.${causeName(cause)}`),
    count: (cause: string, clusters: number): string => {
      const name = causeName(cause);
      if (name === 'ScoredTooLow' || name === 'AffinityMismatch')
        return t(`count.${name}`, { count: clusters });
      return t(`count.${name}`, { n: clusters });
    },
  };
}
