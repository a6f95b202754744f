import type { Instant, Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import { RELEASING, type WorkClaim, type WorkReport } from '../work/report';

/** What is to be done so that nothing of a placement is left for the agent of a cluster. */
export type WorksRelease =
  | {
      readonly kind: 'delete';
      /** Those that are not being deleted yet. */
      readonly works: readonly Work[];
      /**
       * `agent`: the agent removes the objects, then the Work goes (B/WA-130). `nobody`: its finalizer is taken off first, so that
       * no agent removes anything (B/WA-131).
       */
      readonly cleanedBy: 'agent' | 'nobody';
      readonly message: string;
    }
  /** All are being deleted, and the agent has not let go of them; `message` says of which. */
  | { readonly kind: 'waiting'; readonly message: string }
  /** None is left, or the agent has been silent for so long: what is being deleted it finds when it is back. */
  | { readonly kind: 'released'; readonly pending: readonly string[] };

/** For so long a release waits for an agent; KubeFleet's does not wait at all (B/WG-071). */
export const RELEASE_PATIENCE_MS = 10 * 60_000;

/**
 * How the Works of a binding leave (B/WG-070…073, RUL 15). A release never waits for ever: a Work that is being deleted stays on
 * the hub until its agent has removed the objects, whoever waits.
 *
 *   some live                                    → delete them
 *   all being deleted, the first since 3 s       → waiting
 *   all being deleted, the first since 11 min    → released
 *   none                                         → released
 *
 * @param works all of the placement on the cluster, those that are being deleted among them
 */
export function planRelease(
  works: readonly Work[],
  {
    deletion,
    cluster,
    now,
  }: { readonly deletion: 'Delete' | 'Abandon'; readonly cluster: string; readonly now: Instant },
): WorksRelease {
  const isGoing = ({ metadata }: Work) => metadata.deletionTimestamp !== undefined;
  const present = works.filter(work => !isGoing(work));
  const names = works.map(({ metadata }) => metadata.name).sort();
  const more = names.length > 1 ? ` and ${names.length - 1} more` : '';
  const named = `Work ${names[0]}${more}`;
  if (deletion === 'Abandon' && works.length > 0)
    return { kind: 'delete', works, cleanedBy: 'nobody', message: `the hub deletes ${named}` };
  const message = `the agent of cluster ${cluster} removes the objects of ${named}`;
  if (present.length > 0) return { kind: 'delete', works: present, cleanedBy: 'agent', message };
  const since = Math.min(...works.map(({ metadata }) => Date.parse(metadata.deletionTimestamp ?? '')));
  const isOver = works.length === 0 || !(now - since < RELEASE_PATIENCE_MS);
  return isOver ? { kind: 'released', pending: names } : { kind: 'waiting', message };
}

/** The claim of a report that says what the release of its binding waits for; it keeps its time while that is the same. */
export function explainRelease({ synchronized }: WorkReport, waitsFor: string, now: Instant): WorkClaim {
  const at = synchronized?.reason === RELEASING && synchronized.message === waitsFor ? synchronized.at : now;
  return { status: 'False', reason: RELEASING, message: waitsFor, at };
}
