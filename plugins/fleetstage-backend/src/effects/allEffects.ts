import type { PropertyProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import type { Connections } from '../kube/Connections';
import { PropertyCollector, type MemberWatches } from '@fleetstage/applier';
import type { ServedKinds } from '../kube/ServedKinds';
import type { QueueSpec } from '../loop/QueueWorker';
import { effectSpec, type LoopDeps } from '../loop/runWorkers';
import type { Settings } from '../settings';
import type { SelectionReads } from './readSelection';
import type { VersionProviderSource } from './sequences/providerFailure';
import { versionEffects } from './sequences/versionEffects';
import { applyWork } from './applyWork';
import type { ApplyWorkDeps } from './keepWork';
import { captureResources } from './captureResources';
import { ManifestCache } from './ManifestCache';
import { propagateApproval } from './propagateApproval';
import { drainCluster } from './drainCluster';
import { ensureApproval } from './ensureApproval';
import { ensureFinalizer } from './ensureFinalizer';
import { ensureMembership, wakeMembership } from './ensureMembership';
import { grantRemovals } from './grantRemovals';
import { probeMember } from './probeMember';
import { publishBackReports } from './publishBackReports';
import { markClusterProfile, publishClusterProfile } from './publishClusterProfile';
import { publishEvents } from './publishEvents';
import { publishOverride } from './publishOverride';
import { publishSnapshots } from './publishSnapshots';
import { publishStatus } from './publishStatus';
import { publishStatusCopy } from './publishStatusCopy';
import { evictionStatus } from './evictionStatus';
import { settleEviction } from './settleEviction';
import { sequenceEffects } from './sequences/sequenceEffects';
import { memberStatus, placementStatus, runStatus } from './statusSources';
import { reportRemoved } from './reportPlacement';

export interface AllEffectsDeps {
  readonly settings: Settings;
  readonly connections: Connections;
  readonly providers: VersionProviderSource;
  readonly watches: MemberWatches;
  readonly servedKinds: ServedKinds;
  /** What the watches of the hub know. */
  readonly hubReads: Pick<SelectionReads, 'holds' | 'unwatched'>;
  readonly prepareMember: ApplyWorkDeps['prepare'];
  readonly fleetStartedAt: ApplyWorkDeps['fleetStartedAt'];
  readonly forgetMember: (member: string) => Promise<void>;
  readonly propertyProviders: readonly PropertyProvider[];
}

/** Requests of one effect together; one request is bounded by its own time-out. */
const PATIENCE = 4;

/** The effects that decide: like passes they wait until the mirror is complete, for what is not mirrored does not exist. */
export function decidingEffects(
  loop: LoopDeps,
  { connections, settings }: Pick<AllEffectsDeps, 'connections' | 'settings'>,
): QueueSpec[] {
  const { metrics, ports } = loop;
  const deps = { client: () => connections.hub(), clock: ports.clock, metrics };
  const deadlineMs = PATIENCE * settings.requestTimeoutMs;
  const limits = { concurrency: settings.concurrency.effects, deadlineMs };
  return [effectSpec(loop, settleEviction(deps), limits), effectSpec(loop, drainCluster(deps), limits)];
}

/** The effects as queues to work on. */
export function allEffects(loop: LoopDeps, deps: AllEffectsDeps): QueueSpec[] {
  const { settings, connections, watches, servedKinds, hubReads, prepareMember: prepare } = deps;
  const { concurrency, heartbeat, requestTimeoutMs } = settings;
  const { clock, jitter } = loop.ports;
  const { log, metrics } = loop;
  const client = () => connections.hub();
  const hub = { concurrency: concurrency.effects, deadlineMs: PATIENCE * requestTimeoutMs };
  const members = { concurrency: 4 * concurrency.effects, isMemberBound: true } as const;
  const { probeTimeoutMs } = heartbeat;
  const work = applyWork({
    connections,
    watches,
    prepare,
    clock,
    jitter,
    manifests: new ManifestCache({ onVariant: () => loop.metrics.count('renderings', {}) }),
    resyncEveryMs: settings.resyncEveryMs,
    fleetStartedAt: deps.fleetStartedAt,
    rules: settings.capture.rules,
    authorAccount: settings.authorAccount,
  });
  return [
    effectSpec(
      loop,
      captureResources({
        client,
        servedKinds,
        ...hubReads,
        rules: settings.capture.rules,
        pace: settings.capture,
        clock,
        log,
      }),
      hub,
    ),
    effectSpec(loop, work, { ...members, perGroup: concurrency.perMember, deadlineMs: hub.deadlineMs }),
    ...publications(loop, { settings, client, limits: hub }),
    effectSpec(loop, ensureApproval({ client, clock }), hub),
    effectSpec(loop, propagateApproval({ client, clock }), hub),
    effectSpec(loop, grantRemovals({ client, limits: settings.removals, log, metrics }), hub),
    ...memberships(loop, { settings, connections, limits: hub }),
    ...sequenceEffects(loop, { settings: settings.sequences, client, limits: hub }),
    ...versionEffects(loop, deps, hub),
    // A dead member holds its slot until its time-outs end, so there are many slots.
    effectSpec(
      loop,
      probeMember({
        connections,
        clock,
        log,
        metrics,
        probeTimeoutMs,
        timesEveryMs: heartbeat.timestampsEveryMs,
        collector: collectorOf(loop, deps),
        prepare,
        forget: deps.forgetMember,
      }),
      { ...members, deadlineMs: PATIENCE * probeTimeoutMs },
    ),
  ];
}

interface MembershipParts extends Pick<AllEffectsDeps, 'settings' | 'connections'> {
  readonly limits: Parameters<typeof effectSpec>[2];
}

/** Our finalizers, and the objects of members with an agent. */
function memberships(loop: LoopDeps, { settings, connections, limits }: MembershipParts): QueueSpec[] {
  const { log, metrics } = loop;
  const { clock } = loop.ports;
  const client = () => connections.hub();
  const carrierOf = (member: string) => connections.carrierOf(member);
  const { forceLeaveAfterMs } = settings.membership;
  const ensure = ensureMembership({ client, carrierOf, clock, log, metrics, forceLeaveAfterMs });
  return [
    effectSpec(loop, ensureFinalizer(client, reportRemoved(clock), wakeMembership(connections)), limits),
    effectSpec(loop, ensure, limits),
  ];
}

interface PublicationDeps {
  readonly settings: Settings;
  readonly client: () => ReturnType<Connections['hub']>;
  readonly limits: Parameters<typeof effectSpec>[2];
}

/** What is published of our rows on the hub: statuses and Events. */
function publications(loop: LoopDeps, { settings, client, limits }: PublicationDeps): QueueSpec[] {
  const { clock } = loop.ports;
  const { publish } = settings;
  return [
    effectSpec(loop, publishStatus(client, placementStatus(clock, loop.metrics)), limits),
    effectSpec(loop, publishStatus(client, runStatus), limits),
    ...memberPublications(loop, { settings, client, limits }),
    effectSpec(loop, publishStatus(client, evictionStatus(loop.metrics)), limits),
    effectSpec(loop, publishStatusCopy({ client, clock }), limits),
    effectSpec(loop, publishBackReports({ client, resyncEveryMs: settings.resyncEveryMs }), limits),
    effectSpec(loop, publishEvents(client), limits),
    effectSpec(loop, publishOverride(client, clock), limits),
    // Each of them writes several objects at once, for which nobody waits: statuses come before them.
    effectSpec(loop, publishSnapshots({ client, clock, publish }), {
      ...limits,
      concurrency: Math.ceil(limits.concurrency / 4),
    }),
  ];
}

function memberPublications(loop: LoopDeps, { settings, client, limits }: PublicationDeps): QueueSpec[] {
  const { clock } = loop.ports;
  const { timestampsEveryMs } = settings.heartbeat;
  const { clusterProfiles: isEnabled } = settings.publish;
  const status = memberStatus(clock, timestampsEveryMs, isEnabled ? markClusterProfile(clock) : undefined);
  return [
    effectSpec(loop, publishStatus(client, status), limits),
    effectSpec(loop, publishClusterProfile({ client, clock, isEnabled }), limits),
  ];
}

const collectorOf = ({ ports }: LoopDeps, { settings, propertyProviders: providers }: AllEffectsDeps) =>
  new PropertyCollector({ providers, timeoutMs: settings.heartbeat.probeTimeoutMs, ports });
