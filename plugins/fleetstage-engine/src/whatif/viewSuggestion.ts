import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { planPlacement, scheduleInputOf, type PlacementPlan } from '../placement/planPlacement';
import type { PlacementState } from '../state/placement';
import { defaultPlugins } from '../schedule/defaultPlugins';
import type { SchedulePlugins } from '../schedule/plugin';
import { suggestForCluster } from '../schedule/suggestion/suggestForCluster';
import type { Way, SuggestionActor } from '../schedule/suggestion/suggestion';
import { changesInWords } from '../schedule/suggestion/suggestionText';
import { sentence } from '../words';
import { applyChange } from './applyChange';
import type { WhatIfChange } from './change';
import { toChange } from './toChange';

export interface WayView {
  /** What to change; the fields below say what it leads to. */
  text: string;
  actors: ('appOwner' | 'clusterOwner')[];
  /** Absent where no change that can be tried expresses it. */
  change?: WhatIfChange;
  /** Clusters that would be picked. */
  clusters: string[];
  rank?: number;
  of?: number;
  score?: Record<string, number>;
  loses: string[];
  isFulfilled: boolean;
}

export interface SuggestionView {
  cluster: string;
  isPicked: boolean;
  message: string;
  ways: WayView[];
}

/** What would have to change for a cluster to be picked, each way tried out. */
export function viewSuggestion(
  state: PlacementState,
  cluster: string,
  now: Instant,
  plugins: SchedulePlugins = defaultPlugins,
): SuggestionView {
  const found = suggestForCluster(scheduleInputOf(state, now), cluster, now, plugins);
  const today = new Set(found.ways.length > 0 ? pickedOf(planPlacement(state, now, plugins)) : []);
  return {
    cluster,
    isPicked: found.kind === 'picked',
    message: sentence(found.message),
    ways: found.ways.map(way => viewWay(state, { way, cluster, today, now, plugins })),
  };
}

interface Trial {
  readonly way: Way;
  readonly cluster: string;
  /** Who is picked without any change. */
  readonly today: ReadonlySet<string>;
  readonly now: Instant;
  readonly plugins: SchedulePlugins;
}

const ACTORS: Readonly<Record<SuggestionActor, WayView['actors'][number]>> = {
  'app owner': 'appOwner',
  'cluster owner': 'clusterOwner',
};

function viewWay(state: PlacementState, { way, cluster, today, now, plugins }: Trial): WayView {
  const change = toChange(way.changes, cluster, state.placement.spec.policy);
  const changed = change && applyChange(state, change, now);
  const plan = changed?.ok ? planPlacement(changed.value, now, plugins) : undefined;
  const score = plan?.schedule.verdicts.find(verdict => verdict.cluster === cluster)?.score;
  return {
    text: changesInWords(cluster, way.changes),
    actors: way.actors.map(actor => ACTORS[actor]),
    ...(change && { change }),
    clusters: plan ? pickedOf(plan).filter(name => !today.has(name)) : [cluster],
    ...(way.rank && { rank: way.rank.place, of: way.rank.of }),
    ...(score && { score: { ...score } }),
    loses: [...way.loses],
    isFulfilled: plan?.schedule.outcome?.fulfilled ?? false,
  };
}

const pickedOf = ({ schedule }: PlacementPlan) =>
  schedule.verdicts.filter(({ selected }) => selected).map(({ cluster }) => cluster);
