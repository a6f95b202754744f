import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { Fragment } from 'react';
import { useOwners } from '../../../api/useOwners';
import { Owners } from '../../../components/Owners';
import type { Placement } from '../../../model/placement/now';
import { linkName } from '../../../model/placements/placementFilters';
import type { Acts } from '../../../model/status/words';
import { placementTranslationRef } from '../../../translation/placement';
import { statusTranslationRef } from '../../../translation/status';

interface ActorsProps {
  readonly actors: readonly Acts[];
  readonly placement: Placement;
  /** Whose owners could act. */
  readonly clusters?: readonly string[];
}

const NONE: readonly string[] = [];

/** Who could act, with the teams where the catalog knows them: "Cluster owner (team-platform)". */
export const Actors = ({ actors, placement, clusters = NONE }: ActorsProps) => {
  const { t } = useTranslationRef(placementTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const ofClusters = useOwners({ kind: 'cluster', names: clusters });
  const ofApp = useOwners({ kind: 'placement', names: [linkName(placement)] });
  const known: Partial<Record<Acts, readonly string[]>> = { clusterOwner: ofClusters, appOwner: ofApp };
  return (
    <>
      {actors.map((actor, i) => {
        const owners = known[actor] ?? NONE;
        const word = status.t(`actor.${actor}`);
        return (
          <Fragment key={actor}>
            {i > 0 && ', '}
            {owners.length === 0 ? word : t('now.actor', { actor: word, owners: <Owners owners={owners} /> })}
          </Fragment>
        );
      })}
    </>
  );
};
