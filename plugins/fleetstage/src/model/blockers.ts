import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Tone } from './status/tone';

export type Blocker = Schemas['Blocker'];

const TONES: Record<NonNullable<Blocker['state']>, Tone> = {
  failing: 'error',
  stuck: 'warning',
  waiting: 'info',
  info: 'neutral',
};

export const blockerTone = ({ state = 'info' }: Blocker): Tone => TONES[state];

/**
 * Gates speak for themselves in their stage, and the Now card says that the run is stopped or not started; the table is for
 * what somebody has to repair, or has to know.
 */
export function tabledBlockers(blockers: readonly Blocker[]): readonly Blocker[] {
  return blockers.filter(
    ({ cause }) => !/^(Approval|StageTask|Wait|BeforeStage|AfterStage|NotStarted|Stopped)/.test(cause),
  );
}

export const blockedClusters = (blockers: readonly Blocker[]) =>
  blockers.reduce((sum, b) => sum + b.clusterCount, 0);

interface ReportWords {
  readonly title: string;
  readonly age: (since: string) => string;
}

/** A report for chat: one line per cause, names below it. */
export function blockersAsText(blockers: readonly Blocker[], { title, age }: ReportWords): string {
  const lines = blockers.map(blocker => {
    const since = blocker.since === undefined ? '' : ` (${age(blocker.since)})`;
    const stage = blocker.stage === undefined ? '' : `${blocker.stage}: `;
    const rest = blocker.clusterCount - blocker.clusters.length;
    const names = blocker.clusters.join(', ') + (rest > 0 ? `, +${rest}` : '');
    return `- ${stage}${blocker.message}${since}${names === '' ? '' : `\n  ${names}`}`;
  });
  return [title, ...lines].join('\n');
}
