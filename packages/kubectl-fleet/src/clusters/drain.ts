import {
  annotationKeys,
  instant,
  plus,
  toRfc3339,
  type MemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  drainEviction,
  drainRequestOf,
  isCordoned,
  planDrain,
  viewDrain,
  withCordon,
  withoutCordon,
  type DrainCluster,
  type DrainPlan,
  type DrainProgress,
  type PlannedEviction,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { AlreadyExistsError, ForbiddenError } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { askedCluster, isUnwatched, textOption, type Act, type Result } from '../command';
import { resourceOf } from '../hub/families';
import { FollowedLists } from '../hub/FollowedLists';
import { waitFor } from '../waitFor';
import { foreseeMoves, loadDrain } from './loadDrain';
import { loadMember, memberAddress } from './loadMember';

const KIND = 'ClusterResourcePlacementEviction';
const LOOK_EVERY_MS = 2_000;
/** A binding shows so much later that its eviction was executed; until then it looks as if another one were due. */
const PUBLISHED_WITHIN_MS = 30_000;

/**
 * Cordons a cluster and evicts what is on it, within budgets (C/DR-002…013): waits until it is drained, and says what is
 * blocked. The drain is asked for on the hub, so Fleetstage goes on with it when this command ends; on a hub without
 * Fleetstage the evictions are made from here.
 */
export async function drain(act: Act): Promise<Result> {
  const name = askedCluster(act);
  const member = await loadMember(act.hub, name);
  if (member.metadata.deletionTimestamp !== undefined)
    throw new UserError(`cluster "${name}" is leaving the fleet, which lets its placements go`);
  const shown = await loadDrain(act.hub, member);
  const plan = planDrain(shown.state, now());
  const moves = await foreseeMoves(act.hub, shown, plan.items, now());
  for (const line of linesOfPlan(plan, moves)) act.say(line);
  const data = dataOf(name, plan, moves);
  if (act.options.dryRun === true)
    return { text: `cluster "${name}" would be drained (nothing is written)`, data };
  await askForDrain(act, member);
  if (isUnwatched(act)) return { text: `the drain of cluster "${name}" is asked for`, data };
  return untilDrained(act, name);
}

const now = () => instant(Date.now());

/** By key, where a placement goes. */
type Moves = ReadonlyMap<string, string>;

function linesOfPlan({ evictions, skipped, warnings, items }: DrainPlan, moves: Moves): string[] {
  const then = (placement: string) => (moves.has(placement) ? `; ${moves.get(placement)}` : '');
  return [
    ...evictions.map(({ placement }) => `evicts "${placement}"${then(placement)}`),
    ...items.flatMap(({ placement, state, reason }) =>
      state === 'blocked' ? [`"${placement}" is blocked: ${reason}${then(placement)}`] : [],
    ),
    ...skipped.map(({ name, kind, reason }) => `leaves ${kind} "${name}": ${reason}`),
    ...warnings.map(({ placement, sentence }) => `warning of "${placement}": ${sentence}`),
  ];
}

const dataOf = (cluster: string, { evictions, skipped, warnings, items }: DrainPlan, moves: Moves) => ({
  ...{ cluster, evictions, skipped, warnings },
  items: items.map(({ placement, state, reason }) => ({
    ...{ placement, state, reason },
    ...(moves.has(placement) && { move: moves.get(placement) }),
  })),
});

async function askForDrain(act: Act, { metadata }: MemberCluster): Promise<void> {
  const by = await act.hub.whoAmI();
  const reason = textOption(act, 'reason') ?? '';
  await act.hub.update(memberAddress(metadata.name), metadata.uid, live => {
    const { spec, metadata: seen } = live as unknown as MemberCluster;
    const isAsked = drainRequestOf(seen.annotations) !== undefined;
    if (isAsked && isCordoned(spec.taints)) return undefined;
    const annotations = {
      [annotationKeys.drain]: reason,
      [annotationKeys.drainBy]: by,
      [annotationKeys.drainAt]: toRfc3339(now()),
    };
    return {
      body: { spec: { taints: withCordon(spec.taints) }, ...(!isAsked && { metadata: { annotations } }) },
    };
  });
}

async function untilDrained(act: Act, name: string): Promise<Result> {
  let last: DrainProgress | undefined;
  let mayEvict = true;
  // Bindings of a whole hub are many: they are listed once.
  const done = new AbortController();
  const lists = new FollowedLists(act.hub, done.signal);
  const end = await waitFor(
    async () => {
      const { state } = await loadDrain(lists, await loadMember(act.hub, name));
      const progress = viewDrain(state, now());
      if (progress.sentence !== last?.sentence) for (const line of linesOfProgress(progress)) act.say(line);
      last = progress;
      if (isOver(progress)) return progress;
      if (mayEvict) mayEvict = await evictAll(act, state.cluster, dueOf(planDrain(state, now())));
      return undefined;
    },
    { timeoutMs: act.timeoutMs, everyMs: LOOK_EVERY_MS },
  ).finally(() => done.abort());
  return toResult(name, end ?? last);
}

/** Somebody may take the cordon away meanwhile. */
const isOver = ({ state }: DrainProgress) => state === 'drained' || state === 'idle' || state === 'cordoned';

function linesOfProgress({ sentence, items }: DrainProgress): string[] {
  return [
    sentence,
    ...items.flatMap(({ placement, state, reason }) =>
      state === 'blocked' || state === 'invalid' || state === 'stays' ? [`  ${placement}: ${reason}`] : [],
    ),
  ];
}

/** Without those whose last eviction was executed, of which the binding shows nothing yet. */
function dueOf({ evictions, items }: DrainPlan): PlannedEviction[] {
  const justExecuted = new Set(
    items.flatMap(({ placement, eviction }) =>
      eviction?.state === 'executed' && plus(eviction.createdAt, PUBLISHED_WITHIN_MS) > now()
        ? [placement]
        : [],
    ),
  );
  return evictions.filter(({ placement }) => !justExecuted.has(placement));
}

/** False: the caller may not, and whoever serves the hub evicts. Names are those of the attempt, so nobody evicts twice. */
async function evictAll(
  act: Act,
  cluster: DrainCluster,
  evictions: readonly PlannedEviction[],
): Promise<boolean> {
  for (const eviction of evictions) {
    try {
      await act.hub.create(drainEviction(cluster, eviction), resourceOf(KIND));
    } catch (error) {
      if (error instanceof ForbiddenError) {
        act.say('you may not create evictions; the drain is asked for, and Fleetstage carries it out');
        return false;
      }
      if (!(error instanceof AlreadyExistsError)) throw error;
    }
  }
  return true;
}

function toResult(cluster: string, progress: DrainProgress | undefined): Result {
  if (progress === undefined)
    return {
      text: `nothing is known of the drain of cluster "${cluster}", and --timeout is over`,
      data: { cluster },
      code: 2,
    };
  const { state, sentence, evicted, total, blocked, stays, items } = progress;
  const isDrained = state === 'drained';
  const open = items.filter(item => !['evicted', 'stays', 'empty'].includes(item.state));
  const why = open.map(({ placement, reason }) => `\n  ${placement}: ${reason}`).join('');
  return {
    text: isDrained
      ? `cluster "${cluster}": ${sentence}`
      : `cluster "${cluster}" is not drained: ${sentence}${why}\n${goesOn(state)}`,
    data: {
      ...{ cluster, state, sentence, evicted, total, blocked, stays },
      items: items.map(({ placement, state: itemState, reason }) => ({
        placement,
        state: itemState,
        reason,
      })),
    },
    ...(!isDrained && { code: 2 }),
  };
}

const goesOn = (state: DrainProgress['state']) =>
  state === 'idle' || state === 'cordoned'
    ? 'somebody has taken the drain back meanwhile'
    : 'the drain stays asked for; take it back with kubectl fleet uncordon';

/** Takes the taint of the cordon away, and a drain that is asked for (C/DR-015); other taints stay. */
export async function uncordon(act: Act): Promise<Result> {
  const cluster = askedCluster(act);
  const { metadata, spec } = await loadMember(act.hub, cluster);
  const wasDrained = drainRequestOf(metadata.annotations) !== undefined;
  const wasCordoned = isCordoned(spec.taints);
  await act.hub.update(memberAddress(cluster), metadata.uid, live => {
    const { spec: seen, metadata: own } = live as unknown as MemberCluster;
    if (!isCordoned(seen.taints) && drainRequestOf(own.annotations) === undefined) return undefined;
    const annotations = {
      [annotationKeys.drain]: null,
      [annotationKeys.drainBy]: null,
      [annotationKeys.drainAt]: null,
    };
    return { body: { spec: { taints: withoutCordon(seen.taints) }, metadata: { annotations } } };
  });
  const text =
    wasCordoned || wasDrained
      ? `cluster "${cluster}" is open to placements again; what was evicted comes back as the scheduler picks it`
      : `cluster "${cluster}" is not cordoned`;
  return { text, data: { cluster, wasCordoned, wasDrained } };
}
