import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import { useId, useState } from 'react';
import { useRunChanges } from '../../../api/runQueries';
import { AsyncBoundary } from '../../../components/AsyncBoundary';
import { EmptyState } from '../../../components/EmptyState';
import { CodeBlock } from '../../../components/KubectlPanel';
import { SectionCard } from '../../../components/SectionCard';
import { StatusChip } from '../../../components/StatusChip';
import type { Run } from '../../../model/run/pipeline';
import { runTranslationRef } from '../../../translation/run';
import { changeTones, objectName } from './ChangeRow';
import { FieldTable } from './FieldTable';

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

const ObjectCard = ({ object }: { object: Schemas['ObjectChange'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const yaml = object.change === 'deleted' ? object.yamlBefore : object.yamlAfter;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const toggle = yaml && (
    <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
      {t('changes.showObject')}
    </Button>
  );
  return (
    <SectionCard
      title={`${object.kind} ${objectName(object)}`}
      count={
        <StatusChip tone={changeTones[object.change]} label={t(`changes.${object.change}`)} size="small" />
      }
      action={toggle}
    >
      {object.fields.length > 0 && <FieldTable object={object} />}
      {yaml && (
        <Collapse in={isOpen} id={id} timeout={150} unmountOnExit>
          <Box sx={{ p: 2 }}>
            <CodeBlock text={yaml} label={objectName(object)} maxHeight={420} />
          </Box>
        </Collapse>
      )}
    </SectionCard>
  );
};
