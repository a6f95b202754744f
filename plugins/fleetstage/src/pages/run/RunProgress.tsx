import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import { CountBar } from '../../components/CountBar';
import type { Run } from '../../model/run/pipeline';
import { runClusterStates } from '../../model/status/runCluster';
import { runTranslationRef } from '../../translation/run';
import { sharedTranslationRef } from '../../translation/shared';
import { statusTranslationRef } from '../../translation/status';

/** k of n, the bar, and the rest by name. */
export const RunProgress = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const shared = useTranslationRef(sharedTranslationRef);
  const done = (
    <strong>{shared.t('progress.of', { done: run.counts.updated ?? 0, total: run.total })}</strong>
  );
  return (
    <Box
      sx={{
        'display': 'flex',
        'flexWrap': 'wrap',
        'alignItems': 'center',
        'columnGap': 2,
        'rowGap': 0.75,
        'fontSize': 13,
        '& strong': { fontWeight: 500 },
      }}
    >
      <span>{t('progress.updated', { done })}</span>
      <Box sx={{ flex: { xs: '1 0 100%', sm: 1 }, order: { xs: 3, sm: 0 }, display: 'flex' }}>
        <CountBar counts={run.counts} total={run.total} />
      </Box>
      <Box sx={{ color: 'text.secondary' }}>
        <Rest run={run} />
      </Box>
    </Box>
  );
};

const Rest = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const runWords = useTranslationRef(runTranslationRef);
  const rest = runClusterStates.filter(
    state => state !== 'updated' && state !== 'removed' && (run.counts[state] ?? 0) > 0,
  );
  const isOpen = !run.isOver && (run.counts.updated ?? 0) < run.total;
  const removal = run.pipeline.find(stage => stage.isRemoval);
  const parts: string[] = rest.map(state => t(`count.${state}`, { n: run.counts[state] ?? 0 }));
  if (isOpen && (run.counts.failing ?? 0) === 0) parts.push(t('count.failing', { n: 0 }));
  if (removal)
    parts.push(runWords.t('progress.removing', { done: removal.counts.removed ?? 0, total: removal.total }));
  return <>{parts.length > 0 ? parts.join(', ') : runWords.t('progress.doneAll')}</>;
};
