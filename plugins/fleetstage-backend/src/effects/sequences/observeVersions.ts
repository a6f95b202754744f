import { instant, isSameJson, plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  explainUnknown,
  judgeClaims,
  resolveProvider,
  type ObservedCluster,
  type ProviderResolution,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import type { Tx } from '../../database/db';
import { toFreeText } from '../../database/freeText';
import { fromHubKey, type HubKey } from '../../database/keys';
import { loadObject } from '../../database/mirrorStore';
import { queues } from '../../database/queue/queues';
import { followUpgrade } from '../../database/sequences/clusterUpgradeStore';
import {
  forgetClusterVersions,
  listClaimants,
  loadClusterVersions,
  saveClusterVersions,
  type ClusterVersionRecord,
} from '../../database/sequences/clusterVersionStore';
import {
  listDesiredUpgradesOn,
  type DesiredUpgradeRecord,
} from '../../database/sequences/desiredUpgradeStore';
import { markSequencesOf } from '../../database/sequences/markSequences';
import { markUnmanaged, markVersions } from '../../database/sequences/markVersions';
import {
  forgetProvidedCluster,
  listNamesakes,
  loadProvidedLabels,
} from '../../database/sequences/providedClusterStore';
import { listProviders, type ProviderRecord } from '../../database/sequences/providerStore';
import { wake } from '../../database/wakes';
import type { Again, Effect } from '../../loop/effect';
import type { Clock, Jitter, Timers } from '../../ports';
import { providerFailure, type VersionProviderSource } from './providerFailure';
import { withinTime } from './withinTime';

export interface ObserveVersionsDeps {
  readonly providers: VersionProviderSource;
  readonly clock: Clock;
  readonly jitter: Jitter;
  readonly timers: Timers;
  /** A call that takes longer has no answer. */
  readonly timeoutMs: number;
  /** Workloads wait while a cluster is upgraded; absent: they do not. */
  readonly holdWorkloads?: boolean;
}

interface ObserveInput {
  readonly at: HubKey;
  /** The MemberCluster is there. */
  readonly isMember: boolean;
  readonly before?: ClusterVersionRecord;
  readonly answer: ProviderResolution;
  /** Of the answer's provider. */
  readonly provider?: ProviderRecord;
  /** MemberClusters that are known to be the same cluster. */
  readonly others: readonly string[];
  readonly labels: ClusterVersionRecord['labels'];
  readonly upgrades: readonly DesiredUpgradeRecord[];
}

type Observation =
  | { readonly kind: 'Gone' | 'NotAsked' | 'Unknown' }
  | { readonly kind: 'Observed'; readonly observed: ObservedCluster }
  | { readonly kind: 'Silent'; readonly since: Instant; readonly error?: VersionProviderError };

/** Changes come by the watch of the provider; these find what it has missed (D/PRV-010). */
const BUSY_EVERY_MS = 60_000;
const IDLE_EVERY_MS = 15 * 60_000;
const SILENT_AT_LEAST_MS = 1_000;
const SILENT_AT_MOST_MS = 60_000;
/** Only a person can help. */
const REFUSED_EVERY_MS = 5 * 60_000;

/**
 * Asks the provider of a MemberCluster for its versions, and wakes the sequences concerned where something has changed (D/CL-002,
 * PRV-003). A provider that does not answer leaves what it said before, and since when it is silent (D/CL-005).
 *
 * An observation that was asked for before an upgrade was accepted may be recorded after it, and would say that the cluster does
 * nothing: it is dropped, and asked again. One that is kept is younger than each answer that was known when it was asked for,
 * whatever the clocks of two replicas say.
 */
export function observeVersions(deps: ObserveVersionsDeps): Effect<ObserveInput, Observation> {
  return {
    name: queues.observeVersions,
    load: (tx, key) => loadInput(tx, fromHubKey(key), deps.providers.names()),
    run: (input, { signal }) => observe(deps, input, signal),
    record: (tx, _, input, observation) => record(tx, deps, input, observation),
  };
}

async function loadInput(tx: Tx, at: HubKey, names: readonly string[]): Promise<ObserveInput | undefined> {
  const { hub, name } = at;
  const member = await loadObject(tx, { hub, kind: 'MemberCluster', name });
  const before = await loadClusterVersions(tx, hub, name);
  if (member === undefined && before === undefined) return undefined;
  const known = await listProviders(tx, hub);
  const resolved = resolveProvider({
    name,
    annotations: member?.metadata.annotations ?? {},
    providers: names.map(one => ({ name: one, hasListed: known.get(one)?.listedAt !== undefined })),
    namesakes: await listNamesakes(tx, hub, name, names),
    ...(before?.provider && { before: { provider: before.provider.name, id: before.provider.id } }),
  });
  const others = resolved.kind === 'Found' ? await listClaimants(tx, hub, resolved, name) : [];
  const answer = judgeClaims(name, resolved, others);
  const provider = answer.kind === 'NotManaged' ? undefined : known.get(answer.provider);
  return {
    at,
    isMember: member !== undefined,
    ...(before && { before }),
    answer,
    ...(provider && { provider }),
    others,
    labels: answer.kind === 'Found' ? await loadProvidedLabels(tx, hub, answer) : undefined,
    upgrades: await listDesiredUpgradesOn(tx, hub, name),
  };
}

async function observe(
  { providers, clock, timers, timeoutMs }: ObserveVersionsDeps,
  { isMember, answer, provider }: ObserveInput,
  signal: AbortSignal,
): Promise<Observation> {
  if (!isMember) return { kind: 'Gone' };
  if (answer.kind === 'NotManaged') return { kind: 'NotAsked' };
  // Whoever follows it asks it again, and wakes its clusters once it answers.
  const since = provider?.silentSince;
  if (since !== undefined) return { kind: 'Silent', since };
  if (answer.kind === 'Unlisted') return { kind: 'NotAsked' };
  const askedAt = clock.now();
  try {
    const open = await providers.open(answer.provider);
    const observed = await withinTime({ timers, ms: timeoutMs, signal }, ending =>
      open.getClusterState(answer.id, ending),
    );
    if (observed === undefined) return { kind: 'Unknown' };
    // A provider may stamp its answer when it has it; what it says is as of when it was asked, or older.
    const observedAt = observed.observedAt < askedAt ? observed.observedAt : askedAt;
    return { kind: 'Observed', observed: { ...observed, observedAt } };
  } catch (error) {
    return {
      kind: 'Silent',
      since: askedAt,
      error: await providerFailure(providers, answer.provider, error),
    };
  }
}

async function record(
  tx: Tx,
  deps: ObserveVersionsDeps,
  input: ObserveInput,
  observation: Observation,
): Promise<Again | void> {
  const { at, before, upgrades } = input;
  const { hub, name } = at;
  if (observation.kind === 'Gone') {
    await forgetClusterVersions(tx, hub, name);
    await follow(tx, deps, at);
    if (before?.provider) await markUnmanaged(tx, hub);
    return undefined;
  }
  if (await isOvertaken(tx, at, upgrades)) return { afterMs: 0 };
  const after = toRecord(input, observation);
  if (observation.kind === 'Unknown' && input.answer.kind === 'Found')
    await forgetProvidedCluster(tx, hub, input.answer);
  await saveClusterVersions(tx, hub, after);
  await follow(tx, deps, at);
  if (isSilenceNew(before, after) || hasChanged(input, after)) await markSequencesOf(tx, hub, [name]);
  if (!isSameJson(before?.provider, after.provider)) await markConcerned(tx, input);
  return againOf(deps, input, { observation, after });
}

const follow = (tx: Tx, { holdWorkloads = false, clock }: ObserveVersionsDeps, { hub, name }: HubKey) =>
  followUpgrade(tx, hub, name, { holdWorkloads, now: clock.now() });

/** The cluster is another one than before: who else is the one, or waits for the other, and what is desired of it. */
async function markConcerned(tx: Tx, { at, before, others, upgrades }: ObserveInput): Promise<void> {
  markVersions(tx, at.hub, others);
  if (before?.provider) await markUnmanaged(tx, at.hub);
  if (upgrades.some(({ answer }) => answer === undefined)) wake(tx, 'upgradeDesired', at);
}

/** An upgrade was accepted while the provider was asked: what it said may be from before. */
async function isOvertaken(
  tx: Tx,
  { hub, name }: HubKey,
  known: readonly DesiredUpgradeRecord[],
): Promise<boolean> {
  const accepted = acceptedAt(await listDesiredUpgradesOn(tx, hub, name));
  return accepted.some(answer => !acceptedAt(known).includes(answer));
}

const acceptedAt = (upgrades: readonly DesiredUpgradeRecord[]): readonly Instant[] =>
  upgrades.flatMap(({ answer }) => (answer?.kind === 'Accepted' ? [answer.at] : []));

function toRecord(input: ObserveInput, observation: Observation): ClusterVersionRecord {
  const { answer, before, labels, upgrades } = input;
  const cluster = input.at.name;
  if (answer.kind === 'NotManaged') return { cluster, unmanaged: toFreeText(answer.message) };
  if (observation.kind === 'Unknown' && answer.kind === 'Found')
    return { cluster, unmanaged: toFreeText(explainUnknown(answer)) };
  const provider = toProvider(answer);
  const isSame = isSameJson(before?.provider, provider);
  const kept = isSame ? before?.observed : undefined;
  const base = { cluster, provider, ...(labels && Object.keys(labels).length > 0 && { labels }) };
  if (observation.kind === 'Observed')
    return { ...base, observed: youngerThan(observation.observed, acceptedAt(upgrades)) };
  if (observation.kind !== 'Silent') return base;
  const silentSince = (isSame ? before?.silentSince : undefined) ?? observation.since;
  return { ...base, ...(kept && { observed: kept }), silentSince };
}

const toProvider = (answer: Exclude<ProviderResolution, { kind: 'NotManaged' }>) =>
  answer.kind === 'Found' ? { name: answer.provider, id: answer.id } : { name: answer.provider, id: '' };

function youngerThan(observed: ObservedCluster, answers: readonly Instant[]): ObservedCluster {
  const youngest = Math.max(...answers, 0);
  return observed.observedAt > youngest ? observed : { ...observed, observedAt: plus(instant(youngest), 1) };
}

const isSilenceNew = (before: ClusterVersionRecord | undefined, after: ClusterVersionRecord) =>
  (before?.silentSince === undefined) !== (after.silentSince === undefined);

/** Whether a sequence could decide otherwise: also where the first answer after a start reads like the one before it. */
function hasChanged({ before, upgrades }: ObserveInput, after: ClusterVersionRecord): boolean {
  if (before === undefined) return true;
  if (!isSameJson(comparable(before), comparable(after))) return true;
  const [was, is] = [before.observed?.observedAt ?? 0, after.observed?.observedAt ?? 0];
  return acceptedAt(upgrades).some(at => was <= at && at < is);
}

const comparable = ({ silentSince: _, observed, ...known }: ClusterVersionRecord) => ({
  ...known,
  ...(observed && { observed: { ...observed, observedAt: 0 } }),
});

function againOf(
  { clock, jitter }: ObserveVersionsDeps,
  { answer, upgrades }: ObserveInput,
  { observation, after }: { readonly observation: Observation; readonly after: ClusterVersionRecord },
): Again | void {
  if (observation.kind === 'Silent') return { afterMs: silentFor(observation, after, clock) };
  if (answer.kind !== 'Found' || observation.kind !== 'Observed') return undefined;
  const { controlPlane, pools } = observation.observed;
  const isBusy = upgrades.length > 0 || [controlPlane, ...pools].some(({ upgrading }) => upgrading);
  return { afterMs: isBusy ? BUSY_EVERY_MS : IDLE_EVERY_MS * (1 - jitter.next() / 4) };
}

/** Doubles: it is asked again after as long as it has been silent. */
function silentFor(
  { error }: Extract<Observation, { kind: 'Silent' }>,
  { silentSince }: ClusterVersionRecord,
  clock: Clock,
): number {
  if (error?.kind === 'permission' || error?.kind === 'permanent') return REFUSED_EVERY_MS;
  const silentMs = clock.now() - (silentSince ?? clock.now());
  const asksFor = error?.retryAfterMs ?? 0;
  return Math.max(asksFor, Math.min(SILENT_AT_MOST_MS, Math.max(SILENT_AT_LEAST_MS, silentMs)));
}
