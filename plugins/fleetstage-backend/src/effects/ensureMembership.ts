import {
  fromRfc3339,
  memberNamespace,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  agentsOf,
  decideLeave,
  joinedClaim,
  planJoin,
  projectMemberEvent,
  pullMemberOf,
  type LeaveStep,
  type LiveObjects,
  type MemberEventReason,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ForbiddenError, InvalidError, messageOf, type KubeClient } from '@fleetstage/kube-client';
import { loadCluster } from '../database/clusterStore';
import type { Tx } from '../database/db';
import { saveDesiredFinalizer, type DesiredFinalizer } from '../database/finalizerStore';
import { fromHubKey, type HubKey } from '../database/keys';
import {
  forgetMemberAgent,
  loadMemberAgent,
  saveMemberAgent,
  type MemberAgent,
} from '../database/memberAgentStore';
import { loadObject } from '../database/mirrorStore';
import { queues } from '../database/queue/queues';
import { wake } from '../database/wakes';
import type { Carrier, Connections } from '../kube/Connections';
import type { Again, Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Metrics } from '../observe/metrics';
import type { Clock } from '../ports';
import { createEvent } from './createEvent';
import { askCluster } from './kubeErrors';
import { collectMember, readMemberObjects, releaseWorks, writeMemberObject } from './memberObjects';
import { named } from './recordMember';

export interface MembershipDeps {
  readonly client: () => Promise<KubeClient>;
  readonly carrierOf: (member: string) => Carrier;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** C/FF-014. */
  readonly forceLeaveAfterMs: number;
}

interface MembershipInput {
  readonly at: HubKey;
  readonly mirrored: KubeObject;
  readonly agent: MemberAgent;
  /** Its agent is to leave since then: the MemberCluster was deleted, or the member got credentials. */
  readonly leavingSince?: Instant;
  /** The MemberCluster goes, not only its agent. */
  readonly isDeleted: boolean;
  /** Whether it has joined, and since when, by what its agent reported last. */
  readonly joined: NonNullable<MemberAgent['joined']>;
}

type Outcome =
  | { readonly kind: 'ensured' }
  /** Nothing of the member is left on the hub. */
  | { readonly kind: 'left' }
  | { readonly kind: 'waiting'; readonly afterMs: number; readonly problem?: string };

/** A right that is missing is given by a person. */
const REFUSED_MS = 60_000;
const NAMESPACE_POLL_MS = 1_000;

/**
 * The objects of pull members on the hub (C/MC-014…021, MC-052…064): makes and corrects them, and takes them away once the
 * agent has left or has taken too long, so that the MemberCluster can go. A member that got credentials is pushed to from
 * then on; its agent leaves, as it would write to the same cluster, and the member stays. Members that never had an agent
 * are none of it.
 */
export function ensureMembership(deps: MembershipDeps): Effect<MembershipInput, Outcome> {
  const { client, clock } = deps;
  return {
    name: queues.ensureMembership,
    load: (tx, key) => loadMember(tx, deps, fromHubKey(key)),
    run: (input, { log }) =>
      askCluster(`ensure the objects of member ${input.at.name}`, async () => {
        const api = await client();
        await reportJoined(api, deps, input);
        try {
          if (input.leavingSince === undefined) return await join(api, { clock, log }, input);
          return await leave(api, { ...deps, log }, { ...input, leavingSince: input.leavingSince });
        } catch (error) {
          if (!(error instanceof ForbiddenError) && !(error instanceof InvalidError)) throw error;
          const problem = `the hub refuses what its agent needs: ${messageOf(error)}; see "Pull members" in examples/rbac/hub.yaml`;
          if (input.agent.problem !== problem)
            log.warn('The objects of a member with an agent are refused by the hub', { reason: problem });
          return { kind: 'waiting', afterMs: REFUSED_MS, problem };
        }
      }),
    record: (tx, _, input, outcome) => recordOutcome(tx, input, outcome),
  };
}

/** The finalizer comes before what it cleans up (C/MC-014). */
export const wakeMembership =
  (connections: Pick<Connections, 'carrierOf'>) =>
  (tx: Tx, hub: string, { kind, name }: DesiredFinalizer): void => {
    if (kind === 'MemberCluster' && connections.carrierOf(name) === 'pull')
      wake(tx, 'membershipDue', { hub, name });
  };

async function loadMember(
  tx: Tx,
  { carrierOf, clock }: MembershipDeps,
  at: HubKey,
): Promise<MembershipInput | undefined> {
  const mirrored = await loadObject(tx, { hub: at.hub, kind: 'MemberCluster', name: at.name });
  const carrier = carrierOf(at.name);
  const known = await loadMemberAgent(tx, at.hub, at.name);
  if (mirrored === undefined || (carrier === 'push' && known === undefined)) return undefined;
  const { uid = '', deletionTimestamp } = mirrored.metadata;
  const agent = known?.memberUid === uid ? known : { memberUid: uid };
  const deletedAt = fromRfc3339(deletionTimestamp);
  const leavingSince = deletedAt ?? (carrier === 'push' ? (agent.leavingSince ?? clock.now()) : undefined);
  const record = await loadCluster(tx, at.hub, at.name);
  const agents = agentsOf({ agentStatus: record?.collection?.agent?.agents ?? [] });
  return {
    at,
    mirrored,
    agent,
    isDeleted: deletedAt !== undefined,
    joined: joinedClaim(at.name, agents).status,
    ...(leavingSince !== undefined && { leavingSince }),
  };
}

/** C/MC-024: in the order in which each needs the ones before. */
async function join(
  api: KubeClient,
  { clock, log }: Pick<MembershipDeps, 'clock' | 'log'>,
  { mirrored, agent }: MembershipInput,
): Promise<Outcome> {
  const member = pullMemberOf(mirrored);
  const plan = planJoin(member, await readMemberObjects(api, member));
  if (plan.kind === 'wait') return { kind: 'waiting', afterMs: NAMESPACE_POLL_MS, problem: plan.message };
  const event = (reason: MemberEventReason, occasion: string) =>
    createEvent(api, projectMemberEvent(member, { reason, occasion }, clock.now()), log);
  if (plan.writes.length > 0) log.info('Writing the objects of a member with an agent');
  for (const write of plan.writes) {
    const { uid, resourceVersion } = await writeMemberObject(api, write);
    if (write.event) await event(write.event, `${uid}/${resourceVersion}`);
  }
  if (agent.ensuredFor === undefined) await event('MemberClusterReadyToJoin', member.uid);
  return { kind: 'ensured' };
}

/** C/MC-053…059. */
async function leave(
  api: KubeClient,
  { clock, log, forceLeaveAfterMs: forceAfterMs }: MembershipDeps,
  { at, mirrored, leavingSince: since }: MembershipInput & { readonly leavingSince: Instant },
): Promise<Outcome> {
  const live: LiveObjects = await readMemberObjects(api, pullMemberOf(mirrored));
  const step = decideLeave({ live, since, forceAfterMs }, clock.now());
  const namespace = memberNamespace(at.name);
  switch (step.kind) {
    case 'left':
      return step;
    case 'ask':
      log.info('Asking the agent of a member to leave');
      await writeMemberObject(api, {
        verb: 'patch',
        of: 'internalMember',
        object: live.internalMember!,
        patch: step.patch,
      });
      return waiting(step);
    case 'collect':
      log.info('Deleting the namespace of a member that leaves', { why: step.why });
      await collectMember(api, live.namespace!);
      return { kind: 'waiting', afterMs: NAMESPACE_POLL_MS };
    default:
      // A Work that came meanwhile would hold the namespace for ever.
      if (live.namespace?.metadata.deletionTimestamp !== undefined) await releaseWorks(api, namespace);
      if (step.isStuck) log.error('The namespace of a member does not go', { reason: step.message });
      return waiting(step);
  }
}

const waiting = (step: Extract<LeaveStep, { afterMs: number }>): Outcome => ({
  kind: 'waiting',
  afterMs: step.afterMs,
  ...('isStuck' in step && { problem: step.message }),
});

const OUTCOMES = { True: 'joined', False: 'left', Unknown: 'unknown' } as const;
const JOIN_EVENTS = {
  True: 'MemberClusterJoined',
  False: 'MemberClusterLeft',
  Unknown: 'MemberClusterJoinStateUnknown',
} as const;

/** C/MC-021, MC-033: once per change; that nobody has reported yet is none. */
async function reportJoined(
  api: KubeClient,
  { clock, log, metrics }: MembershipDeps,
  { at, mirrored, agent, joined }: MembershipInput,
): Promise<void> {
  if (agent.joined === joined) return;
  if (agent.joined === undefined && joined === 'Unknown') return;
  metrics.count('member_joins', { outcome: OUTCOMES[joined] });
  log.info('Whether a member with an agent has joined has changed', { cluster: at.name, joined });
  const { uid = '', resourceVersion } = mirrored.metadata;
  const occasion = `${agent.joined}/${resourceVersion}/${agent.ensuredFor}`;
  const event = projectMemberEvent(
    { name: at.name, uid },
    { reason: JOIN_EVENTS[joined], occasion },
    clock.now(),
  );
  await createEvent(api, event, log);
}

async function recordOutcome(
  tx: Tx,
  { at, mirrored, agent, leavingSince, isDeleted, joined }: MembershipInput,
  outcome: Outcome,
): Promise<Again | void> {
  if (outcome.kind === 'left') {
    if (isDeleted) return saveDesiredFinalizer(tx, at.hub, { ...named(mirrored), want: 'absent' });
    await forgetMemberAgent(tx, at.hub, at.name);
    wake(tx, 'membershipEnsured', at);
    return undefined;
  }
  const problem = outcome.kind === 'waiting' ? outcome.problem : undefined;
  const ensuredFor = outcome.kind === 'ensured' ? String(mirrored.metadata.generation) : agent.ensuredFor;
  await saveMemberAgent(tx, at.hub, at.name, {
    memberUid: agent.memberUid,
    joined,
    ...(ensuredFor !== undefined && { ensuredFor }),
    ...(problem !== undefined && { problem }),
    ...(leavingSince !== undefined && !isDeleted && { leavingSince }),
  });
  const isNew = ensuredFor !== undefined && agent.ensuredFor === undefined;
  if (isNew) wake(tx, 'membershipEnsured', at);
  else if (problem !== agent.problem) wake(tx, 'membershipChanged', at);
  return outcome.kind === 'waiting' ? { afterMs: outcome.afterMs } : undefined;
}
