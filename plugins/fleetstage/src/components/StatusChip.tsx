import type { SvgIconComponent } from '@mui/icons-material';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { statusTone, type Tone } from '../model/status/tone';

export interface StatusChipProps {
  readonly tone: Tone;
  readonly icon?: SvgIconComponent;
  readonly label: ReactNode;
  readonly size?: 'small' | 'medium';
}

/** A state: icon, word and colour. */
export const StatusChip = ({ tone, icon: Icon, label, size = 'medium' }: StatusChipProps) => {
  const colours = statusTone(useTheme(), tone);
  const isSmall = size === 'small';
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.625,
        height: isSmall ? 20 : 24,
        borderRadius: 3,
        pl: Icon ? (isSmall ? 0.5 : 0.75) : 1.25,
        pr: isSmall ? 1 : 1.25,
        typography: 'body2',
        fontSize: 12.5,
        lineHeight: '16px',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        flex: 'none',
        color: colours.text,
        backgroundColor: colours.surface,
      }}
    >
      {Icon && <Icon aria-hidden sx={{ fontSize: isSmall ? 14 : 16, color: colours.icon }} />}
      {label}
    </Box>
  );
};

interface StatusIconProps {
  readonly tone: Tone;
  readonly icon: SvgIconComponent;
  /** Where the icon stands alone. */
  readonly label?: string;
  readonly size?: number;
}

/** A state's icon in its colour, beside its words. */
export const StatusIcon = ({ tone, icon: Icon, label, size = 18 }: StatusIconProps) => {
  const colours = statusTone(useTheme(), tone);
  return (
    <Icon
      titleAccess={label}
      aria-hidden={label === undefined}
      sx={{ fontSize: size, color: colours.icon, flex: 'none' }}
    />
  );
};
