import {
  annotationKeys,
  fromRfc3339,
  type Instant,
  type MemberClusterTaint,
  type Toleration,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isTolerated } from '../schedule/filters/taintToleration';

/** The taint of a cordoned cluster, KubeFleet's own (C/DR-003). */
export const CORDON_TAINT: MemberClusterTaint = {
  key: 'cordon-key',
  value: 'cordon-value',
  effect: 'NoSchedule',
};

/** A taint of the hub, or as REST gives it. */
interface AnyTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

const isCordonTaint = ({ key, value, effect }: AnyTaint) =>
  key === CORDON_TAINT.key && value === CORDON_TAINT.value && effect === CORDON_TAINT.effect;

/** Whether the taint of a cordon is on a cluster; a similar one is another taint (C/DR-003). */
export const isCordoned = (taints: readonly AnyTaint[] = []): boolean => taints.some(isCordonTaint);

/** The taints of a cordoned cluster: others stay, and its own comes once (C/DR-003). */
export const withCordon = <T extends AnyTaint>(
  taints: readonly T[] = [],
): readonly (T | MemberClusterTaint)[] => (isCordoned(taints) ? taints : [...taints, CORDON_TAINT]);

/** The taints without that of the cordon; all others stay (C/DR-015). */
export const withoutCordon = <T extends AnyTaint>(taints: readonly T[] = []): readonly T[] =>
  taints.filter(taint => !isCordonTaint(taint));

/** Whether a placement may be picked for a cordoned cluster all the same. */
export const toleratesCordon = (tolerations: readonly Toleration[] = []): boolean =>
  tolerations.some(toleration => isTolerated(CORDON_TAINT, toleration));

/** That a cluster shall be drained, as its annotations say it; what somebody leaves out with kubectl is absent. */
export interface DrainRequest {
  readonly reason?: string;
  /** An entity ref, or any text. */
  readonly by?: string;
  readonly at?: Instant;
}

/** `undefined`: nobody asks for a drain. The annotation alone asks, whatever its text. */
export function drainRequestOf(annotations: Readonly<Record<string, string>> = {}): DrainRequest | undefined {
  const reason = annotations[annotationKeys.drain];
  if (reason === undefined) return undefined;
  const by = annotations[annotationKeys.drainBy]?.trim();
  const at = fromRfc3339(annotations[annotationKeys.drainAt] ?? '');
  return {
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(by && { by }),
    ...(at !== undefined && { at }),
  };
}
