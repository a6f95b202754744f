import { compareText } from '../decision';
import type { ScheduleVerdict } from '../state/placement';
import { countSelected } from './explainSchedule';

/** Every cluster of the fleet once, by cause; the widest first. */
export function causesOf(verdicts: readonly ScheduleVerdict[]): { cause: string; clusters: number }[] {
  const counts = new Map<string, number>();
  for (const { code } of verdicts) counts.set(code, (counts.get(code) ?? 0) + 1);
  const picked = countSelected(verdicts);
  return [...counts]
    .map(([cause, clusters]) => ({ cause, clusters }))
    .sort(
      (a, b) =>
        Number(picked > 0 && b.cause === 'Picked') - Number(picked > 0 && a.cause === 'Picked') ||
        b.clusters - a.clusters ||
        compareText(a.cause, b.cause),
    );
}
