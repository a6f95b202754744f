import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { MessageText } from '../../../components/MessageText';
import { StatusIcon } from '../../../components/StatusChip';
import { useNow, useTimeWords } from '../../../components/useTimeWords';
import type { RunCluster } from '../../../model/run/pipeline';
import { runClusterStatus } from '../../../model/status/runCluster';
import { runTranslationRef } from '../../../translation/run';
import { statusTranslationRef } from '../../../translation/status';

/** The card of a cell: name, position, state and age, cause, what runs there now. */
export const CellFacts = ({
  cluster,
  position,
  total,
}: {
  cluster: RunCluster;
  position: number;
  total: number;
}) => {
  const { t } = useTranslationRef(runTranslationRef);
  const status = useTranslationRef(statusTranslationRef);
  const { age } = useTimeWords();
  const now = useNow();
  const { icon, tone, label } = runClusterStatus(cluster.state);
  const state = status.t(label);
  const { since, cause, snapshot, name } = cluster;
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 0.5 }}>
        <StatusIcon icon={icon} tone={tone} />
        <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Box>
        <Box sx={{ ml: 'auto', fontSize: 12, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {t('stage.position', { position, total })}
        </Box>
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {since === undefined ? state : t('grid.stateFor', { state, age: age(since, now) })}
        {cause && (
          <>
            : <MessageText text={cause} />
          </>
        )}
      </Box>
      {snapshot && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{t('grid.runs', { snapshot })}</Box>}
    </>
  );
};
