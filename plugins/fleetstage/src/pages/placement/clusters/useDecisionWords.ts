import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import { placementTranslationRef } from '../../../translation/placement';
import { useCauseWords } from './useCauseWords';

type Decision = Schemas['PlacementDecision'];
type Cause = NonNullable<Decision['cause']>;

/** A decision in one line: when, and what led to it. */
export function useDecisionWords() {
  const { t } = useTranslationRef(placementTranslationRef);
  const { word } = useCauseWords();
  const { clock } = useTimeWords();
  const now = useNow();
  const ofCluster = ({ cluster, before, after }: Cause['clusters'][number]) => {
    if (after === undefined) return t('decisions.left', { cluster });
    if (before === undefined) return t('decisions.joined', { cluster });
    return t('decisions.changed', { cluster, cause: word(after) });
  };
  const ofCause = ({ cause, policyIndex }: Decision): string => {
    if (cause === undefined) return t('decisions.kind.unknown');
    const [first] = cause.clusters;
    if (cause.kind === 'policy') return t('decisions.kind.policy', { index: policyIndex });
    if (cause.kind !== 'clusters' || first === undefined)
      return t(`decisions.kind.${cause.kind === 'clusters' ? 'engine' : cause.kind}`);
    const words = ofCluster(first);
    return cause.count > 1 ? t('decisions.more', { cause: words, n: cause.count - 1 }) : words;
  };
  const line = (decision: Decision) => {
    const words = { at: clock(decision.at, now), cause: ofCause(decision) };
    return decision.isLast ? t('decisions.newest', words) : t('decisions.earlier', words);
  };
  return { line };
}
