import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { actTranslationRef } from '../../translation/act';
import { consequenceTranslationRef } from '../../translation/consequence';
import { useNow, useTimeWords } from '../useTimeWords';

interface LaterWords {
  /** Without its full stop. */
  readonly sentence: string;
  /** Of the button. */
  readonly confirm: string;
  /** Said when it is done. */
  readonly done: string;
}

/** Words of an approval after which no cluster starts yet; nothing where one does. */
export function useLaterWords(): (starts: Schemas['StartsStage']) => LaterWords | undefined {
  const { t } = useTranslationRef(consequenceTranslationRef);
  const act = useTranslationRef(actTranslationRef).t;
  const { clock } = useTimeWords();
  const now = useNow(60_000);
  return ({ kind, stage = '', task, title, endsAt, run = '', runIs, reason = '' }) => {
    if (kind === 'gate') {
      const side =
        `${title === undefined ? 'gate' : 'added'}${task === 'after' ? 'After' : 'Before'}` as const;
      const words = { stage, title: title ?? '' };
      return {
        sentence: t(`sentence.${side}`, words),
        confirm: t(`confirm.${side}`, words),
        done: t(`done.${side}`, words),
      };
    }
    if (kind === 'wait' && title !== undefined && endsAt !== undefined) {
      const time = clock(endsAt, now);
      return {
        sentence: t('sentence.addedUntil', { time, title }),
        confirm: act('approve.confirmWait'),
        done: t('done.addedUntil', { time, title }),
      };
    }
    if (kind === 'held') {
      return {
        sentence: t(runIs === undefined ? 'sentence.held' : `sentence.heldBy.${runIs}`, { run, stage }),
        confirm: t('confirm.held', { run }),
        done: t('done.held', { run, stage }),
      };
    }
    if (kind !== 'nothing') return undefined;
    return {
      sentence: t('sentence.nothing', { reason: reason.replace(/\.$/, '') }),
      confirm: act('approve.confirm'),
      done: t('done.nothing', { reason }),
    };
  };
}
