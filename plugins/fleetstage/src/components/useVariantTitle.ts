import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { previewTranslationRef } from '../translation/preview';

/** `4 clusters with 1 override`. */
export function useVariantTitle({
  clusterCount: count,
  overrides,
}: Pick<Schemas['PreviewVariant'], 'clusterCount' | 'overrides'>): string {
  const { t } = useTranslationRef(previewTranslationRef);
  if (overrides.length === 0) return t('without', { count });
  return t('with', { count, overrides: t('overrides', { count: overrides.length }) });
}
