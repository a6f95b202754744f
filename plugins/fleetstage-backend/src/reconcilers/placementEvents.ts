import { placementKindOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  assertNever,
  phraseOf,
  type Binding,
  type BindingEvent,
  type CodeSource,
  type PlacementAction,
  type PlacementState,
  type PolicySnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { TimelineEvent } from '../database/timelineStore';

type Before = Pick<PlacementState, 'policySnapshots' | 'verdicts'>;

/**
 * What the timeline says of the actions of a pass; each line says why that very thing happened.
 *
 *   a policy followed for a new generation, index and number as before → nothing
 *   unscheduled                                                        → why it is not picked any more
 *   advanced, blocked, confirmed                                       → the state of its rollout
 */
export function placementEvents(
  placement: string,
  before: Before,
  actions: readonly PlacementAction[],
  filters: readonly CodeSource[] = [],
): TimelineEvent[] {
  const line = { subjectKind: placementKindOf(placement), subjectName: placement, actor: 'engine' };
  const saved = actions.find(action => action.kind === 'saveSchedule');
  const verdicts = new Map((saved?.verdicts ?? before.verdicts).map(({ cluster, code }) => [cluster, code]));
  const latest = before.policySnapshots.at(-1);
  return actions.flatMap(action =>
    describe(action, { latest, filters, codeOf: cluster => verdicts.get(cluster) }).map(event => ({
      ...line,
      ...event,
    })),
  );
}

interface EventContext {
  /** The policy that was followed before. */
  readonly latest: PolicySnapshot | undefined;
  /** What the scheduler says of a cluster; undefined for a deleted one. */
  readonly codeOf: (cluster: string) => string | undefined;
  /** Those of adopters' plugins, with the texts of their codes. */
  readonly filters: readonly CodeSource[];
}

type PassEvent = Omit<TimelineEvent, 'subjectKind' | 'subjectName' | 'actor'>;

function describe(action: PlacementAction, context: EventContext): PassEvent[] {
  switch (action.kind) {
    case 'ensureFinalizers':
    case 'removeFinalizers':
    case 'requestRemoval':
    case 'releaseObject':
    case 'confirmRemoval': // Recorded where it is kept: somebody else may have decided.
      return [];
    case 'savePolicySnapshot':
      return reportPolicy(action.snapshot, context.latest);
    case 'saveSchedule':
      return [{ event: 'clustersPicked', message: action.outcome.message }];
    case 'saveBinding':
      return [reportBinding(action.binding, action.event, context)];
    case 'releaseBinding':
      return [{ event: 'released', cluster: action.cluster, message: action.why }];
    case 'forgetBinding':
      return [{ event: 'forgotten', cluster: action.cluster }];
    case 'pruneResourceSnapshots':
      return [{ event: 'snapshotsPruned', data: { indexes: action.indexes } }];
    default:
      return assertNever(action);
  }
}

/** The snapshot also records each generation of the placement, which is no change of the policy (A/POL-012). */
function reportPolicy(
  { index, numberOfClusters, placementGeneration }: PolicySnapshot,
  latest: PolicySnapshot | undefined,
): PassEvent[] {
  if (latest?.index === index && latest.numberOfClusters === numberOfClusters) return [];
  return [{ event: 'policyChanged', data: { index, numberOfClusters, placementGeneration } }];
}

function reportBinding(
  { cluster, decision, resourceIndex, rollout }: Binding,
  event: BindingEvent,
  { codeOf, filters }: EventContext,
): PassEvent {
  const data = resourceIndex === undefined ? {} : { data: { resourceIndex } };
  switch (event) {
    case 'unscheduled':
      return {
        event,
        cluster,
        ...data,
        message: explainDropped(phraseOf(codeOf(cluster) ?? decision.code, filters)),
      };
    case 'scheduled':
    case 'rescheduled':
      return { event, cluster, ...data };
    default:
      return { event, cluster, ...data, ...(rollout && { message: rollout.message }) };
  }
}

/** Without names and scores, so that a thousand clusters are one line; the decision has the sentence of each. */
const explainDropped = (phrase: string) => `Not picked any more: such cluster(s) ${phrase}`;
