import Box from '@mui/material/Box';
import { alpha, ThemeProvider, type Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** The portal's theme with sentence case on buttons, and its font in plain text too, which else has the browser's. */
export const FleetTheme = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={inSentenceCase}>
    <Box sx={{ display: 'contents', fontFamily: theme => theme.typography.fontFamily }}>{children}</Box>
  </ThemeProvider>
);

const known = new WeakMap<Theme, Theme>();

/** One result per theme: a new one with each drawing would style every part anew. */
function inSentenceCase(outer: Theme): Theme {
  const made = known.get(outer) ?? change(outer);
  known.set(outer, made);
  return made;
}

function change(outer: Theme): Theme {
  const { typography, palette, components = {} } = outer;
  const { MuiPaper, MuiButton } = components;
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
      MuiPaper: { ...MuiPaper, variants: [...(MuiPaper?.variants ?? []), font] },
      MuiButton: { ...MuiButton, variants: [...(MuiButton?.variants ?? []), quiet] },
    },
  };
}
