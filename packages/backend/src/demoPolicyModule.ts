import { createBackendModule } from '@backstage/backend-plugin-api';
import { AuthorizeResult, type PolicyDecision } from '@backstage/plugin-permission-common';
import type { PermissionPolicy, PolicyQuery, PolicyQueryUser } from '@backstage/plugin-permission-node';
import { policyExtensionPoint } from '@backstage/plugin-permission-node/alpha';
import { VISITOR } from './visitorModule';

/** Guests may do everything, visitors may look. A real portal has a policy of its own: docs/permissions.md. */
export class DemoPolicy implements PermissionPolicy {
  async handle({ permission }: PolicyQuery, user?: PolicyQueryUser): Promise<PolicyDecision> {
    const isVisitor = user?.info.userEntityRef === VISITOR;
    const isAllowed = !isVisitor || permission.attributes.action === 'read';
    return { result: isAllowed ? AuthorizeResult.ALLOW : AuthorizeResult.DENY };
  }
}

export default createBackendModule({
  pluginId: 'permission',
  moduleId: 'fleetstage-demo-policy',
  register(env) {
    env.registerInit({
      deps: { policy: policyExtensionPoint },
      async init({ policy }) {
        policy.setPolicy(new DemoPolicy());
      },
    });
  },
});
