import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { useOwners, type Owned } from '../api/useOwners';
import type { Blocker } from '../model/blockers';
import { statusTranslationRef } from '../translation/status';
import { Owners } from './Owners';

interface ActorProps {
  readonly blocker: Pick<Blocker, 'actor' | 'clusters'>;
  readonly placement: string;
}

/** Who can act: the role, and the teams that have it in the catalog. */
export const Actor = ({ blocker: { actor, clusters }, placement }: ActorProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  if (actor === undefined) return null;
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {t(`actor.${actor}`)}
      {actor === 'clusterOwner' && <Teams kind="cluster" names={clusters} />}
      {actor === 'appOwner' && <Teams kind="placement" names={[placement]} />}
    </Box>
  );
};

const Teams = (owned: Owned) => {
  const owners = useOwners(owned);
  if (owners.length === 0) return null;
  return (
    <Box sx={{ fontSize: 12, lineHeight: '16px' }}>
      <Owners owners={owners} />
    </Box>
  );
};
