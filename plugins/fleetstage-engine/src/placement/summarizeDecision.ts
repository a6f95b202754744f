import { sha256Hex } from '@fleetstage/backstage-plugin-fleetstage-common';
import { countSelected } from '../schedule/explainSchedule';
import { causesOf } from '../schedule/countCauses';
import type { ScheduleOutcome, ScheduleVerdict } from '../state/placement';

/** What a decision said of one cluster, and what the one before it had said; absent where it was not in the fleet. */
export interface VerdictChange {
  readonly cluster: string;
  readonly before?: ScheduleVerdict;
  readonly after?: ScheduleVerdict;
}

/** A cluster that led to a decision, with the codes of its verdicts. */
export interface ClusterCause {
  readonly cluster: string;
  readonly before?: string;
  readonly after?: string;
}

/**
 * Why there was a decision:
 *
 *     first      nothing was decided before
 *     policy     another policy snapshot
 *     placement  another generation of the placement, such as a changed number
 *     clusters   what the policy reads of clusters has changed, or clusters joined or left; `clusters` are the first of them
 *     engine     none of these: time has passed, or a plugin answers differently
 */
export interface DecisionCause {
  readonly kind: 'first' | 'policy' | 'placement' | 'clusters' | 'engine';
  readonly clusters: readonly ClusterCause[];
  /** How many clusters there are of which `clusters` are the first. */
  readonly count: number;
}

export interface NamedClusters {
  readonly count: number;
  /** The first by name. */
  readonly names: readonly string[];
}

/** What lists show of a decision, so that they need not read its verdicts. */
export interface DecisionSummary {
  readonly cause: DecisionCause;
  readonly picked: number;
  readonly gained: NamedClusters;
  readonly lost: NamedClusters;
  /** Every cluster once, by code; the widest first. */
  readonly causes: readonly { readonly cause: string; readonly clusters: number }[];
  /** Input revision: a short hash of what the policy read of every cluster. */
  readonly inputs: string;
}

export interface DecisionMade {
  /** The outcome before; absent for the first decision. */
  readonly before?: ScheduleOutcome;
  readonly after: ScheduleOutcome;
  /** All verdicts of the decision, by name. */
  readonly verdicts: readonly ScheduleVerdict[];
  /** Those that differ from the decision before, by name. */
  readonly changes: readonly VerdictChange[];
}

const MOST_CAUSES = 5;
const MOST_NAMES = 20;
/** Hex digits, as many as those of one cluster. */
const HASH_LENGTH = 12;

export function summarizeDecision(made: DecisionMade): DecisionSummary {
  const { verdicts, changes } = made;
  return {
    cause: causeOf(made),
    picked: countSelected(verdicts),
    gained: namesOf(changes.filter(({ before, after }) => after?.selected && !before?.selected)),
    lost: namesOf(changes.filter(({ before, after }) => before?.selected && !after?.selected)),
    causes: causesOf(verdicts),
    inputs: sha256Hex(JSON.stringify(verdicts.map(({ cluster, inputs = null }) => [cluster, inputs]))).slice(
      0,
      HASH_LENGTH,
    ),
  };
}

const namesOf = (changes: readonly VerdictChange[]): NamedClusters => ({
  count: changes.length,
  names: changes.slice(0, MOST_NAMES).map(({ cluster }) => cluster),
});

function causeOf({ before, after, changes }: DecisionMade): DecisionCause {
  const plain = (kind: DecisionCause['kind']) => ({ kind, clusters: [], count: 0 });
  if (before === undefined) return plain('first');
  if (before.policyIndex !== after.policyIndex) return plain('policy');
  if (before.placementGeneration !== after.placementGeneration) return plain('placement');
  const led = changes.filter(isCause);
  if (led.length === 0) return plain('engine');
  return { kind: 'clusters', clusters: led.slice(0, MOST_CAUSES).map(toCause), count: led.length };
}

/** The others follow: somebody takes or loses a place because these have changed. */
const isCause = ({ before, after }: VerdictChange) =>
  before === undefined || after === undefined || before.inputs !== after.inputs;

const toCause = ({ cluster, before, after }: VerdictChange): ClusterCause => ({
  cluster,
  ...(before && { before: before.code }),
  ...(after && { after: after.code }),
});
