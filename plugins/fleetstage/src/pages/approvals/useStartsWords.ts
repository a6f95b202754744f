import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useLaterWords } from '../../components/acts/useLaterWords';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import { approvalsTranslationRef } from '../../translation/approvals';

/** What an approval starts, in one sentence without its full stop. */
export function useStartsWords(): (starts: Schemas['StartsStage']) => string {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const { clock } = useTimeWords();
  const now = useNow();
  const later = useLaterWords();
  return starts => {
    const words = later(starts);
    if (words !== undefined) return words.sentence;
    const { kind, stage = '', clusterCount: count, slots, endsAt } = starts;
    switch (kind) {
      case 'removal':
        return t('starts.removal', { count });
      case 'finish':
        return t('starts.finish');
      case 'wait':
        return endsAt ? t('starts.waitUntil', { at: clock(endsAt, now) }) : t('starts.wait');
      default:
        if (count === 0) return t('starts.noCluster', { stage });
        return slots === undefined
          ? t('starts.stage', { count, stage })
          : t('starts.slots', { count, stage, slots });
    }
  };
}
