import { useTranslationRef } from '@backstage/frontend-plugin-api';
import OutlinedInput from '@mui/material/OutlinedInput';
import { concurrencyOf } from '../../model/strategyEditor/strategyFields';
import { strategyEditorTranslationRef } from '../../translation/strategyEditor';
import { Field } from '../createRun/Field';
import { fieldId, useForm, useTyped } from '../placementEditor/formContext';

interface ConcurrencyFieldProps {
  readonly path: readonly (string | number)[];
  /** Absent: how many are updated at a time. */
  readonly label?: string;
  readonly hint: string | undefined;
  /** How many it is where nothing is said. */
  readonly fallback?: string;
}

/** A number of clusters, or a share of them: `3`, `25%`. */
export const ConcurrencyField = ({ path, label, hint, fallback = '1' }: ConcurrencyFieldProps) => {
  const { t } = useTranslationRef(strategyEditorTranslationRef);
  const { textAt: text, faultAt, set, isReadOnly } = useForm();
  const [typed, setTyped] = useTyped();
  const id = fieldId(path);
  const error = faultAt(path);
  return (
    <Field id={id} label={label ?? t('stages.atATime')} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        value={typed ?? text(path)}
        placeholder={fallback}
        error={error !== undefined}
        readOnly={isReadOnly}
        onChange={event => {
          setTyped(event.target.value);
          set(path, concurrencyOf(event.target.value));
        }}
        onBlur={() => setTyped(undefined)}
        inputProps={{ 'autoComplete': 'off', 'aria-describedby': `${id}-help` }}
        sx={{ fontSize: 14 }}
      />
    </Field>
  );
};
