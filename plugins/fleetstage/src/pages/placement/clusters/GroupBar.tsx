import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { FilterChips } from '../../../components/FilterChips';
import { BY_OWNER, ownerRefs } from '../../../model/placement/clusterGroups';
import { placementTranslationRef } from '../../../translation/placement';
import { usePlacementUrl } from '../usePlacementUrl';
import { NO_LABEL } from './useClusterRows';
import { useGroupWords } from './useGroupWords';

interface GroupBarProps extends Pick<Schemas['PlacementClusterPage'], 'groups'> {
  /** Number of an earlier decision: what was available then is not known. */
  readonly decided?: number;
}

/** State of the placement by the values of a label, or by owners; a click narrows the table to one of them. */
export const GroupBar = ({ groups, decided }: GroupBarProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const words = useGroupWords();
  const { group, of, setGroupValue } = usePlacementUrl();
  if (groups === undefined || group === '') return null;
  const line = decided === undefined ? 'clusters.groupLine' : 'clusters.groupPicked';
  return (
    <Box sx={{ px: 2, py: 1.25, borderBottom: 1, borderColor: 'divider', maxHeight: 180, overflow: 'auto' }}>
      <FilterChips
        label={words.by(group)}
        isSingle
        value={of}
        onChange={value => setGroupValue(value)}
        options={groups.map(({ value, clusters, picked, available }) => ({
          value: value === '' ? NO_LABEL : value,
          label: (
            <span title={(group === BY_OWNER && ownerRefs(value)) || undefined}>
              {t(line, { value: words.value(group, value), n: clusters, picked, available })}
            </span>
          ),
        }))}
      />
    </Box>
  );
};
