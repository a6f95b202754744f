import { assertNever } from '../decision';
import { describeManifest } from '../work/renderWork';
import type { BackReportProblem } from './planBackReports';

/** What is kept of the problems of one placement: the first ones, and how many there are. */
export interface BackReportProblems {
  readonly first: readonly BackReportProblem[];
  readonly count: number;
}

/** As many as a sentence names. */
const NAMED = 3;

export const toProblems = (problems: readonly BackReportProblem[]): BackReportProblems | undefined =>
  problems.length === 0 ? undefined : { first: problems.slice(0, NAMED), count: problems.length };

/** `2 statuses are not reported back: Deployment web/app is not on the hub any more; …`. */
export function explainBackReports({ first, count }: BackReportProblems): string {
  const head = count === 1 ? '1 status is not reported back' : `${count} statuses are not reported back`;
  const more = count > first.length ? [`and ${count - first.length} more`] : [];
  return `${head}: ${[...first.map(explain), ...more].join('; ')}`;
}

function explain(problem: BackReportProblem): string {
  const { object } = problem;
  const what = describeManifest(object);
  const kind = object.group === '' ? object.kind : `${object.kind} (${object.group})`;
  switch (problem.reason) {
    case 'missing':
      return `${what} is not on the hub any more; create it again, or take it out of spec.resourceSelectors`;
    case 'noStatus':
      return `${what} cannot hold a status on the hub, whose ${kind} has no status subresource; enable it in the definition, or set destination to WorkAPI`;
    case 'forbidden':
      return `Fleetstage may not write the status of ${what} on the hub; give its user the verb patch on the status subresource of ${kind}`;
    case 'invalid':
      return `the hub refuses the status of ${what}: ${problem.says}`;
    case 'taken':
      return `placement ${problem.by} writes the status of ${what}; set reportBackStrategy of one of the two to Disabled or WorkAPI`;
    case 'tooLarge':
      return `the status of ${what} on ${problem.cluster} is larger than 256 KiB and is not kept`;
    default:
      return assertNever(problem);
  }
}
