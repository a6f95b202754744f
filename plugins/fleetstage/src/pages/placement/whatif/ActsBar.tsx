import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import LinkIcon from '@mui/icons-material/Link';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFleetQueries } from '../../../api/useFleetQuery';
import { useCopy } from '../../../components/useCopy';
import type { Placement } from '../../../model/placement/now';
import { isEmpty } from '../../../model/whatif/change';
import { changeCommands } from '../../../model/whatif/commands';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { useWhatIfUrl } from './useWhatIfUrl';

/** To pass the change on: as a link, or as the commands that make it. */
export const ActsBar = ({ placement }: { placement: Placement }) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const { change } = useWhatIfUrl();
  const copy = useCopy();
  const { isReady, taintsOf } = useTaints(change.clusters ?? []);
  if (isEmpty(change)) return null;
  const ofClusters = (change.clusters ?? []).some(one => one.change === 'edit');
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', justifyContent: 'flex-end' }}
    >
      <Box sx={{ flex: 1, minWidth: 200, fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
        {ofClusters && t('acts.owners')}
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<LinkIcon />}
        onClick={() => copy(window.location.href, t('acts.linkCopied'))}
      >
        {t('acts.copyLink')}
      </Button>
      <Button
        variant="contained"
        disabled={!isReady}
        onClick={() => copy(changeCommands(placement, change, taintsOf), t('acts.patchCopied'))}
      >
        {t('acts.copyPatch')}
      </Button>
    </Box>
  );
};

/** The taints that clusters have now: a patch replaces the whole list. */
function useTaints(changes: readonly Schemas['WhatIfClusterChange'][]) {
  const names = changes
    .filter(one => one.change === 'edit' && (one.addTaints ?? one.removeTaints) !== undefined)
    .map(({ cluster }) => cluster);
  const queries = useFleetQueries<Schemas['ClusterDetail']>(
    names.map(name => ({
      root: 'cluster',
      key: ['_', name],
      // eslint-disable-next-line new-cap -- openapi-fetch names its calls after the HTTP verbs
      send: (client, hub) => client.GET('/clusters/{name}', { params: { path: { name }, query: { hub } } }),
    })),
  );
  return {
    isReady: queries.every(({ isPending }) => !isPending),
    taintsOf: (cluster: string) => queries.at(names.indexOf(cluster))?.data?.cluster.taints,
  };
}
