import { createBackendModule } from '@backstage/backend-plugin-api';
import { AuthorizeResult, type PolicyDecision } from '@backstage/plugin-permission-common';
import type { PermissionPolicy, PolicyQuery, PolicyQueryUser } from '@backstage/plugin-permission-node';
import { policyExtensionPoint } from '@backstage/plugin-permission-node/alpha';

/** Backstage's guest, in development. */
const GUEST = 'user:development/guest';

/**
 * Everybody may read; a guest may do everything where the demo says so: on the embedded fleet, and on your own hub with
 * `--guest-may-act`. A real portal has its own policy: docs/permissions.md.
 */
export class DemoPolicy implements PermissionPolicy {
  constructor(private readonly options: { readonly mayGuestAct: boolean }) {}

  async handle({ permission }: PolicyQuery, user?: PolicyQueryUser): Promise<PolicyDecision> {
    const mayAct = this.options.mayGuestAct && user?.info.userEntityRef === GUEST;
    const isAllowed = mayAct || permission.attributes.action === 'read';
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
        policy.setPolicy(new DemoPolicy({ mayGuestAct: process.env.FLEETSTAGE_GUEST_MAY_ACT === '1' }));
      },
    });
  },
});
