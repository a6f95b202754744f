import { useTranslationRef } from '@backstage/frontend-plugin-api';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { sharedTranslationRef } from '../translation/shared';
import { selectedSurface } from './selectedSurface';

export interface FilterOption {
  readonly value: string;
  readonly label: ReactNode;
  /** How many match. */
  readonly count?: number | string;
  readonly icon?: ReactNode;
}

interface FilterChipsProps {
  readonly options: readonly FilterOption[];
  /** Values that are on, separated by commas, as in the address; of a single one all of it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  /** One at a time. */
  readonly isSingle?: boolean;
  /** A choice is always made: there is nothing to clear. */
  readonly isChoice?: boolean;
}

/** Filters with counts; several of a kind widen the choice. */
export const FilterChips = ({
  options,
  value,
  onChange,
  label,
  isSingle = false,
  isChoice = false,
}: FilterChipsProps) => {
  const { t } = useTranslationRef(sharedTranslationRef);
  const on = value === '' ? [] : isSingle ? [value] : value.split(',');
  const toggle = (option: string) => {
    if (on.includes(option)) onChange(on.filter(one => one !== option).join(','));
    else onChange(isSingle ? option : [...on, option].join(','));
  };
  return (
    <Box
      role="group"
      aria-label={label ?? t('filters.label')}
      sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap', alignItems: 'center' }}
    >
      {options.map(option => (
        <Chip
          key={option.value}
          option={option}
          isOn={on.includes(option.value)}
          onClick={() => toggle(option.value)}
        />
      ))}
      {on.length > 0 && !isChoice && (
        <Button size="small" onClick={() => onChange('')}>
          {t('filters.clear')}
        </Button>
      )}
    </Box>
  );
};

const Chip = ({ option, isOn, onClick }: { option: FilterOption; isOn: boolean; onClick: () => void }) => {
  const { palette } = useTheme();
  return (
    <Box
      component="button"
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      sx={{
        'display': 'inline-flex',
        'alignItems': 'center',
        'gap': 0.75,
        'height': 28,
        'px': 1.25,
        'borderRadius': 3.5,
        'border': 1,
        'borderColor': isOn ? 'primary.main' : 'divider',
        'backgroundColor': isOn ? selectedSurface : 'transparent',
        'color': 'text.primary',
        'font': 'inherit',
        'fontSize': 13,
        'cursor': 'pointer',
        'whiteSpace': 'nowrap',
        '&:hover': { backgroundColor: 'action.hover' },
        '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 1 },
      }}
    >
      {option.icon}
      {option.label}
      {option.count !== undefined && (
        <Box component="span" sx={{ fontWeight: 500 }}>
          {option.count.toLocaleString()}
        </Box>
      )}
    </Box>
  );
};
