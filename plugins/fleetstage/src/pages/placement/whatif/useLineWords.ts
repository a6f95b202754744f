import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { policyInWords } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Placement } from '../../../model/placement/now';
import type { ChangeLine } from '../../../model/whatif/change';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { useWhatIfUrl } from './useWhatIfUrl';

/** A change in a line; where only the number differs, the number. */
export function useLineWords(placement: Placement): (line: ChangeLine) => string {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { change } = useWhatIfUrl();
  return ({ kind, cluster = '', name = '', value }) => {
    switch (kind) {
      case 'policy':
        return sayPolicy(t, policyOf(placement), change.policy);
      case 'label':
        return value === undefined
          ? t('line.labelGone', { name, cluster })
          : t('line.label', { name, value, cluster });
      case 'property':
        return value === undefined
          ? t('line.propertyGone', { name, cluster })
          : t('line.property', { name, value, cluster });
      case 'taint':
      case 'taintGone':
      case 'namespace':
        return t(`line.${kind}`, { name, cluster });
      default:
        return t(`line.${kind}`, { cluster });
    }
  };
}

/** The policy as the object has it. */
export function policyOf({ manifest }: Placement): PlacementPolicy | undefined {
  const { spec } = manifest;
  const policy = isJsonObject(spec) ? spec.policy : undefined;
  return isJsonObject(policy) ? (policy as PlacementPolicy) : undefined;
}

type Words = ReturnType<typeof useTranslationRef<typeof whatIfTranslationRef.T>>['t'];

function sayPolicy(t: Words, before: PlacementPolicy | undefined, after: unknown): string {
  if (!isJsonObject(after)) return t('line.policyGone');
  const { numberOfClusters: to, ...rest } = after as PlacementPolicy;
  const { numberOfClusters: from, ...restBefore } = before ?? {};
  const isOnlyNumber =
    from !== undefined && to !== undefined && JSON.stringify(rest) === JSON.stringify(restBefore);
  return isOnlyNumber
    ? t('line.number', { from, to })
    : t('line.policy', { words: policyInWords(after as PlacementPolicy) });
}
