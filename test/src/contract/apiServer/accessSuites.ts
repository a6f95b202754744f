import { accountTokens } from './access/accountTokens.contract';
import { authentication } from './access/authentication.contract';
import { escalation } from './access/escalation.contract';
import { fleetAccess } from './access/fleetAccess.contract';
import { impersonation } from './access/impersonation.contract';
import { kubectlAccess } from './access/kubectlAccess.contract';
import { policy } from './access/policy.contract';
import { rbacRefusals, rbacRules } from './access/rbac.contract';
import { reviews } from './access/reviews.contract';
import type { ContractSuite } from './suite';

/** Who asks, and what he may. */
export const accessSuites: readonly ContractSuite[] = [
  authentication,
  impersonation,
  rbacRefusals,
  rbacRules,
  escalation,
  policy,
  reviews,
  accountTokens,
  fleetAccess,
  kubectlAccess,
];
