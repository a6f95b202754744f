import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { ROLLOUT_REASONS } from '@fleetstage/backstage-plugin-fleetstage-common';
import { versionStatusTranslationRef } from '../../translation/versionStatus';

/** Why a rollout is paused or over, within a sentence; a reason that pages do not know stays as it is. */
export function useWhyWords(): (reason: string) => string {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  return reason => {
    const known = ROLLOUT_REASONS.find(one => one === reason);
    return known === undefined ? reason : t(`why.${known}`);
  };
}
