import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { actTranslationRef } from '../../translation/act';
import { consequenceTranslationRef } from '../../translation/consequence';

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
  return ({ kind, stage = '', task, run = '', runIs, reason = '' }) => {
    if (kind === 'gate') {
      const side = task === 'after' ? 'gateAfter' : 'gateBefore';
      return {
        sentence: t(`sentence.${side}`, { stage }),
        confirm: t(`confirm.${side}`, { stage }),
        done: t(`done.${side}`, { stage }),
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
