import { createFrontendModule } from '@backstage/frontend-plugin-api';
import { ThemeBlueprint } from '@backstage/plugin-app-react';
import { createUnifiedTheme, palettes, UnifiedThemeProvider } from '@backstage/theme';
import DarkIcon from '@mui/icons-material/Brightness2';
import LightIcon from '@mui/icons-material/WbSunny';

/** Bundled, so that weight 500 is there on every machine; fonts.css has the same list for header and toasts. */
const FONT = '"Roboto Variable", Roboto, "Helvetica Neue", Helvetica, Arial, sans-serif';

const light = createUnifiedTheme({ palette: palettes.light, fontFamily: FONT });
const dark = createUnifiedTheme({ palette: palettes.dark, fontFamily: FONT });

/** Backstage's two themes, in the font of the demo. */
export const themeModule = createFrontendModule({
  pluginId: 'app',
  extensions: [
    ThemeBlueprint.make({
      name: 'light',
      params: {
        theme: {
          id: 'light',
          title: 'Light Theme',
          variant: 'light',
          icon: <LightIcon />,
          Provider: ({ children }) => <UnifiedThemeProvider theme={light}>{children}</UnifiedThemeProvider>,
        },
      },
    }),
    ThemeBlueprint.make({
      name: 'dark',
      params: {
        theme: {
          id: 'dark',
          title: 'Dark Theme',
          variant: 'dark',
          icon: <DarkIcon />,
          Provider: ({ children }) => <UnifiedThemeProvider theme={dark}>{children}</UnifiedThemeProvider>,
        },
      },
    }),
  ],
});
