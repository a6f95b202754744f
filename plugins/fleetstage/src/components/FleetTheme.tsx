import Box from '@mui/material/Box';
import { alpha, ThemeProvider, type Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { statusTone } from '../model/status/tone';

/**
 * The portal's theme with sentence case on buttons, its font in plain text too, which else has the browser's, a ring around
 * what the keyboard is at, and bands in the tones of chips and cards: the portal's own ones are nearly black where it is dark.
 */
export const FleetTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={fleetThemeOf}>
    <Box sx={{ display: 'contents', fontFamily: theme => theme.typography.fontFamily }}>{children}</Box>
  </ThemeProvider>
);

const themes = new WeakMap<Theme, Theme>();

/** One result per theme: a new one with each drawing would style every part anew. */
function fleetThemeOf(outer: Theme): Theme {
  const made = themes.get(outer) ?? change(outer);
  themes.set(outer, made);
  return made;
}

function change(outer: Theme): Theme {
  const { typography, palette, components = {} } = outer;
  // Dialogs and menus are outside of the page's element, so their paper carries the font.
  const font = { props: {}, style: { fontFamily: typography.fontFamily } };
  // Only the one primary button is loud.
  const quiet = {
    props: { variant: 'outlined', color: 'inherit' } as const,
    style: { borderColor: alpha(palette.text.primary, 0.3) },
  };
  return {
    ...outer,
    typography: { ...typography, button: { ...typography.button, textTransform: 'none' } },
    components: {
      ...components,
      ...withVariants(components, {
        MuiPaper: [font, edged],
        MuiButton: [quiet, danger(palette), { ...edged, props: { variant: 'contained' } }],
        MuiAlert: SEVERITIES.map(bandOf(outer)),
        MuiButtonBase: [ringed(palette, 2)],
        // They reach the edge of what would cut a ring outside of them; lines that cut long texts leave a little room.
        MuiTab: [ringed(palette, -2)],
        MuiMenuItem: [ringed(palette, -2)],
        MuiLink: [ringed(palette, 0)],
      }),
    },
  };
}

/** White on the red of dark themes is 3.7:1; on the darker one of their reds 5:1 (ui §9.5). */
const danger = ({ mode, error }: Theme['palette']) => ({
  props: { variant: 'contained', color: 'error' } as const,
  style: mode === 'dark' ? { 'backgroundColor': error.dark, '&:hover': { backgroundColor: error.dark } } : {},
});

/** Where the reader's system gives the colours, what a surface showed needs an edge. */
const edged = { props: {}, style: { '@media (forced-colors: active)': { border: '1px solid' } } };

type Named<Value> = Readonly<Record<string, Value>>;

/** The portal's own ones come first. */
function withVariants(components: object, added: Named<readonly object[]>): Named<object> {
  const known = components as Named<{ readonly variants?: readonly object[] } | undefined>;
  return Object.fromEntries(
    Object.entries(added).map(([name, variants]) => [
      name,
      { ...known[name], variants: [...(known[name]?.variants ?? []), ...variants] },
    ]),
  );
}

/** What the keyboard is at. */
const ringed = ({ primary }: Theme['palette'], outlineOffset: number) => ({
  props: {},
  style: { '&.Mui-focusVisible': { outline: `2px solid ${primary.main}`, outlineOffset } },
});

const SEVERITIES = ['success', 'info', 'warning', 'error'] as const;

function bandOf(theme: Theme) {
  return (severity: (typeof SEVERITIES)[number]) => {
    const { text, icon, surface, border } = statusTone(theme, severity);
    return {
      props: { severity },
      style: {
        'color': text,
        'backgroundColor': surface,
        'border': `1px solid ${border}`,
        // The portal prefixes the names of classes.
        '& [class*="MuiAlert-icon"]': { color: icon },
        '& [class*="MuiAlert-action"]': { whiteSpace: 'nowrap' },
      },
    };
  };
}
