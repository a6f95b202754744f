import { useTranslationRef } from '@backstage/frontend-plugin-api';
import DeleteSweep from '@mui/icons-material/DeleteSweep';
import Inventory from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import { usePlacementClusters } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import { Consequence } from '../../../components/acts/Consequence';
import { FleetLink } from '../../../components/FleetLink';
import { fewNames } from '../../../model/placement/fewNames';
import { keepsObjects } from '../../../model/placement/keepsObjects';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import { useLinks } from '../../../routing';
import { placementTranslationRef } from '../../../translation/placement';
import { placementRemoveTranslationRef } from '../../../translation/placementRemove';

/** Names that are read; the others are counted. */
const NAMED = 3;

/** Which objects go from which clusters, in numbers and names; or that they stay. */
export const DeleteConsequence = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const remove = useTranslationRef(placementRemoveTranslationRef);
  const links = useLinks();
  const { picked, resources, run, manifest } = placement;
  // An engine of another version does not count; then what is selected is the most that there can be.
  const held = placement.holds ?? { objects: resources.length * picked, clusters: picked };
  const numbers = { objects: t('header.objects', { count: held.objects }), count: held.clusters };
  const isKept = keepsObjects(manifest);
  return (
    <>
      <Consequence
        icon={isKept ? Inventory : DeleteSweep}
        title={held.clusters === 0 ? remove.t('nowhere') : remove.t(isKept ? 'keeps' : 'takes', numbers)}
      >
        {held.clusters > 0 && remove.t(isKept ? 'keepsWhy' : 'takesWhy')} {remove.t('history')}
      </Consequence>
      {held.clusters > 0 && <Named placement={placement} without={picked - held.clusters} />}
      {run !== undefined && (
        <Box sx={{ mt: 1.5 }}>
          {remove.t('run', {
            run: (
              <FleetLink to={links.run(linkName({ scope: placement.scope, name: run }))} underline="always">
                {run}
              </FleetLink>
            ),
          })}
        </Box>
      )}
    </>
  );
};

interface NamedProps {
  readonly placement: Placement;
  /** Picked clusters that have none of its objects. */
  readonly without: number;
}

const Named = ({ placement, without }: NamedProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const remove = useTranslationRef(placementRemoveTranslationRef);
  const { resources, picked } = placement;
  const clusters = usePages(
    usePlacementClusters(placement, { decision: 'picked', sort: 'cluster', limit: NAMED }).data,
  )?.items.map(({ cluster }) => cluster);
  const say = (names: readonly string[], total: number) => {
    const { shown, more } = fewNames(names, total, NAMED);
    return more === 0 ? shown : remove.t('andMore', { names: shown, count: more });
  };
  const named = clusters && say(clusters, picked);
  const lines: readonly (readonly [string, string])[] = [
    [
      t('tabs.clusters'),
      named === undefined
        ? '…'
        : without > 0
          ? remove.t('holdsNone', { names: named, count: without })
          : named,
    ],
    [
      t('tabs.resources'),
      say(
        resources.map(({ kind, name }) => `${kind} ${name}`),
        resources.length,
      ),
    ],
  ];
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.5,
        m: 0,
        mt: 1.5,
        fontSize: 13,
      }}
    >
      {lines.map(([label, text]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
