import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import type { ReactNode } from 'react';
import { smallSelect } from './smallSelect';

/** Search and filters above a table. */
export const ListBar = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      gap: 1,
      alignItems: 'center',
      px: 2,
      py: 1.25,
      borderBottom: 1,
      borderColor: 'divider',
    }}
  >
    {children}
  </Box>
);

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly onChange: (value: Value) => void;
  /** At the end of the bar. */
  readonly isLast?: boolean;
  /** Somebody looks at the options. */
  readonly onOpen?: () => void;
}

/** One of a few, e.g. the order. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  isLast,
  onOpen,
}: ChoiceProps<Value>) {
  return (
    <Select
      size="small"
      value={value}
      onChange={event => onChange(event.target.value as Value)}
      onOpen={onOpen}
      displayEmpty
      inputProps={{ 'aria-label': label }}
      sx={{ ...smallSelect, ml: isLast ? { md: 'auto' } : undefined }}
    >
      {options.map(([one, text]) => (
        <MenuItem key={one} value={one} dense>
          {text}
        </MenuItem>
      ))}
    </Select>
  );
}
