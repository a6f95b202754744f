import type {
  KubeObject,
  MemberCluster,
  MemberClusterTaint,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { TimelineEvent } from '../database/timelineStore';
import type { ObjectChange } from './keysFor';

/**
 * The lines of timelines of members that edits on the hub make, whoever edits: taints that come and go, and that the member is gone.
 * What was there before the hub was first read is no line.
 */
export const clusterLines = (changes: readonly ObjectChange[]): TimelineEvent[] =>
  changes.filter(({ kind }) => kind === 'MemberCluster').flatMap(linesOf);

function linesOf({ name, before, after }: ObjectChange): TimelineEvent[] {
  if (before === undefined) return [];
  const line = (event: TimelineEvent['event'], message?: string): TimelineEvent => ({
    ...{ subjectKind: 'MemberCluster', subjectName: name, event, actor: 'engine' },
    ...(message !== undefined && { message }),
  });
  const left = [line('clusterLeft')];
  if (after === undefined) return left;
  // Left, and joined again between two reads.
  if (before.metadata.uid !== after.metadata.uid) return left;
  const [was, is] = [taintsOf(before), taintsOf(after)];
  const gone = was.filter(taint => !is.includes(taint));
  const come = is.filter(taint => !was.includes(taint));
  return [
    ...(gone.length > 0 ? [line('untainted', gone.join(', '))] : []),
    ...(come.length > 0 ? [line('tainted', come.join(', '))] : []),
  ];
}

const taintsOf = ({ spec }: KubeObject): string[] =>
  ((spec as MemberCluster['spec'] | undefined)?.taints ?? []).map(inWords);

/** As kubectl writes them. */
const inWords = ({ key, value, effect }: MemberClusterTaint) => `${key}${value ? `=${value}` : ''}:${effect}`;
