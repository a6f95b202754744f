import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { ComponentProps, ReactNode } from 'react';
import { causeLook } from '../../../model/placement/causes';
import { statusTone } from '../../../model/status/tone';

type ButtonProps = Pick<
  ComponentProps<'button'>,
  'onClick' | 'aria-pressed' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls'
>;

interface CauseButtonProps extends ButtonProps {
  /** Whose look it has. */
  readonly cause: string;
  readonly clusters: number;
  readonly isOn: boolean;
  readonly children: ReactNode;
}

/** A segment of the bar, as wide as its clusters are many, and never narrower than its words. */
export const CauseButton = ({ cause, clusters, isOn, children, ...button }: CauseButtonProps) => {
  const theme = useTheme();
  const { tone, icon: Icon } = causeLook(cause);
  const colours = statusTone(theme, tone);
  return (
    <Box
      component="button"
      type="button"
      {...button}
      sx={{
        'flex': `${clusters} 1 auto`,
        'minWidth': 'max-content',
        'display': 'flex',
        'alignItems': 'center',
        'gap': 0.75,
        'minHeight': 32,
        'px': 1.25,
        'border': 0,
        'borderBottom': `3px solid ${colours.icon}`,
        'borderRadius': '4px 4px 0 0',
        'backgroundColor': colours.surface,
        'color': colours.text,
        'font': 'inherit',
        'fontSize': 13,
        'fontWeight': 500,
        'textAlign': 'left',
        'cursor': 'pointer',
        'outline': isOn ? `2px solid ${colours.icon}` : undefined,
        'outlineOffset': isOn ? -2 : undefined,
        '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
      }}
    >
      <Icon aria-hidden sx={{ fontSize: 16, color: colours.icon }} />
      {children}
    </Box>
  );
};
