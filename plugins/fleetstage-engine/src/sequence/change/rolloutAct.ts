import type {
  ClusterRetry,
  JsonObject,
  RolloutPhase,
  Timestamp,
  VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { currentIndex } from '../rollout/stagePhase';
import type { RolloutMemory } from '../state/rolloutMemory';

/** What a person does to a rollout (E §4.2); each is a change of its spec. */
export type RolloutAct =
  | { readonly kind: 'Pause' | 'Resume' | 'Cancel' }
  | { readonly kind: 'ForceComplete'; readonly stage: string }
  /** Without a duration that of the sequence counts again. */
  | { readonly kind: 'OverrideSoak'; readonly stage: string; readonly soakDuration?: string }
  | { readonly kind: 'SkipClusters' | 'UnskipClusters'; readonly clusters: readonly string[] }
  | { readonly kind: 'RetryClusters'; readonly clusters: readonly string[]; readonly requestedAt: Timestamp }
  | { readonly kind: 'IgnoreMaintenance'; readonly ignore: boolean };

const STATES = { Pause: 'Pause', Resume: 'Run', Cancel: 'Cancel' } as const;

/**
 * The merge patch of the spec that an act is, for REST and for the line with kubectl: a merge replaces lists, so it has all
 * entries that stay (E/EX-009).
 *
 *     Pause → {"state":"Pause"}     ForceComplete staging after testing → {"forceCompletedStages":["testing","staging"]}
 */
export function rolloutActPatch(spec: VersionRolloutSpec, act: RolloutAct): JsonObject {
  switch (act.kind) {
    case 'ForceComplete':
      return { forceCompletedStages: unite(spec.forceCompletedStages, [act.stage]) };
    case 'OverrideSoak':
      return { soakOverrides: overridesAfter(spec, act) };
    case 'SkipClusters':
      return { skippedClusters: unite(spec.skippedClusters, act.clusters).sort(compareText) };
    case 'UnskipClusters':
      return { skippedClusters: (spec.skippedClusters ?? []).filter(name => !act.clusters.includes(name)) };
    case 'RetryClusters':
      return { retries: retriesAfter(spec, act) };
    case 'IgnoreMaintenance':
      return { ignoreMaintenance: act.ignore };
    default:
      return { state: STATES[act.kind] };
  }
}

/** A rollout as far as it decides what may be done to it. */
export interface RolloutToAct {
  readonly name: string;
  readonly spec: VersionRolloutSpec;
  readonly phase: RolloutPhase;
  /** The earliest stage that is not completed; absent: all are. */
  readonly currentStage?: string;
  /** Those that are not completed. */
  readonly openStages: readonly string[];
  /** All of its clusters. */
  readonly clusters: ReadonlySet<string>;
  /** Those with a target that failed. */
  readonly failedClusters: ReadonlySet<string>;
}

/** A rollout that the engine has created, with its spec as it is now. */
export function toRolloutToAct({
  name,
  spec,
  memory,
}: Pick<RolloutToAct, 'name' | 'spec'> & { readonly memory: RolloutMemory }): RolloutToAct {
  const { phase, progress, members, targets } = memory;
  const currentStage = progress.stages[currentIndex(memory)]?.name;
  return {
    ...{ name, spec, phase },
    ...(currentStage !== undefined && { currentStage }),
    openStages: progress.stages.filter(({ succeededAt }) => succeededAt === undefined).map(one => one.name),
    clusters: new Set(members.map(({ cluster }) => cluster)),
    failedClusters: new Set(
      targets
        .filter(({ state, past }) => state === 'Failed' || past.kind === 'Failed')
        .map(one => one.cluster),
    ),
  };
}

/** Why an act would have no effect, or be refused by the hub, with the fix; the field is one of the request. */
export interface RolloutActRefusal {
  readonly code:
    'ROLLOUT_FINAL' | 'STAGE_NOT_CURRENT' | 'STAGE_NOT_OPEN' | 'CLUSTER_UNKNOWN' | 'NOTHING_TO_DO';
  readonly field?: 'stage' | 'clusters' | 'ignore';
  readonly message: string;
}

/** E/AC-001…010. What is so already is no refusal of clusters: of several some may be. */
export function refuseRolloutAct(rollout: RolloutToAct, act: RolloutAct): RolloutActRefusal | undefined {
  const { name, phase, spec } = rollout;
  if (phase === 'Completed' || phase === 'Cancelled')
    return {
      code: 'ROLLOUT_FINAL',
      message: `Rollout "${name}" is over, so that its spec no longer changes; start another rollout instead`,
    };
  if (spec.state === 'Cancel')
    return {
      code: 'ROLLOUT_FINAL',
      message: `Rollout "${name}" is being cancelled, which is final; start another rollout instead`,
    };
  switch (act.kind) {
    case 'Pause':
      return spec.state === 'Pause' ? done(`Rollout "${name}" is paused already`) : undefined;
    case 'Resume':
      return spec.state === 'Pause' ? undefined : done(`Rollout "${name}" is not paused by a person`);
    case 'Cancel':
      return undefined;
    case 'ForceComplete':
      return refuseForce(rollout, act.stage);
    case 'OverrideSoak':
      return refuseSoak(rollout, act.stage);
    case 'IgnoreMaintenance':
      return (spec.ignoreMaintenance ?? false) === act.ignore
        ? done(
            `Rollout "${name}" ${act.ignore ? 'ignores maintenance already' : 'heeds maintenance already'}`,
          )
        : undefined;
    default:
      return refuseClusters(rollout, act);
  }
}

const done = (message: string): RolloutActRefusal => ({ code: 'NOTHING_TO_DO', message });

function refuseForce(
  { name, currentStage, spec }: RolloutToAct,
  stage: string,
): RolloutActRefusal | undefined {
  if (currentStage === stage)
    return spec.forceCompletedStages?.includes(stage) === true
      ? done(`Stage "${stage}" of rollout "${name}" is being completed already`)
      : undefined;
  const current =
    currentStage === undefined ? 'all stages are completed' : `the current stage is "${currentStage}"`;
  return {
    code: 'STAGE_NOT_CURRENT',
    field: 'stage',
    message: `Stage "${stage}" cannot be completed by force: ${current}; name that one, or load the rollout again`,
  };
}

function refuseSoak({ name, openStages }: RolloutToAct, stage: string): RolloutActRefusal | undefined {
  if (openStages.includes(stage)) return undefined;
  return {
    code: 'STAGE_NOT_OPEN',
    field: 'stage',
    message: `Rollout "${name}" has no stage "${stage}" that is not completed; name one of ${openStages.join(', ') || 'none'}`,
  };
}

const SHOWN = 3;

function refuseClusters(
  { name, clusters, failedClusters }: RolloutToAct,
  act: Extract<RolloutAct, { readonly clusters: readonly string[] }>,
): RolloutActRefusal | undefined {
  const [known, what] =
    act.kind === 'RetryClusters' ? [failedClusters, 'has no failed upgrade of'] : [clusters, 'does not have'];
  // A cluster that left may still stand in the list, and is taken out of it.
  const others = act.kind === 'UnskipClusters' ? [] : act.clusters.filter(one => !known.has(one));
  if (others.length === 0) return undefined;
  const more = others.length > SHOWN ? ` and ${others.length - SHOWN} more` : '';
  return {
    code: 'CLUSTER_UNKNOWN',
    field: 'clusters',
    message: `Rollout "${name}" ${what} ${others.slice(0, SHOWN).join(', ')}${more}; leave them out`,
  };
}

const unite = (before: readonly string[] = [], added: readonly string[]): string[] => [
  ...new Set([...before, ...added]),
];

function overridesAfter(
  { soakOverrides = [] }: VersionRolloutSpec,
  { stage, soakDuration }: Extract<RolloutAct, { readonly kind: 'OverrideSoak' }>,
): JsonObject[] {
  const others = soakOverrides.filter(one => one.stage !== stage).map(one => ({ ...one }));
  return soakDuration === undefined ? others : [...others, { stage, soakDuration }];
}

/** The list has room for a thousand: entries that are older than what is asked for now make way (E/AC-005). */
const MOST_RETRIES = 1_000;

function retriesAfter(
  { retries = [] }: VersionRolloutSpec,
  { clusters, requestedAt }: Extract<RolloutAct, { readonly kind: 'RetryClusters' }>,
): JsonObject[] {
  const asked = new Set(clusters);
  const fresh: ClusterRetry[] = [...asked].map(cluster => ({ cluster, requestedAt }));
  const room = Math.max(0, MOST_RETRIES - fresh.length);
  const kept = retries
    .filter(({ cluster }) => !asked.has(cluster))
    .sort((a, b) => compareText(b.requestedAt, a.requestedAt))
    .slice(0, room);
  return [...kept, ...fresh].sort((a, b) => compareText(a.cluster, b.cluster)).map(one => ({ ...one }));
}
