import { createBackendModule } from '@backstage/backend-plugin-api';
import { NotAllowedError } from '@backstage/errors';
import {
  authProvidersExtensionPoint,
  createProxyAuthenticator,
  createProxyAuthProviderFactory,
} from '@backstage/plugin-auth-node';

const VISITOR = 'user:development/visitor';

/**
 * A second guest, who may only read: signs anybody in, so it answers in development only. With it the demo shows what pages
 * look like to a person without rights.
 */
export default createBackendModule({
  pluginId: 'auth',
  moduleId: 'fleetstage-visitor',
  register(env) {
    env.registerInit({
      deps: { providers: authProvidersExtensionPoint },
      async init({ providers }) {
        providers.registerProvider({
          providerId: 'visitor',
          factory: createProxyAuthProviderFactory({
            authenticator: createProxyAuthenticator({
              defaultProfileTransform: async () => ({ profile: { displayName: 'Visitor' } }),
              initialize: () => process.env.NODE_ENV === 'development',
              async authenticate(_, isDevelopment: boolean) {
                if (!isDevelopment) throw new NotAllowedError('visitors are for the demo; sign in otherwise');
                return { result: {} };
              },
            }),
            signInResolver: (_, context) => context.issueToken({ claims: { sub: VISITOR, ent: [VISITOR] } }),
          }),
        });
      },
    });
  },
});
