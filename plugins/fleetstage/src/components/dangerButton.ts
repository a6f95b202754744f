import type { Theme } from '@mui/material/styles';
import { statusTone } from '../model/status/tone';

/** An outlined button of an act that stops something: the theme's own red is too dark for text on dark paper. */
export const dangerButton = (theme: Theme) => {
  const { text, icon, border } = statusTone(theme, 'error');
  return {
    'color': theme.palette.mode === 'dark' ? text : icon,
    'borderColor': border,
    '&:hover': { borderColor: icon },
  };
};
