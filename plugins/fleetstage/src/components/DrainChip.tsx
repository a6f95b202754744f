import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { drainLook } from '../model/clusters/drain';
import { drainTranslationRef } from '../translation/drain';
import { StatusChip } from './StatusChip';

interface DrainChipProps {
  readonly drain: Schemas['ClusterDrainSummary'];
  readonly size?: 'small' | 'medium';
}

/** `Draining: 2 of 5`. */
export const DrainChip = ({ drain: { state, evicted, total }, size = 'small' }: DrainChipProps) => {
  const { t } = useTranslationRef(drainTranslationRef);
  const { icon, tone } = drainLook(state);
  const word = t(`state.${state}`);
  const isCounted = (state === 'draining' || state === 'blocked') && total !== undefined && total > 0;
  const label = isCounted ? t('counted', { state: word, evicted: evicted ?? 0, total }) : word;
  return <StatusChip icon={icon} tone={tone} size={size} label={label} />;
};
