import { forbidden, notFound } from '../../api/errors';
import type { Cluster } from '../../cluster/Cluster';
import type { KubeObject, ResourceType } from '../../contracts';
import { isDeepEqual } from '../../schema/jsonValues';
import type { ResourceAttributes } from '../attributes';
import { isMaster, type User } from '../user';
import { countRights, explainMissing, FULL_AUTHORITY, shownList } from './coverage';
import { decide } from './decide';
import { RBAC_GROUP, ruleIndexOf, type RoleRef } from './RuleIndex';
import type { PolicyRule } from './rules';

const ROLES = ['roles', 'clusterroles'];
/** Comparing them takes a tenth of a second; a role of a real cluster has some hundreds. */
const MOST_RIGHTS = 20_000;

export interface RoleWrite {
  readonly cluster: Cluster;
  readonly user: User;
  readonly type: ResourceType;
  /** What the request was allowed as. */
  readonly asked: ResourceAttributes;
}

/** Nobody hands on rights that he does not hold, but who may `escalate` or `bind`. @throws ApiError 403, 404 */
export function checkEscalation(write: RoleWrite, next: KubeObject, live: KubeObject | undefined): void {
  const { user, type } = write;
  if (type.group !== RBAC_GROUP || isMaster(user)) return;
  if (live && isOnlyReleased(next, live)) return;
  if (ROLES.includes(type.plural)) checkRole(write, next, live);
  else checkBinding(write, next);
}

function checkRole(write: RoleWrite, next: KubeObject, live: KubeObject | undefined): void {
  const { cluster, user, type, asked } = write;
  if (decide(cluster, user, { ...asked, verb: 'escalate' }).isAllowed) return;
  demandRights(write, next, (next.rules ?? []) as readonly PolicyRule[]);
  const aggregates = next.aggregationRule !== undefined || live?.aggregationRule !== undefined;
  if (!aggregates || explainMissing(rulesOf(write), FULL_AUTHORITY).length === 0) return;
  throw forbidden(type, next.metadata.name, 'must have cluster-admin privileges to use the aggregationRule');
}

function checkBinding(write: RoleWrite, next: KubeObject): void {
  const { cluster, user, type, asked } = write;
  const { kind, name } = (next.roleRef ?? {}) as RoleRef;
  const namespace = asked.namespace;
  const { plural: resource } = roleTypeOf(kind);
  const bind = { ...asked, verb: 'bind', resource, subresource: '', name, namespace };
  if (decide(cluster, user, bind).isAllowed) return;
  const rules = ruleIndexOf(cluster).rulesOf({ kind, name }, namespace);
  if (!rules) throw notFound(type, name);
  demandRights(write, next, rules);
}

const roleTypeOf = (kind: string) => ({
  group: RBAC_GROUP,
  plural: kind === 'ClusterRole' ? 'clusterroles' : 'roles',
});

function demandRights(write: RoleWrite, next: KubeObject, wanted: readonly PolicyRule[]): void {
  if (countRights(wanted) > MOST_RIGHTS)
    throw forbidden(write.type, next.metadata.name, `its rules are more than ${MOST_RIGHTS} rights`);
  const missing = explainMissing(rulesOf(write), wanted);
  if (missing.length === 0) return;
  const { user, cluster, asked, type } = write;
  const errors = ruleIndexOf(cluster).grantsOf(user, asked.namespace).missing;
  const texts = errors.map(({ kind, name }) => notFound(roleTypeOf(kind), name).message);
  const tail = texts.length === 0 ? '' : `; resolution errors: [${texts.join(' ')}]`;
  const who = `user ${JSON.stringify(user.username)} (groups=${shownList(user.groups)})`;
  const what = 'is attempting to grant RBAC permissions not currently held:';
  throw forbidden(type, next.metadata.name, `${who} ${what}\n${missing.join('\n')}${tail}`);
}

const rulesOf = ({ cluster, user, asked }: RoleWrite): readonly PolicyRule[] =>
  ruleIndexOf(cluster)
    .grantsOf(user, asked.namespace)
    .grants.flatMap(({ rules }) => rules);

/** Whoever takes finalizers and owners away needs no rights, or a role could never be deleted. */
function isOnlyReleased(next: KubeObject, live: KubeObject): boolean {
  const {
    managedFields: _nextManaged,
    finalizers: _nextHold,
    ownerReferences: _nextOwned,
    ...rest
  } = next.metadata;
  const { managedFields: _managed, finalizers: _hold, ownerReferences: _owned, ...before } = live.metadata;
  return isDeepEqual({ ...next, metadata: rest }, { ...live, metadata: before });
}
