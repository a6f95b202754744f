import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import { useId, useState } from 'react';
import { CodeBlock } from '../../../components/KubectlPanel';
import { SectionCard } from '../../../components/SectionCard';
import { StatusChip } from '../../../components/StatusChip';
import { toYaml } from '../../../model/yaml';
import { runTranslationRef } from '../../../translation/run';
import { changeTones, objectName } from './ChangeRow';
import { FieldTable } from './FieldTable';

/** One object that differs between two snapshots: its fields, and the whole of it on demand. */
export const ObjectCard = ({ object }: { object: Schemas['ObjectChange'] }) => {
  const { t } = useTranslationRef(runTranslationRef);
  const whole = object.change === 'deleted' ? object.before : object.after;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const toggle = whole && (
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
      {whole && (
        <Collapse in={isOpen} id={id} timeout={150} unmountOnExit>
          <Box sx={{ p: 2 }}>
            <CodeBlock text={toYaml(whole)} label={objectName(object)} maxHeight={420} />
          </Box>
        </Collapse>
      )}
    </SectionCard>
  );
};
