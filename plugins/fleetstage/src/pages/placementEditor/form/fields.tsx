import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import type { Result } from '@fleetstage/backstage-plugin-fleetstage-common';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { numberOrText } from '../../../model/placementEditor/fields';
import type { FieldPath } from '../../../model/placementEditor/placementText';
import { Field } from '../../createRun/Field';
import { fieldId, useForm, useTyped } from '../formContext';

interface FormFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
}

interface TextFieldProps extends FormFieldProps {
  /** Digits are written as a number. */
  readonly isNumber?: boolean;
  /** An empty field is written as an empty text and does not take the field away. */
  readonly keepsEmpty?: boolean;
}

/** A line of text at a path of the placement. */
export const TextField = ({
  path,
  label,
  hint,
  placeholder,
  isDisabled,
  isNumber,
  keepsEmpty,
}: TextFieldProps) => {
  const { textAt, faultAt, set, isReadOnly } = useForm();
  const id = fieldId(path);
  const error = faultAt(path);
  const [typed, setTyped] = useTyped();
  const write = (text: string) => {
    setTyped(text);
    if (isNumber) set(path, numberOrText(text.trim()));
    else set(path, text === '' && !keepsEmpty ? undefined : text);
  };
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        value={typed ?? textAt(path)}
        error={error !== undefined}
        placeholder={placeholder}
        readOnly={isReadOnly}
        disabled={isDisabled}
        onChange={event => write(event.target.value)}
        onBlur={() => setTyped(undefined)}
        inputProps={{
          'autoComplete': 'off',
          'spellCheck': false,
          'aria-describedby': `${id}-help`,
          ...(isNumber && { inputMode: 'numeric' as const }),
        }}
        sx={{ fontSize: 14 }}
      />
    </Field>
  );
};

interface ChoiceFieldProps extends FormFieldProps {
  readonly options: readonly (readonly [value: string, label: string])[];
  /** Shown where the placement says nothing. */
  readonly fallback: string;
  readonly onChoose?: (value: string) => void;
}

/** One of a few values at a path of the placement. */
export const ChoiceField = ({
  path,
  label,
  hint,
  options,
  fallback,
  isDisabled,
  onChoose,
}: ChoiceFieldProps) => {
  const { textAt, faultAt, set, isReadOnly } = useForm();
  const id = fieldId(path);
  const error = faultAt(path);
  const value = textAt(path) || fallback;
  const isKnown = options.some(([one]) => one === value);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Select
        labelId={`${id}-label`}
        inputProps={{ id, 'aria-describedby': `${id}-help` }}
        size="small"
        fullWidth
        value={value}
        error={error !== undefined}
        disabled={isDisabled === true || isReadOnly}
        onChange={event => (onChoose ?? (next => set(path, next)))(event.target.value)}
        sx={{ fontSize: 14 }}
      >
        {!isKnown && <MenuItem value={value}>{value}</MenuItem>}
        {options.map(([one, text]) => (
          <MenuItem key={one} value={one}>
            {text}
          </MenuItem>
        ))}
      </Select>
    </Field>
  );
};

/** More keys than anybody types before the placement has followed. */
const LAST_WRITTEN = 20;

interface QueryFieldProps<T> extends FormFieldProps {
  readonly toText: (value: T) => string;
  readonly parse: (text: string) => Result<T | undefined>;
  /** Words where there is nothing to parse. */
  readonly empty?: T;
  readonly onWrite?: (value: T | undefined) => void;
}

/** Rules in one line: what cannot be read stays in the field with the reason under it, and the placement as it was. */
export function QueryField<T extends object>({
  path,
  label,
  hint,
  placeholder,
  toText,
  parse,
  isDisabled,
  empty,
  onWrite,
}: QueryFieldProps<T>) {
  const { valueAt, faultAt, set, saved, isReadOnly } = useForm();
  const id = fieldId(path);
  const value = valueAt(path);
  const shown = typeof value === 'object' && value !== null ? toText(value as T) : '';
  const [typed, setTyped] = useState(shown);
  const [fault, setFault] = useState<string>();
  // The placement follows a moment after the keys: it may still be at one of the last of them.
  const written = useRef([shown]);
  useEffect(() => {
    // Nothing was typed over the hub's placement when it was taken over: no key is on its way any more.
    written.current = written.current.slice(-1);
  }, [saved]);
  useEffect(() => {
    // Somebody else than this field has changed it: the YAML, a draft, another row's removal.
    if (written.current.includes(shown)) return;
    written.current = [shown];
    setTyped(shown);
    setFault(undefined);
  }, [shown]);
  const write = (text: string) => {
    setTyped(text);
    const parsed = parse(text);
    setFault(parsed.ok ? undefined : parsed.error);
    if (!parsed.ok) return;
    const next = parsed.value ?? empty;
    written.current = [...written.current, next === undefined ? '' : toText(next)].slice(-LAST_WRITTEN);
    (onWrite ?? (one => set(path, one)))(next);
  };
  const error = fault ?? faultAt(path);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <OutlinedInput
        id={id}
        size="small"
        fullWidth
        value={typed}
        error={error !== undefined}
        placeholder={placeholder}
        readOnly={isReadOnly}
        disabled={isDisabled}
        onChange={event => write(event.target.value)}
        inputProps={{ 'autoComplete': 'off', 'spellCheck': false, 'aria-describedby': `${id}-help` }}
        sx={{ fontFamily: 'monospace', fontSize: 13 }}
      />
    </Field>
  );
}

/** Fields beside each other, below each other where there is no room. */
export const FieldRow = ({ columns, children }: { columns: string; children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1.5,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: columns },
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
);
