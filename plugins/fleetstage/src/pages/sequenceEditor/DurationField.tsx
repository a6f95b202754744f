import OutlinedInput from '@mui/material/OutlinedInput';
import { parseDuration } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ReactNode } from 'react';
import type { FieldPath } from '../../model/placementEditor/placementText';
import { readSoak, soakText, writeSoak } from '../../model/sequences/soak';
import { Field } from '../createRun/Field';
import { fieldId, useForm, useTyped } from '../placementEditor/formContext';

interface DurationFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: ReactNode;
  /** What counts where nothing is said. */
  readonly fallback: string;
}

/** A time with days: the hub has hours, minutes and seconds alone (E/KD-013). What is none stays, for the hub to refuse. */
export const DurationField = ({ path, label, hint, fallback }: DurationFieldProps) => {
  const { textAt, faultAt, set, isReadOnly } = useForm();
  const [typed, setTyped] = useTyped();
  const id = fieldId(path);
  const error = faultAt(path);
  const write = (text: string) => {
    setTyped(text);
    const ms = readSoak(text);
    set(path, text.trim() === '' ? undefined : ms === undefined ? text : soakText(ms));
  };
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        value={typed ?? inWords(textAt(path))}
        placeholder={fallback}
        error={error !== undefined}
        readOnly={isReadOnly}
        onChange={event => write(event.target.value)}
        onBlur={() => setTyped(undefined)}
        inputProps={{ 'autoComplete': 'off', 'spellCheck': false, 'aria-describedby': `${id}-help` }}
        sx={{ fontSize: 14 }}
      />
    </Field>
  );
};

function inWords(text: string): string {
  const parsed = parseDuration(text);
  return text !== '' && parsed.ok ? writeSoak(parsed.value) : text;
}
