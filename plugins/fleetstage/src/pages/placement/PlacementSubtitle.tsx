import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useOwners, useOwnersKnown } from '../../api/useOwners';
import { FleetLink } from '../../components/FleetLink';
import { Owners } from '../../components/Owners';
import { PolicyInWords } from '../../components/PolicyInWords';
import { listNames } from '../../model/listNames';
import type { Placement } from '../../model/placement/now';
import { linkName, snapshotWords } from '../../model/placements/placementFilters';
import { useLinks } from '../../routing';
import { placementTranslationRef } from '../../translation/placement';

/** The policy in words; how changes move; which snapshots run where. */
export const PlacementSubtitle = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const links = useLinks();
  const { policy, resources, strategyInWords, run } = placement;
  const owners = useOwners({ kind: 'placement', names: [linkName(placement)] });
  const areOwnersKnown = useOwnersKnown('placement', true);
  return (
    <>
      <Box sx={{ color: 'text.primary', fontSize: 14 }}>
        <PolicyInWords words={policy} manifest={placement.manifest} />
      </Box>
      {t('header.sentence', { text: t('header.objects', { count: resources.length }) })}{' '}
      {strategyInWords && <>{t('header.sentence', { text: strategyInWords })} </>}
      <Snapshots placement={placement} />
      {run && (
        <>
          {' '}
          {t('header.sentence', {
            text: t('header.movedBy', {
              run: (
                <FleetLink to={links.run(linkName({ scope: placement.scope, name: run }))} underline="always">
                  {run}
                </FleetLink>
              ),
            }),
          })}
        </>
      )}
      {/* A catalog that takes longer than the page waits for it: the line keeps the room of a name. */}
      {!areOwnersKnown && (
        <Skeleton component="span" variant="text" width={120} sx={{ display: 'inline-block', ml: 0.5 }} />
      )}
      {owners.length > 0 && (
        <> {t('header.sentence', { text: t('header.owner', { owners: <Owners owners={owners} /> }) })}</>
      )}
    </>
  );
};

const Snapshots = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const { on, pending } = snapshotWords(placement);
  const { picked } = placement;
  const list = listNames(on.map(one => t('header.snapshotPart', one)));
  const isElsewhere = pending !== undefined && on.every(({ index }) => index !== pending);
  return (
    <>
      {on.length === 1 && t('header.sentence', { text: t('header.snapshotOn', { ...on[0], count: picked }) })}
      {on.length > 1 && t('header.sentence', { text: t('header.snapshots', { list }) })}
      {isElsewhere && <> {t('header.sentence', { text: t('header.latest', { index: pending }) })}</>}
    </>
  );
};
