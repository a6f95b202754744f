import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useId, type FormEvent, type ReactNode } from 'react';
import { whatIfTranslationRef } from '../../../translation/whatif';
import { Field } from '../../createRun/Field';

interface FormFrameProps {
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** Enter adds the change, Escape folds the form. */
export const FormFrame = ({ onSubmit, onCancel, children }: FormFrameProps) => {
  const { t } = useTranslationRef(whatIfTranslationRef);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && onCancel()}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      {children}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button type="submit" size="small" variant="outlined">
          {t('add.submit')}
        </Button>
        <Button size="small" color="inherit" onClick={onCancel}>
          {t('add.cancel')}
        </Button>
      </Box>
    </Box>
  );
};

interface TextLineProps extends Pick<
  TextFieldProps,
  'multiline' | 'minRows' | 'maxRows' | 'type' | 'autoFocus'
> {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isCode?: boolean;
}

/** A text with its label above and its hint or what is wrong below. */
export const TextLine = ({
  label,
  hint,
  error,
  value,
  onChange,
  isCode = false,
  ...field
}: TextLineProps) => {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <TextField
        {...field}
        id={id}
        size="small"
        fullWidth
        value={value}
        error={error !== undefined}
        onChange={event => onChange(event.target.value)}
        inputProps={{
          'aria-describedby': `${id}-help`,
          'spellCheck': false,
          ...(isCode && { wrap: 'off' }),
        }}
        sx={
          isCode
            ? {
                '& textarea': {
                  fontFamily: 'monospace',
                  fontSize: 12.5,
                  lineHeight: '18px',
                  overflowX: 'auto !important',
                },
              }
            : undefined
        }
      />
    </Field>
  );
};
