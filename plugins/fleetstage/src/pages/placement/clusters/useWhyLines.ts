import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { whatIfTranslationRef } from '../../../translation/whatif';

type Why = Schemas['ClusterWhy'];

export interface WhyLine {
  readonly id: string;
  readonly look: 'passed' | 'refused' | 'adds' | 'takes' | 'nothing';
  readonly name: string;
  readonly text: string;
}

const FILTERS = [
  'ClusterAffinity',
  'ClusterEligibility',
  'TaintToleration',
  'TopologySpreadConstraints',
  'NamespaceAffinity',
  'ClusterNames',
] as const;
const SCORES = ['ClusterAffinity', 'TopologySpreadConstraints', 'SamePlacementAffinity'] as const;

/** What each filter saw and wanted. A filter of this installation goes by its own name. */
export function useFilterLines({ filters }: Why): readonly WhyLine[] {
  const { t } = useTranslationRef(whatIfTranslationRef);
  return filters.map(({ filter, outcome, seen, wanted, message }) => {
    const known = FILTERS.find(one => one === filter);
    const isAsked = outcome === 'passed' || outcome === 'refused';
    const findings = seen !== undefined && wanted ? t('why.seen', { seen, wanted }) : seen;
    const text = isAsked ? (findings ?? message ?? t(`why.${outcome}`)) : t(`why.${outcome}`);
    return {
      id: `filter ${filter}`,
      look: isAsked ? outcome : 'nothing',
      name: known === undefined ? filter : t(`why.filter.${known}`),
      text,
    };
  });
}

/** The parts of the score, or that there is none; a fixed list and every cluster are not scored at all. */
export function useScoreLines({ parts, filters, wanted }: Why): readonly WhyLine[] {
  const { t } = useTranslationRef(whatIfTranslationRef);
  if (parts.length === 0) {
    const isScored = wanted !== undefined && filters.every(({ filter }) => filter !== 'ClusterNames');
    const line = { id: 'score', look: 'nothing', name: t('why.scoreRow'), text: t('why.noScore') } as const;
    return isScored && filters.some(({ outcome }) => outcome === 'refused') ? [line] : [];
  }
  return parts.map(({ plugin, subject, kind, value }, i) => {
    const known = SCORES.find(one => one === plugin);
    return {
      id: `score ${i} ${plugin} ${kind ?? ''}`,
      look: value > 0 ? 'adds' : value < 0 ? 'takes' : 'nothing',
      name: known === undefined ? plugin : t(`why.score.${known}`),
      text: t('why.value', { subject, value: value > 0 ? `+${value}` : String(value) }),
    };
  });
}
