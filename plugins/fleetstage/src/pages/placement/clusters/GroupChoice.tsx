import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { useOwnersByName } from '../../../api/useOwners';
import { Choice } from '../../../components/ListBar';
import { BY_OWNER } from '../../../model/placement/clusterGroups';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import { useGroupWords } from './useGroupWords';

/** What clusters are counted by: their owners, where the catalog knows some, or one of their labels. */
export const GroupChoice = ({ labels }: { labels: readonly string[] }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { by } = useGroupWords();
  const { group, setGroup } = usePlacementUrl();
  const hasOwners = useOwnersByName('cluster').size > 0;
  const known = [...(hasOwners ? [BY_OWNER] : []), ...labels];
  const keys = group === '' || known.includes(group) ? known : [...known, group];
  if (keys.length === 0) return null;
  return (
    <Choice
      label={t('clusters.group')}
      value={group}
      options={[['', t('clusters.noGroup')], ...keys.map(key => [key, by(key)] as const)]}
      onChange={setGroup}
      isNamed
    />
  );
};
