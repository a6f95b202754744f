import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { listChoices } from '../../../model/listNames';
import type { PolicyFacts, Requirement } from '../../../model/placement/requirements';
import { refusalOf } from '../../../model/placement/why';
import { placementTranslationRef } from '../../../translation/placement';

type Row = Schemas['PlacementCluster'];

/** A label that keeps a cluster out: what it is, what is wanted. */
export function useRequirementWords(): (requirement: Requirement) => string {
  const { t } = useTranslationRef(placementTranslationRef);
  return ({ key, seen, wanted: query, values }) => {
    const wanted = values === undefined ? query : listChoices(values);
    return seen === undefined ? t('why.unset', { key, wanted }) : t('why.seen', { key, seen, wanted });
  };
}

/** Why a cluster is not picked, in a line; of an earlier decision the policy is not known. */
export function useRefusalWords(): (row: Row, policy?: PolicyFacts) => string {
  const { t } = useTranslationRef(placementTranslationRef);
  const sayRequirement = useRequirementWords();
  return (row, policy) => {
    const { cause, taint, unmet, reason } = refusalOf(row, policy);
    if (cause === 'UntoleratedTaint' && taint) return taint;
    if (cause === 'AffinityMismatch' && unmet.length > 0) return unmet.map(sayRequirement).join('; ');
    // The engine says so of those whose labels match alone.
    if (cause === 'PropertyMismatch') return t('why.refused.labelsProperties');
    if (cause === 'NotNamed') return t('why.refused.named');
    if (cause === 'ScoredTooLow' || cause === 'NotNeeded') return t('why.refused.score');
    return reason;
  };
}
