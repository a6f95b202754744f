import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { UpgradeAnswer } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type {
  UpgradeRequest,
  VersionProvider,
  VersionProviderError,
} from '@fleetstage/backstage-plugin-fleetstage-node';
import type { Tx } from '../../database/db';
import { toFreeText } from '../../database/freeText';
import { fromHubKey, type HubKey } from '../../database/keys';
import { queues } from '../../database/queue/queues';
import { loadClusterVersions, type ClusterVersionRecord } from '../../database/sequences/clusterVersionStore';
import {
  listDesiredUpgradesOn,
  saveUpgradeAnswer,
  saveUpgradeProblem,
  type DesiredUpgradeRecord,
} from '../../database/sequences/desiredUpgradeStore';
import { markSequencesOf } from '../../database/sequences/markSequences';
import { wake } from '../../database/wakes';
import type { Effect, EffectContext } from '../../loop/effect';
import { TransientError } from '../../loop/errors';
import { PartlyDone } from '../../loop/PartlyDone';
import type { Clock, Timers } from '../../ports';
import { providerFailure, type VersionProviderSource } from './providerFailure';
import { withinTime } from './withinTime';

export interface StartUpgradesDeps {
  readonly providers: VersionProviderSource;
  readonly clock: Clock;
  readonly timers: Timers;
  /** A call that takes longer has no answer. */
  readonly timeoutMs: number;
}

interface StartInput {
  readonly at: HubKey;
  readonly provider: NonNullable<ClusterVersionRecord['provider']>;
  /** Those without an answer. */
  readonly upgrades: readonly DesiredUpgradeRecord[];
}

/** What became of one call. */
type Asked =
  | { readonly upgrade: DesiredUpgradeRecord; readonly answer: UpgradeAnswer }
  /** It is repeated. */
  | { readonly upgrade: DesiredUpgradeRecord; readonly problem: VersionProviderError };

/**
 * Asks the provider of a cluster for the upgrades that are desired there and have no answer yet (D/PRV-006).
 *
 * What is desired is read right before the calls, under the lease of the cluster's key, so no two replicas ask at once. A pass may
 * still clear or replace it between that read and a call, which is a window of a few milliseconds, or of the time that the
 * calls before it take: the upgrade begins as if the pass had come that much later, and the next observation shows it. What the
 * provider then answers is dropped, since the row that it belongs to is another one.
 *
 * Killed between a call and its answer, the next run makes the same call: providers are idempotent by the desired state. Calls that
 * fail for now are repeated with a back-off, and are no answers (D/PRV-012).
 */
export function startUpgrades(deps: StartUpgradesDeps): Effect<StartInput, readonly Asked[]> {
  return {
    name: queues.startUpgrades,
    load: (tx, key) => loadInput(tx, fromHubKey(key)),
    async run(input, context) {
      const asked: Asked[] = [];
      for (const upgrade of input.upgrades) asked.push(await ask(deps, input, { upgrade, context }));
      const failed = asked.find(one => 'problem' in one);
      if (failed === undefined || !('problem' in failed)) return asked;
      throw new PartlyDone(asked, toTransient(input, failed.problem));
    },
    record: (tx, _, { at }, asked) => record(tx, at, asked),
  };
}

/** A cluster whose provider is not known is asked for nothing: once it is, `observeVersions` wakes this. */
async function loadInput(tx: Tx, at: HubKey): Promise<StartInput | undefined> {
  const { hub, name } = at;
  const { provider } = (await loadClusterVersions(tx, hub, name)) ?? {};
  if (provider === undefined || provider.id === '') return undefined;
  const upgrades = (await listDesiredUpgradesOn(tx, hub, name)).filter(({ answer }) => answer === undefined);
  return upgrades.length === 0 ? undefined : { at, provider, upgrades };
}

async function ask(
  { providers, clock, timers, timeoutMs }: StartUpgradesDeps,
  { at, provider }: StartInput,
  { upgrade, context }: { readonly upgrade: DesiredUpgradeRecord; readonly context: EffectContext },
): Promise<Asked> {
  const { upgradeType, version, pools } = upgrade;
  const request = { cluster: provider.id, upgradeType, version, ...(pools && { pools }) };
  context.log.info('Starting an upgrade', {
    ...{ cluster: at.name, provider: provider.name, upgradeType, version, rollout: upgrade.rollout },
  });
  try {
    const open = await providers.open(provider.name);
    const answer = await withinTime({ timers, ms: timeoutMs, signal: context.signal }, signal =>
      start(open, request, { clock, signal }),
    );
    return { upgrade, answer };
  } catch (error) {
    return toAsked(upgrade, await providerFailure(providers, provider.name, error), clock.now());
  }
}

/** A start may take several writes: the check, which makes none, finds what refuses a later one before the first. */
async function start(
  provider: VersionProvider,
  request: UpgradeRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<UpgradeAnswer> {
  const check = await provider.checkUpgrade(request, signal);
  if (!check.ok) return { kind: 'Refused', at: clock.now(), reason: check.reason, message: check.message };
  const { operation } = await provider.startUpgrade(request, signal);
  return { kind: 'Accepted', at: clock.now(), ...(operation !== undefined && { operation }) };
}

function toAsked(upgrade: DesiredUpgradeRecord, error: VersionProviderError, at: Instant): Asked {
  const { kind, refusal: reason, message } = error;
  if (kind === 'retryable') return { upgrade, problem: error };
  return kind === 'refused' && reason !== undefined
    ? { upgrade, answer: { kind: 'Refused', at, reason, message } }
    : { upgrade, answer: { kind: 'Failed', at, message } };
}

const toTransient = ({ at, provider }: StartInput, problem: VersionProviderError) =>
  new TransientError(`start an upgrade of ${at.name} by ${provider.name}`, problem.retryAfterMs, {
    cause: problem,
  });

async function record(tx: Tx, at: HubKey, asked: readonly Asked[]): Promise<void> {
  const { hub, name } = at;
  const { observed } = (await loadClusterVersions(tx, hub, name)) ?? {};
  let isAnswered = false;
  for (const one of asked) {
    if ('problem' in one) await saveUpgradeProblem(tx, hub, one.upgrade, toFreeText(one.problem.message));
    else
      isAnswered =
        (await saveUpgradeAnswer(tx, hub, one.upgrade, youngerThan(one.answer, observed?.observedAt))) ||
        isAnswered;
  }
  if (!isAnswered) return;
  await markSequencesOf(tx, hub, [name]);
  // Providers report the change, too; this is for one whose watch is in a gap.
  wake(tx, 'versionsDue', at);
}

/** What was observed before is older, whatever the clock of the replica that asked for it said. */
const youngerThan = (answer: UpgradeAnswer, observedAt: Instant | undefined): UpgradeAnswer =>
  observedAt === undefined || answer.at > observedAt ? answer : { ...answer, at: observedAt };
