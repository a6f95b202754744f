import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { Code } from '../../../components/Code';
import { listNames } from '../../../model/listNames';
import { compareLabels, type PolicyFacts } from '../../../model/placement/requirements';
import { refusalOf, type WhyStep } from '../../../model/placement/why';
import { placementTranslationRef } from '../../../translation/placement';
import { useRequirementWords } from './useRefusalWords';

type Row = Schemas['PlacementCluster'];

/** What a filter saw and what it wanted. */
export function useStepWords(): (step: WhyStep, row: Row, policy: PolicyFacts) => ReactNode {
  const { t } = useTranslationRef(placementTranslationRef);
  const sayRequirement = useRequirementWords();
  const passed = (step: WhyStep['step'], row: Row, policy: PolicyFacts) => {
    if (step === 'score' && row.score && Object.values(row.score).some(part => part !== 0)) {
      const { affinityScore: affinity = 0, priorityScore: spread = 0 } = row.score;
      return t('why.scores', { affinity, spread });
    }
    if (step !== 'labels') return t(`why.passed.${step}`);
    const met = compareLabels(policy, row.labels ?? {});
    if (met.length === 0) return t(policy.hasProperties ? 'why.passed.labels' : 'why.passed.labelsNone');
    return <Code>{met.map(({ wanted }) => wanted).join(', ')}</Code>;
  };
  const refused = (step: WhyStep['step'], row: Row, policy: PolicyFacts) => {
    const { taint, unmet, reason } = refusalOf(row, policy);
    if (step === 'taints' && taint) return <Code>{taint}</Code>;
    if (step === 'labels')
      return unmet.length > 0 ? listNames(unmet.map(sayRequirement)) : t('why.refused.labelsProperties');
    return step === 'eligible' || step === 'taints' ? reason : t(`why.refused.${step}`);
  };
  return ({ step, outcome }, row, policy) => {
    if (outcome === 'passed') return passed(step, row, policy);
    if (outcome === 'refused') return refused(step, row, policy);
    return t(step === 'score' ? 'why.notScored' : 'why.notLookedAt');
  };
}
