import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import Box from '@mui/material/Box';
import { StatusChip } from '../../../components/StatusChip';
import { runTranslationRef } from '../../../translation/run';

type ObjectChange = Schemas['ObjectChange'];

export const changeTones = { added: 'success', changed: 'info', deleted: 'error' } as const;

export const objectName = ({ namespace, name }: Pick<ObjectChange, 'namespace' | 'name'>) =>
  namespace ? `${namespace}/${name}` : name;

/** One object that changes, with its one field or the number of them. */
export const ChangeRow = ({ object }: { object: ObjectChange }) => {
  const { t } = useTranslationRef(runTranslationRef);
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, px: 2, py: 1.25, fontSize: 13, lineHeight: '20px', minWidth: 0 }}
    >
      <Box sx={{ width: 76, flex: 'none' }}>
        <StatusChip tone={changeTones[object.change]} label={t(`changes.${object.change}`)} size="small" />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {object.kind} <strong style={{ fontWeight: 500 }}>{objectName(object)}</strong>
        <FieldLine object={object} />
      </Box>
    </Box>
  );
};

const FieldLine = ({ object: { change, fields } }: { object: ObjectChange }) => {
  const { t } = useTranslationRef(runTranslationRef);
  if (change !== 'changed' || fields.length === 0) return null;
  const [{ path, before, after }] = fields;
  const absent = t('changes.absent');
  return (
    <Box
      sx={{
        fontSize: 12,
        lineHeight: '18px',
        color: 'text.secondary',
        fontFamily: fields.length === 1 ? 'monospace' : undefined,
      }}
    >
      {fields.length === 1
        ? `${path}: ${before ?? absent} → ${after ?? absent}`
        : t('changes.fields', { count: fields.length })}
    </Box>
  );
};
