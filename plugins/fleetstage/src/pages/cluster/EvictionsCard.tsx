import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { EvictionTable } from '../../components/EvictionTable';
import { SectionCard } from '../../components/SectionCard';
import type { Cluster } from '../../model/clusters/now';
import { evictionsTranslationRef } from '../../translation/evictions';

/** Evictions from this cluster; nothing where there were none. */
export const EvictionsCard = ({ cluster: { evictions, evictionsTotal: total } }: { cluster: Cluster }) => {
  const { t } = useTranslationRef(evictionsTranslationRef);
  if (total === 0) return null;
  const count =
    evictions.length < total ? t('list.shown', { n: evictions.length, total }) : total.toLocaleString();
  return (
    <SectionCard title={t('list.title')} count={count}>
      <EvictionTable rows={evictions} by="placement" />
    </SectionCard>
  );
};
