import type { Instant, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import { planPlacement, scheduleInputOf } from '../placement/planPlacement';
import type { PlacementState, ScheduleVerdict } from '../state/placement';
import { defaultPlugins } from '../schedule/defaultPlugins';
import { isTolerated } from '../schedule/filters/taintToleration';
import { countSelected } from '../schedule/explainSchedule';
import type { ScheduleInput } from '../schedule/decideSchedule';
import type { SchedulePlugins } from '../schedule/plugin';
import { wantedCount } from '../schedule/wantedCount';
import { suggestForCluster } from '../schedule/suggestion/suggestForCluster';
import type { SuggestedChange } from '../schedule/obstacle/obstacle';
import { isLabelChange, LABEL_RISK } from '../schedule/suggestion/suggestionText';
import { limitedKeys, widenSpread } from '../schedule/suggestion/widenSpread';
import { entryOf, isAbout } from '../verdictCodes';
import { countOf, joinAnd, listOf, sentence } from '../words';
import { applyChange } from './applyChange';
import type { ClusterChange, WhatIfChange } from './change';
import { mergeEdits, toChange } from './toChange';
import type { WayView } from './viewSuggestion';
import { whatIf } from './whatIf';

export interface ShortageSuggestionView {
  /** Nothing is missing. */
  isFulfilled: boolean;
  missing: number;
  message: string;
  way?: WayView;
}

/** A longer sentence helps nobody. */
const MOST_LET_IN = 20;
/** Each costs dozens of decisions over the whole fleet. */
const MOST_SEARCHED = 2;

/**
 * The nearest change after which a placement has all the clusters that it asks for, tried out: as many clusters as are
 * missing are let in, those first that lack least. `way` is absent where nothing that can be changed brings anybody in.
 *
 *   PickN 6, found 4, five tainted       → tolerate the taint, or remove it from two of them
 *   PickN 6, found 4, labels do not match → ask for 4; labels of clusters are changed last, where none is found
 */
export function suggestForShortage(
  state: PlacementState,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): ShortageSuggestionView {
  const { schedule, policy } = planPlacement(state, now, plugins);
  const wanted = wantedCount(policy.latest.policy, policy.latest.numberOfClusters) ?? 0;
  const missing = Math.max(0, wanted - countSelected(schedule.verdicts));
  if (missing === 0) return { isFulfilled: true, missing, message: 'Nothing is missing.' };
  const basis = { now, plugins };
  const candidates = nearest(schedule.verdicts, Math.min(missing, MOST_LET_IN));
  const jammed = schedule.verdicts.filter(isJammed).slice(0, 1);
  const nearby = tryEach(state, candidates, basis);
  const view =
    tryTolerating(state, candidates, basis) ??
    (changesLabels(nearby) ? undefined : nearby) ??
    tryEach(state, jammed, basis) ??
    (nearby && tryFewer(state, { from: wanted, to: wanted - missing }, basis)) ??
    nearby;
  if (view === undefined) {
    return {
      isFulfilled: false,
      missing,
      message: 'No single change adds a cluster.',
    };
  }
  const rest = view.isFulfilled ? 0 : missing - view.clusters.length;
  const message = rest > 0 ? `${view.text} ${countOf(rest, 'cluster')} would still be missing.` : view.text;
  return { isFulfilled: false, missing, message, way: view };
}

interface Basis {
  readonly now: Instant;
  readonly plugins: SchedulePlugins;
}

/** One change of the policy for all of them, where that is enough. */
function tryTolerating(
  state: PlacementState,
  [first]: readonly Refused[],
  basis: Basis,
): WayView | undefined {
  if (!first || !isAbout(first.code, 'taints')) return undefined;
  const changes = untolerated(state, first.cluster).map((taint): SuggestedChange => ({
    kind: 'tolerateTaint',
    taint,
  }));
  const view = tryBatched(state, [{ cluster: first.cluster, changes }], basis);
  return view?.isFulfilled ? view : undefined;
}

/** The clusters that are there are enough: nothing else in the fleet changes. */
function tryFewer(
  state: PlacementState,
  { from, to }: { readonly from: number; readonly to: number },
  basis: Basis,
): WayView | undefined {
  if (to < 1) return undefined;
  const view = tryBatched(state, [{ cluster: '', changes: [{ kind: 'setNumber', from, to }] }], basis);
  return view?.isFulfilled ? view : undefined;
}

/** A label decides about other placements and stages, too. */
const changesLabels = (view: WayView | undefined) =>
  view?.change?.clusters?.some(
    change => change.change === 'edit' && Object.keys(change.labels ?? {}).length > 0,
  ) === true;

/** For each of them a suggested change; the spread is widened once for all, as each that is let in takes its part of the skew. */
function tryEach(state: PlacementState, candidates: readonly Refused[], basis: Basis): WayView | undefined {
  const { policy } = state.placement.spec;
  const ways = letIn(state, candidates, basis);
  const tries = ways.map(({ cluster, changes }) => ({
    cluster,
    changes: changes.filter(change => !isWider(change)),
  }));
  const jammed = candidates.find(isJammed) ?? ways.find(({ changes }) => changes.some(isWider));
  if (jammed !== undefined) {
    const changed = applyChange(state, combine(tries, policy), basis.now);
    const changes = changed.ok ? widerSpread(scheduleInputOf(changed.value, basis.now), basis) : [];
    tries.push({ cluster: jammed.cluster, changes: [...changes] });
  }
  const view = tries.length > 0 ? tryBatched(state, tries, basis) : undefined;
  return view?.clusters.length ? view : undefined;
}

const isJammed = ({ code }: Refused) => entryOf(code).reads.includes('spread');
const isWider = ({ kind }: SuggestedChange) => kind === 'setMaxSkew';
/** Asking for more lets a cluster in, but as many are missing as before. */
const isForMore = ({ kind }: SuggestedChange) => kind === 'setNumber';

/** The taints of each go, or the first suggested change that the engine finds; finding it costs many decisions. */
function letIn(state: PlacementState, candidates: readonly Refused[], basis: Basis): Try[] {
  const { policy } = state.placement.spec;
  const input = scheduleInputOf(state, basis.now);
  let searched = 0;
  return candidates.flatMap((candidate): Try[] => {
    const { cluster, code } = candidate;
    if (isJammed(candidate)) return [];
    if (isAbout(code, 'taints')) return [{ cluster, changes: withoutTaints(state, cluster) }];
    searched += 1;
    if (searched > MOST_SEARCHED) return [];
    const { ways } = suggestForCluster(input, cluster, basis.now, basis.plugins);
    const way = ways.find(
      ({ changes }) => !changes.some(isForMore) && toChange(changes, cluster, policy) !== undefined,
    );
    return way === undefined ? [] : [{ cluster, changes: way.changes }];
  });
}

/** The skews for as many clusters as are asked for: over one key where that is enough, else over all of them. */
function widerSpread(input: ScheduleInput, basis: Basis): readonly SuggestedChange[] {
  const room = wantedCount(input.policy.policy, input.policy.numberOfClusters) ?? 0;
  const keys = limitedKeys(input);
  for (const key of keys) {
    const { changes, picked } = widenSpread(input, [key], { ...basis, room });
    if (picked.length >= room) return changes;
  }
  return widenSpread(input, keys, { ...basis, room }).changes;
}

const withoutTaints = (state: PlacementState, cluster: string) =>
  untolerated(state, cluster).map((taint): SuggestedChange => ({ kind: 'removeTaint', taint }));

function untolerated({ clusters, placement }: PlacementState, cluster: string) {
  const taints = clusters.find(({ name }) => name === cluster)?.taints ?? [];
  const tolerations = placement.spec.policy?.tolerations ?? [];
  return taints.filter(taint => !tolerations.some(one => isTolerated(taint, one)));
}

interface Refused {
  readonly cluster: string;
  readonly code: string;
}

interface Try {
  readonly cluster: string;
  readonly changes: readonly SuggestedChange[];
}

/** By cause, then by name, the refused clusters that lack least. */
function nearest(verdicts: readonly ScheduleVerdict[], count: number): Refused[] {
  return verdicts
    .filter(({ selected, code }) => !selected && entryOf(code).nearness !== undefined)
    .sort((a, b) => nearnessOf(a) - nearnessOf(b))
    .slice(0, count);
}

const nearnessOf = ({ code }: ScheduleVerdict) => entryOf(code).nearness ?? Infinity;

function tryBatched(
  state: PlacementState,
  tries: readonly Try[],
  { now, plugins }: Basis,
): WayView | undefined {
  const change = combine(tries, state.placement.spec.policy);
  const tried = whatIf(state, change, now, { plugins });
  if (!tried.ok) return undefined;
  const { items, then } = tried.value;
  const named = (effect: string) => items.filter(item => item.effect === effect).map(item => item.cluster);
  const isPolicy = change.policy !== undefined;
  return {
    text: inWords(tries),
    actors: [
      ...(isPolicy ? (['appOwner'] as const) : []),
      ...(change.clusters ? (['clusterOwner'] as const) : []),
    ],
    change,
    clusters: named('gains'),
    loses: named('loses'),
    isFulfilled: then.isFulfilled,
  };
}

function combine(tries: readonly Try[], policy: PlacementPolicy | undefined): WhatIfChange {
  let changed = policy;
  const edits = new Map<string, ClusterChange>();
  for (const { cluster, changes } of distinct(tries)) {
    const change = toChange(changes, cluster, changed);
    if (change?.policy) changed = change.policy;
    for (const edit of change?.clusters ?? []) {
      const before = edits.get(edit.cluster);
      edits.set(edit.cluster, before ? mergeEdits(before, edit) : edit);
    }
  }
  return {
    ...(changed !== policy && { policy: changed }),
    ...(edits.size > 0 && { clusters: [...edits.values()] }),
  };
}

/** The same change of the policy for two clusters is one. */
function distinct(tries: readonly Try[]): Try[] {
  const seen = new Set<string>();
  return tries.map(({ cluster, changes }) => ({
    cluster,
    changes: changes.filter(change => {
      if (change.kind !== 'tolerateTaint') return true;
      const key = JSON.stringify(change.taint);
      return !seen.has(key) && seen.add(key) !== undefined;
    }),
  }));
}

/** "Tolerate taint gpu", "remove taint maintenance from c1 and c2". */
function inWords(tries: readonly Try[]): string {
  const byChange = new Map<string, string[]>();
  for (const { cluster, changes } of distinct(tries)) {
    for (const change of changes) {
      const words = changeInWords(change);
      byChange.set(words, [...(byChange.get(words) ?? []), cluster]);
    }
  }
  const parts = [...byChange].map(([words, clusters]) => words.replace('{clusters}', named(clusters)));
  const isRisky = tries.some(({ changes }) => changes.some(isLabelChange));
  return sentence(`${joinAnd(parts)}${isRisky ? ` (${LABEL_RISK})` : ''}`);
}

const named = (clusters: readonly string[]) => (clusters.length <= 3 ? joinAnd(clusters) : listOf(clusters));

function changeInWords(change: SuggestedChange): string {
  switch (change.kind) {
    case 'tolerateTaint':
      return `tolerate taint ${change.taint.key}`;
    case 'removeTaint':
      return `remove taint ${change.taint.key} from {clusters}`;
    case 'setLabel':
      return change.value === undefined
        ? `remove label ${change.key} from {clusters}`
        : `set label ${change.key}=${change.value} on {clusters}`;
    case 'setProperty':
      return `change ${change.name} to ${change.value} on {clusters}`;
    case 'createNamespace':
      return `create namespace ${change.namespace} on {clusters}`;
    case 'setNumber':
      return `ask for ${countOf(change.to, 'cluster')} instead of ${change.from}`;
    case 'setMaxSkew':
      return `allow a skew of ${change.to} over ${change.topologyKey}`;
    case 'nameCluster':
      return `name {clusters} in the policy`;
    case 'mendCluster':
      return `repair {clusters}`;
    default:
      return assertNever(change);
  }
}
