import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useLaterWords } from '../../components/acts/useLaterWords';
import { useNow, useTimeWords } from '../../components/useTimeWords';
import type { ApprovalItem } from '../../model/approvals/inbox';
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

/** What a decision has led to, of what is known of it. */
export function useStartedWords(): (item: ApprovalItem) => string {
  const { t } = useTranslationRef(approvalsTranslationRef);
  const starts = useStartsWords();
  return ({ decision, startsStage }) => {
    if (decision === undefined) return starts(startsStage);
    if (decision.verdict === 'rejected') return t('started.nothing');
    const { kind, stage = '', clusterCount: count } = startsStage;
    switch (kind) {
      case 'stage':
        return count === 0 ? t('started.noCluster', { stage }) : t('started.stage', { count, stage });
      case 'removal':
        return t('started.removal', { count });
      case 'finish':
        return t('started.finish');
      case 'nothing':
        return t('started.gone');
      default:
        // A gate, a wait or a run that came first: that is so now, too.
        return starts(startsStage);
    }
  };
}
