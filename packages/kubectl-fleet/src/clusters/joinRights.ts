import { CLUSTER_GROUP, memberNamespace } from '@fleetstage/backstage-plugin-fleetstage-common';
import { AGENT_ACCOUNT, JOIN_ACCOUNT, TOKEN_ROLE } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { UserError } from 'fleetstage';
import type { Hub, Right } from '../hub/Hub';

/** What it takes to issue a join token: the role `fleetstage-joiner` of examples/rbac/people.yaml. */
export function rightsToJoin(member: string, isNewToken: boolean): readonly Right[] {
  const namespace = memberNamespace(member);
  const account = { resource: 'serviceaccounts', namespace };
  const names = [AGENT_ACCOUNT, JOIN_ACCOUNT];
  return [
    { verb: isNewToken ? 'get' : 'create', group: CLUSTER_GROUP, resource: 'memberclusters' },
    ...['get', 'patch'].map(verb => ({
      ...{ verb, group: CLUSTER_GROUP, resource: 'internalmemberclusters', namespace },
    })),
    { verb: 'create', ...account },
    // Of the agent's account, too: nobody lets the join token ask for one who may not ask for it himself.
    ...names.map(name => ({ verb: 'create', ...account, subresource: 'token', name })),
    {
      ...{ verb: 'patch', group: 'rbac.authorization.k8s.io', resource: 'rolebindings' },
      ...{ name: TOKEN_ROLE, namespace },
    },
    ...(isNewToken ? names.map(name => ({ verb: 'delete', ...account, name })) : []),
  ];
}

/** Before anything is written. @throws UserError which names all that lacks */
export async function mustHaveRights(hub: Hub, member: string, isNewToken: boolean): Promise<void> {
  const lacking = await hub.lacking(rightsToJoin(member, isNewToken));
  if (lacking.length === 0) return;
  throw new UserError(
    `the hub does not let you issue a join token of cluster "${member}": you may not ${lacking.map(sayRight).join(', ')}. ` +
      'The role fleetstage-joiner of examples/rbac/people.yaml has these rights; the page of the cluster in Fleetstage issues join tokens, too; ' +
      'or name an identity of your own with --service-account or --user. Nothing was written',
  );
}

/** `create serviceaccounts/token "fleetstage-join" in fleet-member-edge`. */
const sayRight = ({ verb, resource, subresource, name, namespace }: Right) =>
  [
    ...[verb, subresource ? `${resource}/${subresource}` : resource],
    ...(name ? [`"${name}"`] : []),
    ...(namespace ? [`in ${namespace}`] : []),
  ].join(' ');
