import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { previewTranslationRef } from '../translation/preview';

/** `4 clusters with 1 override`. */
export function useVariantTitle(count: number, overrides: number): string {
  const { t } = useTranslationRef(previewTranslationRef);
  if (overrides === 0) return t('without', { count });
  return t('with', { count, overrides: t('overrides', { count: overrides }) });
}
