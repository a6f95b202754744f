import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Tune from '@mui/icons-material/Tune';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Children, useState, type ReactNode } from 'react';
import { labelsTranslationRef } from '../translation/labels';
import { sharedTranslationRef } from '../translation/shared';
import { smallSelect } from './smallSelect';

interface ListBarProps {
  /** Search first, then what is behind the button on a small screen. */
  readonly children: ReactNode;
  /** Values of the filters behind the button; an empty or absent one is off. */
  readonly filters: readonly (string | number | undefined)[];
}

/** Search and filters above a table; on a small screen the search, and the filters behind a button that counts them. */
export const ListBar = ({ children, filters }: ListBarProps) => {
  const { t } = useTranslationRef(labelsTranslationRef);
  const isSmall = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'));
  const [isOpen, setOpen] = useState(false);
  const active = filters.filter(value => value !== undefined && value !== '').length;
  const [first, ...others] = Children.toArray(children);
  return (
    <Bar>
      {first}
      {isSmall && others.length > 0 && (
        <Button size="small" startIcon={<Tune />} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {active === 0 ? t('filters.show') : t('filters.active', { active })}
        </Button>
      )}
      {(!isSmall || isOpen) && others}
    </Bar>
  );
};

const Bar = ({ children }: { children: ReactNode }) => (
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
  /** The value alone does not say what it is of: `Group by: None`. */
  readonly isNamed?: boolean;
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
  isNamed,
  onOpen,
}: ChoiceProps<Value>) {
  const { t } = useTranslationRef(sharedTranslationRef);
  const shown = options.find(([one]) => one === value)?.[1] ?? value;
  return (
    <Select
      size="small"
      value={value}
      onChange={event => onChange(event.target.value as Value)}
      onOpen={onOpen}
      displayEmpty
      renderValue={isNamed ? () => t('choice', { label, value: shown }) : undefined}
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
