import type { ScheduleOutcome, ScheduleVerdict } from '../state/placement';
import { entryOf } from '../verdictCodes';

interface Schedule {
  readonly outcome?: ScheduleOutcome;
  readonly verdicts: readonly ScheduleVerdict[];
}

/**
 * Whether `next` says anything that `previous` does not (A/SCH-090). Elapsed minutes in a sentence are no
 * change before they have grown tenfold, or begun anew.
 */
export function isSameSchedule(previous: Schedule, next: Schedule): boolean {
  const { outcome: before, verdicts } = previous;
  const { outcome: after } = next;
  const isSame = after?.fulfilled ? isSameOrSpare : isSameVerdict;
  return (
    before?.policyIndex === after?.policyIndex &&
    before?.placementGeneration === after?.placementGeneration &&
    before?.fulfilled === after?.fulfilled &&
    before?.message === after?.message &&
    verdicts.length === next.verdicts.length &&
    verdicts.every((verdict, i) => isSame(verdict, next.verdicts[i]))
  );
}

const isSameOrSpare = (a: ScheduleVerdict, b: ScheduleVerdict) =>
  (a.cluster === b.cluster && isSpare(a.code) && isSpare(b.code)) || isSameVerdict(a, b);

const isSameVerdict = (a: ScheduleVerdict, b: ScheduleVerdict) =>
  a.cluster === b.cluster &&
  a.selected === b.selected &&
  a.code === b.code &&
  (entryOf(a.code).saysMinutes ? isSameBesideMinutes(a.reason, b.reason) : a.reason === b.reason) &&
  a.score?.affinityScore === b.score?.affinityScore &&
  a.score?.priorityScore === b.score?.priorityScore;

const MINUTES = /(\d+(?:\.\d+)?) minutes/;
/** A time in words is of the right order for as long. */
const NEWS_FACTOR = 10;

function isSameBesideMinutes(before: string, after: string): boolean {
  if (before.replace(MINUTES, '') !== after.replace(MINUTES, '')) return false;
  const [then, now] = [before, after].map(text => Number(MINUTES.exec(text)?.[1] ?? 0));
  return now >= then && now <= then * NEWS_FACTOR;
}

/**
 * Passed, and somebody else has the place: it lost when the others were picked, by rank or because they fill the
 * spread, and is not evaluated again once they are. The first verdict says more, so it stays.
 */
const isSpare = (code: string) => entryOf(code).isSpare === true;
