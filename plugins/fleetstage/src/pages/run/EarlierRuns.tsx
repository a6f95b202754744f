import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { Age } from '../../components/Age';
import { RunClusterChip } from '../../components/chips';
import { FleetLink } from '../../components/FleetLink';
import { useTimeWords } from '../../components/useTimeWords';
import { linkName } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';

interface EarlierRunsProps {
  /** Of all runs of a placement. */
  readonly scope: string;
  readonly runs: Schemas['RunClusterDetail']['earlierRuns'];
}

/** How earlier runs went on the cluster. */
export const EarlierRuns = ({ scope, runs }: EarlierRunsProps) => {
  const links = useLinks();
  const { duration } = useTimeWords();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {runs.map(({ name, state, endedAt, tookSeconds }) => (
        <Box
          component="li"
          key={name}
          sx={{ display: 'flex', gap: 1, alignItems: 'center', py: 0.5, fontSize: 13, flexWrap: 'wrap' }}
        >
          <FleetLink to={links.run(linkName({ scope, name }))}>{name}</FleetLink>
          <RunClusterChip state={state} size="small" />
          <Box sx={{ ml: 'auto', color: 'text.secondary', fontSize: 12 }}>
            {tookSeconds !== undefined && duration(tookSeconds * 1000)}
            {tookSeconds !== undefined && endedAt && ', '}
            {endedAt && <Age at={endedAt} isAgo />}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
