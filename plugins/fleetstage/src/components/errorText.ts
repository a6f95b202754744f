import type { Theme } from '@mui/material/styles';
import { statusTone } from '../model/status/tone';

/** Words of a field that is wrong: the theme's own red is too dark for text on dark paper. */
export const errorText = (theme: Theme) => ({
  '&.Mui-error': { color: statusTone(theme, 'error').text },
});
