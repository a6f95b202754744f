import {
  instant,
  type Instant,
  type KubeObject,
  type MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  drainEviction,
  drainRequestOf,
  isCordoned,
  planDrain,
  viewDrain,
  type DrainPlan,
  type DrainProgress,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { AlreadyExistsError, type KubeClient } from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import { askedAs, forgetDrain, loadDrain, saveDrain, type Drain } from '../database/drainStore';
import { EVICTION } from '../database/evictionStore';
import { fromHubKey, type HubKey } from '../database/keys';
import { loadDrainState } from '../database/loadDrainState';
import { loadObject } from '../database/mirrorStore';
import { queues } from '../database/queue/queues';
import { appendTimeline } from '../database/timelineStore';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { targetOf } from '../kube/targetOf';
import type { Again, Effect } from '../loop/effect';
import type { Metrics } from '../observe/metrics';
import type { Clock } from '../ports';
import { createEvent } from './createEvent';
import { drainEvents, hubEvents, reportDrain, reportEnd, type DrainChange } from './drainReport';
import { askCluster } from './kubeErrors';

interface DrainInput {
  readonly at: HubKey;
  /** Of the MemberCluster; absent: it is gone. */
  readonly uid?: string;
  /** As kept; absent: the drain is new. */
  readonly before?: Drain;
  /** Absent: nobody asks any more, and what was kept goes. */
  readonly now?: DrainNow;
}

interface DrainNow {
  readonly drain: Drain;
  readonly plan: DrainPlan;
  readonly progress: DrainProgress;
  /** Of the MemberCluster. */
  readonly annotations: Readonly<Record<string, string>>;
}

export interface DrainClusterDeps {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/**
 * In case that a change was committed while a pass read the rows of before it: what waits is looked at again after this time.
 */
const LOOK_AGAIN_MS = 30_000;

/**
 * Drains a member while it is asked for on the hub, by the taint of a cordon and an annotation: creates the evictions that would be
 * executed, and again when a budget lets another one go. Evictions are decided as any others are (`settleEviction`). Like a pass it
 * starts once the mirror is complete, and it decides nothing that a second one could decide otherwise: the name of an eviction is
 * made of the attempt, so a repeated create finds the first one.
 */
export function drainCluster({ client, clock, metrics }: DrainClusterDeps): Effect<DrainInput, void> {
  return {
    name: queues.drainCluster,
    load: (tx, key) => loadInput(tx, fromHubKey(key), clock.now()),
    async run(input, { log }) {
      const { at, now, uid } = input;
      const planned = now?.plan.evictions ?? [];
      const { annotations = {} } = now ?? {};
      const evictions = planned.map(eviction => drainEviction({ name: at.name, annotations }, eviction));
      const events = uid === undefined ? [] : hubEvents({ name: at.name, uid }, changeOf(input), clock.now());
      if (evictions.length + events.length === 0) return;
      if (evictions.length > 0)
        log.info('Evicting placements from a cluster that is drained', { evictions: evictions.length });
      await askCluster(`evict placements from ${at.name}`, async () => {
        const api = await client();
        for (const eviction of evictions) await createEviction(api, eviction);
        for (const event of events) await createEvent(api, event, log);
      });
    },
    async record(tx, _, input) {
      const { at, before, now } = input;
      await appendTimeline(tx, at.hub, drainEvents(at.name, changeOf(input)));
      if (now === undefined) {
        await forgetDrain(tx, at);
        reportEnd(metrics, at);
        return undefined;
      }
      await saveDrain(tx, at.hub, now.drain);
      if (before?.progress.sentence !== now.drain.progress.sentence)
        tx.outbox.touch({ hub: at.hub, kind: 'cluster', name: at.name });
      reportDrain(metrics, at, now.drain.progress);
      return lookAgain(now, clock.now());
    },
  };
}

const changeOf = ({ before, now }: DrainInput): DrainChange => ({ before, now: now?.drain });

async function loadInput(tx: Tx, at: HubKey, now: Instant): Promise<DrainInput | undefined> {
  const before = await loadDrain(tx, at);
  const member = await loadObject(tx, { hub: at.hub, kind: 'MemberCluster', name: at.name });
  const uid = member?.metadata.uid;
  const known = { at, ...(uid !== undefined && { uid }) };
  if (member === undefined || !isAsked(member)) return before && { ...known, before };
  const identity = askedAs(member);
  const isSame = before?.askedAs === identity;
  const since = isSame ? before.since : beginOf(member, now);
  const state = await loadDrainState(tx, at, { member, since });
  const progress = viewDrain(state, now);
  const { items: _, request: __, ...summary } = progress;
  const drain = { cluster: at.name, askedAs: identity, since, progress: summary };
  const plan = planDrain(state, now);
  const { annotations = {} } = member.metadata;
  return { ...known, ...(isSame && { before }), now: { drain, plan, progress, annotations } };
}

/** A member that leaves is emptied by that. */
function isAsked(member: KubeObject): boolean {
  const { metadata, spec } = member as unknown as MemberCluster;
  return (
    metadata.deletionTimestamp === undefined &&
    isCordoned(spec.taints) &&
    drainRequestOf(metadata.annotations) !== undefined
  );
}

/** In whole seconds, as the hub dates evictions. */
const beginOf = ({ metadata }: KubeObject, now: Instant): Instant =>
  drainRequestOf(metadata.annotations)?.at ?? instant(Math.floor(now / 1000) * 1000);

async function createEviction(api: KubeClient, eviction: KubeObject): Promise<void> {
  try {
    await api.create(eviction, { fieldManager: FIELD_MANAGER, target: targetOf(EVICTION) });
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
  }
}

function lookAgain({ plan, progress }: DrainNow, now: Instant): Again | undefined {
  if (plan.retryAt !== undefined) return { afterMs: Math.max(0, plan.retryAt - now) };
  return progress.state === 'drained' ? undefined : { afterMs: LOOK_AGAIN_MS };
}
