import { alpha, darken, lighten, type Theme } from '@mui/material/styles';

export type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

export interface ToneColours {
  readonly text: string;
  /** Icons and filled cells. */
  readonly icon: string;
  readonly surface: string;
  readonly border: string;
}

/** The one mapping from tones to the theme's colours: text ≥ 4.5:1 and icons ≥ 3:1 on their surface, light and dark. */
export function statusTone(theme: Theme, tone: Tone): ToneColours {
  const isDark = theme.palette.mode === 'dark';
  if (tone === 'neutral') return neutralTone(theme, isDark);
  const colour = theme.palette[tone];
  const icon = isDark ? lighten(colour.light, 0.2) : tone === 'warning' ? colour.dark : colour.main;
  return {
    text: isDark ? lighten(colour.light, 0.6) : darken(colour.light, 0.6),
    icon,
    surface: alpha(colour.main, isDark ? 0.18 : 0.1),
    border: alpha(icon, 0.45),
  };
}

function neutralTone({ palette }: Theme, isDark: boolean): ToneColours {
  return {
    text: palette.text.secondary,
    icon: palette.text.secondary,
    surface: palette.action.hover,
    border: alpha(palette.text.primary, isDark ? 0.3 : 0.23),
  };
}
