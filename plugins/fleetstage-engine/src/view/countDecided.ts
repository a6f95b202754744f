import type { DecisionSummary } from '../placement/summarizeDecision';
import { countSelected } from '../schedule/explainSchedule';
import { isAbout, type ReadOfCluster } from '../verdictCodes';
import type { ScheduleVerdict } from '../state/placement';

/** The clusters that a decision is about: those that it picks, held ones that serve on included, and the others. */
export interface DecidedView {
  total: number;
  picked: number;
  notPicked: number;
}

/** Clusters of a decision that are not there for the cause Picked, and those among them that somebody can free. */
export interface RefusedView {
  clusters: number;
  /** By a taint that the placement does not tolerate. */
  tainted: number;
  /** By their health: not eligible, or not yet. */
  notEligible: number;
}

type CauseCount = DecisionSummary['causes'][number];

export const countDecided = (verdicts: readonly ScheduleVerdict[]): DecidedView =>
  decidedOf(countSelected(verdicts), verdicts.length);

/** The same of a decision of which only the summary is at hand. */
export const countSummed = ({ picked, causes }: Pick<DecisionSummary, 'picked' | 'causes'>): DecidedView =>
  decidedOf(picked, sum(causes));

/** ui §5.4 */
export function countRefused(causes: readonly CauseCount[]): RefusedView {
  const about = (read: ReadOfCluster) => sum(causes.filter(({ cause }) => isAbout(cause, read)));
  const picked = causes.filter(({ cause }) => cause === 'Picked');
  return {
    clusters: sum(causes) - sum(picked),
    tainted: about('taints'),
    notEligible: about('eligibility'),
  };
}

const decidedOf = (picked: number, total: number): DecidedView => ({
  total,
  picked,
  notPicked: total - picked,
});

const sum = (causes: readonly CauseCount[]) => causes.reduce((total, { clusters }) => total + clusters, 0);
