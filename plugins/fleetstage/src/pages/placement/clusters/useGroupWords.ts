import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useOwnersByName } from '../../../api/useOwners';
import { BY_OWNER, ownerNames } from '../../../model/placement/clusterGroups';
import { placementTranslationRef } from '../../../translation/placement';
import { sharedTranslationRef } from '../../../translation/shared';

/** What clusters are counted by, and one group of them, in words. */
export function useGroupWords() {
  const { t } = useTranslationRef(placementTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const byOwner: string = t('clusters.groupByOwner');
  const hasOwners = useOwnersByName('cluster').size > 0;
  // Clusters may have a label `owner`, beside the owners that the catalog names.
  const byLabel = (label: string) =>
    hasOwners && label.toLowerCase() === byOwner.toLowerCase()
      ? t('clusters.groupByLabel', { label })
      : label;
  const without = (group: string) =>
    group === BY_OWNER ? t('clusters.withoutOwner') : t('clusters.without', { label: group });
  return {
    by: (group: string) => (group === BY_OWNER ? byOwner : byLabel(group)),
    /** Beside the numbers of the group; the empty value is of clusters that have none. */
    value: (group: string, value: string) => {
      if (value === '') return without(group);
      return group === BY_OWNER ? ownerNames(value) : value;
    },
    /** As a filter. */
    filter: (group: string, value: string) => {
      if (value === '') return without(group);
      return group === BY_OWNER ? shared.t('owner.is', { name: ownerNames(value) }) : `${group}=${value}`;
    },
  };
}
