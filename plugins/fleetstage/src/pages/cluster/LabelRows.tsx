import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Add from '@mui/icons-material/Add';
import DeleteOutline from '@mui/icons-material/DeleteOutline';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { Label } from '../../components/acts/Consequence';
import { problemsOf, type ClusterEdit, type Row, type RowProblem } from '../../model/clusters/edit';
import { useFocusAdded } from '../../components/useFocusAdded';
import { clusterEditTranslationRef } from '../../translation/clusterEdit';

interface LabelRowsProps {
  readonly kind: keyof ClusterEdit;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
}

/** Keys with their values; what is wrong stands below its row. */
export const LabelRows = ({ kind, rows, onChange }: LabelRowsProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const id = useId();
  const { box, willAdd } = useFocusAdded(rows.length, ':scope > *');
  const problems = problemsOf(rows, kind);
  const change = (at: number, row: Partial<Row>) =>
    onChange(rows.map((one, index) => (index === at ? { ...one, ...row } : one)));
  return (
    <Box role="group" aria-labelledby={id}>
      <Label id={id}>{t(kind)}</Label>
      <Box ref={box} sx={{ display: 'grid', gap: 1 }}>
        {rows.map((row, index) => (
          <RowFields
            // eslint-disable-next-line react/no-array-index-key -- a row has no name of its own while its key is typed
            key={index}
            name={{ kind: t(kind), n: index + 1 }}
            row={row}
            problem={problems[index]}
            onChange={next => change(index, next)}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
      </Box>
      <Button
        size="small"
        startIcon={<Add />}
        sx={{ mt: 0.5 }}
        onClick={() => {
          willAdd();
          onChange([...rows, { key: '', value: '' }]);
        }}
      >
        {t(kind === 'labels' ? 'addLabel' : 'addTaint')}
      </Button>
      {kind === 'taints' && (
        <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{t('taintHelp')}</Box>
      )}
    </Box>
  );
};

interface RowFieldsProps {
  readonly name: { readonly kind: string; readonly n: number };
  readonly row: Row;
  readonly problem?: RowProblem;
  readonly onChange: (row: Partial<Row>) => void;
  readonly onRemove: () => void;
}

const RowFields = ({ name, row, problem, onChange, onRemove }: RowFieldsProps) => {
  const { t } = useTranslationRef(clusterEditTranslationRef);
  const id = useId();
  const input = (label: string) => ({
    'aria-label': label,
    'spellCheck': false,
    ...(problem && { 'aria-describedby': id }),
  });
  return (
    <Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <TextField
          size="small"
          sx={{ flex: 3 }}
          placeholder={t('key')}
          value={row.key}
          error={problem === 'key' || problem === 'twice'}
          inputProps={input(t('rowKey', name))}
          onChange={({ target }) => onChange({ key: target.value })}
        />
        <TextField
          size="small"
          sx={{ flex: 2 }}
          placeholder={t('value')}
          value={row.value}
          error={problem === 'value'}
          inputProps={input(t('rowValue', name))}
          onChange={({ target }) => onChange({ value: target.value })}
        />
        <IconButton
          size="small"
          aria-label={t('remove', { key: row.key || t('rowKey', name) })}
          onClick={onRemove}
        >
          <DeleteOutline fontSize="small" />
        </IconButton>
      </Box>
      {problem && (
        <FormHelperText id={id} error>
          {t(`problem.${problem}`)}
        </FormHelperText>
      )}
    </Box>
  );
};
