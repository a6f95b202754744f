import {
  apiVersionOf,
  type KubeObject,
  type MemberClusterIdentity,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { joinIdentity, refusePullName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import type { Schemas } from '../contract';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { mustBeName } from './objectName';
import { recordThenWrite } from './recordThenWrite';

const KIND = 'MemberCluster';

/**
 * Creates the MemberCluster. What a pull member needs on the hub is made then (C/MC-014…019); when `ReadyToJoin` is True, a join token can
 * be issued.
 *
 * @throws ConflictError where the configuration reaches the cluster in another way than asked, or it is a member already
 */
export async function joinCluster(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['JoinClusterRequest'],
): Promise<Schemas['JoinedCluster']> {
  mustBeAllowed(viewer.mayJoinCluster());
  const { name, carrier } = asked;
  mustBeName(name);
  mustBeReachedSo(deps, asked);
  if (carrier === 'pull') mustNameNamespace(name);
  const line = { ...lineOf(name, viewer), event: 'clusterJoinAsked' } as const;
  await recordThenWrite(deps, line, () => deps.writer.create(toMember(asked)));
  return { name, carrier };
}

/**
 * Issues a join token of a pull member; every token that its agent has had is revoked. It is in the answer, and nowhere else.
 *
 * @throws NotFoundError for a name that is no member, ConflictError where the member cannot have one, or not yet
 */
export async function issueJoinToken(
  deps: CommandDeps,
  viewer: Viewer,
  { name }: { readonly name: string },
): Promise<Schemas['JoinToken']> {
  mustBeAllowed(viewer.mayJoinCluster());
  const { writer, joinTokens, hub } = deps;
  const live = await writer.find(KIND, name);
  if (live === undefined) throw new NotFoundError(`Cluster "${name}" is no member of hub "${hub}"`);
  mustBeJoining(deps, live);
  if (joinTokens === undefined) throw new ConflictError('Join tokens cannot be issued here');
  const line = { ...lineOf(name, viewer), event: 'joinTokenIssued' } as const;
  return { ...(await recordThenWrite(deps, line, () => joinTokens.issue(live))) };
}

const lineOf = (name: string, viewer: Viewer) => ({
  ...{ subjectKind: KIND, subjectName: name, actor: actorOf(viewer) },
  data: { creation: randomUUID() },
});

/** How a member is reached is the configuration's to say (RUL 53). */
function mustBeReachedSo({ carrierOf }: CommandDeps, { name, carrier }: Schemas['JoinClusterRequest']): void {
  const configured = carrierOf?.(name) ?? 'push';
  if (configured === carrier) return;
  throw new ConflictError(
    configured === 'pull'
      ? `Fleetstage has no credentials for cluster "${name}": add it to fleetstage.members in the configuration and restart, or let it join with an agent`
      : `Fleetstage has credentials for cluster "${name}" and connects to it: take it out of fleetstage.members in the configuration and restart, or let it join without an agent`,
  );
}

function mustNameNamespace(name: string): void {
  const message = refusePullName(name);
  if (message === undefined) return;
  throw Object.assign(new InputError(message), { causes: [{ field: 'metadata.name', message }] });
}

function mustBeJoining({ carrierOf }: CommandDeps, { metadata }: KubeObject): void {
  const { name, deletionTimestamp } = metadata;
  if (deletionTimestamp !== undefined) throw new ConflictError(`Cluster "${name}" is leaving the fleet`);
  if ((carrierOf?.(name) ?? 'push') === 'push')
    throw new ConflictError(`Fleetstage connects to cluster "${name}" itself; it needs no agent`);
}

function toMember({ name, carrier, labels, taints, heartbeatPeriodSeconds }: Schemas['JoinClusterRequest']) {
  return {
    apiVersion: apiVersionOf(KIND),
    kind: KIND,
    metadata: { name, ...(labels && { labels }) },
    spec: {
      identity: carrier === 'pull' ? joinIdentity(name) : ofPushMember(name),
      ...(taints && { taints }),
      ...(heartbeatPeriodSeconds !== undefined && { heartbeatPeriodSeconds }),
    },
  } as const;
}

/** The definition asks for one; of a push member it is nobody (RUL 39). */
const ofPushMember = (name: string): MemberClusterIdentity => ({
  kind: 'User',
  name: `fleet-member-agent-${name}`,
  apiGroup: 'rbac.authorization.k8s.io',
});
