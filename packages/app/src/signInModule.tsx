import { createFrontendModule } from '@backstage/frontend-plugin-api';
import { SignInPageBlueprint } from '@backstage/plugin-app-react';

/** Guests and visitors: this app is a demo. The README says how to sign people in. */
export const signInModule = createFrontendModule({
  pluginId: 'app',
  extensions: [
    SignInPageBlueprint.make({
      params: { loader: () => import('./SignIn').then(m => m.SignIn) },
    }),
  ],
});
