import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { useRunChanges } from '../../../api/runQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import type { Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { objectName } from './ChangeRow';
import { ObjectCard } from './ObjectCard';

/** The run's snapshot beside the one before, object by object. */
export const ChangesTab = ({ run }: { run: Run }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const query = useRunChanges(run);
  return (
    <AsyncBoundary query={query} what={t('changes.what')} isPart>
      {data => <Changes data={data} />}
    </AsyncBoundary>
  );
};

const Changes = ({ data }: { data: Schemas['Changes'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const { from, to = '', counts, objects } = data;
  if (objects.length === 0) return <EmptyState title={t('changes.none')} body={t('changes.noneBody')} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {from === undefined
          ? t('changes.summaryFirst', { to, added: counts.added })
          : t('changes.summary', { from, to, ...counts })}
      </Box>
      {objects.map(object => (
        <ObjectCard key={`${object.kind} ${objectName(object)}`} object={object} />
      ))}
    </Box>
  );
};
