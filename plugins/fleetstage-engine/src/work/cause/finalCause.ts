import type { FailedResourcePlacement } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOT_YET_AVAILABLE } from '../notYetAvailable';
import { describeManifest } from '../renderWork';
import type { WorkReport } from '../report';

/** Between what a status says of a workload and the cause that was read on its member. */
const MARK = '; ';

/** Reasons behind which nothing changes by itself; a container that has only just ended is started again. */
const FINAL = new RegExp(
  `${MARK}(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CrashLoopBackOff|` +
    'CreateContainerConfigError|CreateContainerError|RunContainerError|Unschedulable|FailedScheduling|FailedCreate)\\b',
);

/**
 * What a status says, with the cause behind it (B/AV-001).
 *
 *   0 of 2 replicas are available; ImagePullBackOff: image web:bad not found (2 pods)
 */
export const sayCause = (said: string, cause: string): string => `${said}${MARK}${cause}`;

/** Whether a text of {@link sayCause} names a cause that people have to mend: it is trouble without a wait (ui §5.1). */
export const saysFinalCause = (text: string): boolean => FINAL.test(text);

/** What is the matter with one object, without the object: `0 of 2 replicas are available; ImagePullBackOff: …`. */
export const problemOf = ({ condition }: Pick<FailedResourcePlacement, 'condition'>): string =>
  (condition.message.startsWith(NOT_YET_AVAILABLE)
    ? condition.message.slice(NOT_YET_AVAILABLE.length)
    : condition.message) || condition.reason;

export interface FinalCause {
  /** The same while the cause is: without counts, and without the steps between two tries. */
  readonly sign: string;
  /** Object first, then the cause. */
  readonly message: string;
}

/**
 * The final causes that a report names, one per object.
 *
 *   Deployment shop/web: 0 of 2 replicas are available; ErrImagePull: image web:bad not found
 *                                                     → sign `Deployment shop/web ImagePullBackOff`
 */
export const finalCausesOf = ({ failed }: Pick<WorkReport, 'failed'>): FinalCause[] =>
  failed.flatMap(object => {
    const reason = FINAL.exec(object.condition.message)?.[1];
    if (reason === undefined) return [];
    const what = describeManifest(object);
    // A kubelet tries to pull, then waits, in turns.
    const sign = `${what} ${reason === 'ErrImagePull' ? 'ImagePullBackOff' : reason}`;
    return [{ sign, message: `${what}: ${problemOf(object)}` }];
  });

/** Of these the cluster lacks room; of all others what was placed is wrong. */
const OF_CLUSTER = new RegExp(`${MARK}(Unschedulable|FailedScheduling|FailedCreate)\\b`);

/** The same for a report: an object of it is not available for such a cause. */
export const hasFinalCause = ({ failed }: Pick<WorkReport, 'failed'>): boolean =>
  failed.some(({ condition }) => saysFinalCause(condition.message));

export type Mender = 'appOwner' | 'clusterOwner';

/**
 * Who can mend a final cause of a report (ui §2, *Failing*); `undefined`: it names none.
 *
 *   ImagePullBackOff, CrashLoopBackOff → appOwner
 *   Unschedulable, an exceeded quota   → clusterOwner
 */
export function menderOf({ failed }: Pick<WorkReport, 'failed'>): Mender | undefined {
  const texts = failed.map(({ condition }) => condition.message).filter(saysFinalCause);
  if (texts.length === 0) return undefined;
  return texts.some(text => !OF_CLUSTER.test(text)) ? 'appOwner' : 'clusterOwner';
}
