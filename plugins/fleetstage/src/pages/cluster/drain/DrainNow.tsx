import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { NowCard } from '../../../components/NowCard';
import type { Cluster } from '../../../model/clusters/now';
import { drainTranslationRef } from '../../../translation/drain';

/** A drain that goes on only when somebody changes a budget or a placement. */
export const DrainNow = ({ drain }: { drain: NonNullable<Cluster['drain']> }) => {
  const { t } = useTranslationRef(drainTranslationRef);
  return (
    <NowCard
      tone="warning"
      title={t('nowBlocked', { evicted: drain.evicted ?? 0, total: drain.total ?? 0 })}
      consequence={t('blockedHelp')}
    />
  );
};
