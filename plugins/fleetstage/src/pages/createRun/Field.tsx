import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import type { ReactNode } from 'react';
import { errorText } from '../../components/errorText';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** The hint comes with an answer: its line is kept, so that it moves no field. */
  readonly keepsLine?: boolean;
  readonly error?: string;
  readonly children: ReactNode;
}

/** One line of a hint. */
const LINE_PX = 20;

/** A label, a control, and under it the hint or what is wrong. */
export const Field = ({ id, label, hint, keepsLine = false, error, children }: FieldProps) => (
  <Box>
    <InputLabel
      id={`${id}-label`}
      htmlFor={id}
      error={error !== undefined}
      sx={[
        {
          position: 'static',
          transform: 'none',
          fontSize: 13,
          lineHeight: '18px',
          mb: 0.5,
          maxWidth: 'none',
        },
        errorText,
      ]}
    >
      {label}
    </InputLabel>
    {children}
    <FormHelperText
      id={`${id}-help`}
      component="div"
      error={error !== undefined}
      sx={[{ mx: 0, fontSize: 12, minHeight: keepsLine ? LINE_PX : undefined }, errorText]}
    >
      {error ?? hint}
    </FormHelperText>
  </Box>
);
