import { createApp } from '@backstage/frontend-defaults';
import catalogPlugin from '@backstage/plugin-catalog/alpha';
import fleetstagePlugin from '@fleetstage/backstage-plugin-fleetstage';
import signalsPlugin from '@backstage/plugin-signals/alpha';
import userSettingsPlugin from '@backstage/plugin-user-settings/alpha';
import { navModule } from './navModule';
import { signInModule } from './signInModule';
import { themeModule } from './themeModule';

/** The demo: a plain Backstage app of the new frontend system with Fleetstage's plugin in it. */
export default createApp({
  features: [
    catalogPlugin,
    fleetstagePlugin,
    signalsPlugin,
    userSettingsPlugin,
    navModule,
    signInModule,
    themeModule,
  ],
});
