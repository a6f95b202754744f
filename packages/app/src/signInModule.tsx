import { SignInPage } from '@backstage/core-components';
import { createFrontendModule } from '@backstage/frontend-plugin-api';
import { SignInPageBlueprint } from '@backstage/plugin-app-react';

/** Guests only: this app is a demo. docs/production.md tells how to sign people in. */
export const signInModule = createFrontendModule({
  pluginId: 'app',
  extensions: [
    SignInPageBlueprint.make({
      params: {
        loader: async () => props => (
          <SignInPage
            {...props}
            providers={['guest']}
            title="Fleetstage, the demo. Guests may do everything here; for production, sign people in (see the README)."
          />
        ),
      },
    }),
  ],
});
