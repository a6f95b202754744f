import type { Cluster } from '../../cluster/Cluster';
import type { Attributes } from '../attributes';
import { refuse } from '../refuse';
import { isMaster, type User } from '../user';
import { RBAC_GROUP, ruleIndexOf, type RoleRef } from './RuleIndex';
import { isAllowedBy } from './rules';

export interface Verdict {
  readonly isAllowed: boolean;
  /** Which binding allows it, or which roles could not be asked; may be empty. */
  readonly reason: string;
}

const MASTER: Verdict = { isAllowed: true, reason: '' };

/** Whether the RBAC objects of the cluster let the user do it. */
export function decide(cluster: Cluster, user: User, asked: Attributes): Verdict {
  if (isMaster(user)) return MASTER;
  const namespace = asked.kind === 'resource' ? asked.namespace : '';
  const { grants, missing } = ruleIndexOf(cluster).grantsOf(user, namespace);
  const found = grants.find(({ rules }) => rules.some(rule => isAllowedBy(rule, asked)));
  if (found) return { isAllowed: true, reason: `RBAC: allowed by ${found.path}` };
  return { isAllowed: false, reason: missing.length === 0 ? '' : `RBAC: ${explainAbsent(missing)}` };
}

/** @throws ApiError 403 */
export function demand(cluster: Cluster, user: User, asked: Attributes): void {
  const { isAllowed, reason } = decide(cluster, user, asked);
  if (!isAllowed) throw refuse(user, asked, reason);
}

/** `role.rbac.authorization.k8s.io "x" not found`, several in brackets. */
export const explainAbsent = (roles: readonly RoleRef[]): string =>
  joinErrors(
    roles.map(({ kind, name }) => `${kind.toLowerCase()}.${RBAC_GROUP} ${JSON.stringify(name)} not found`),
  );

/** Several errors as Go prints them. */
export const joinErrors = (texts: readonly string[]): string =>
  texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
