import type { PlacementPolicy, PlacementSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { wantedCount } from '../schedule/wantedCount';

/** What becomes of the statuses that placed objects have on the members. */
export type ReportBack =
  | { readonly kind: 'off' }
  /** They are kept, to be shown per cluster. */
  | { readonly kind: 'keep' }
  /** They are kept, and written to the originals on the hub. */
  | { readonly kind: 'write' }
  /** Asked for, and impossible; the message says what to change. */
  | { readonly kind: 'refused'; readonly message: string };

/** What is kept and written of a placement; nothing: neither. */
export type ReportBackMode = Extract<ReportBack['kind'], 'keep' | 'write'>;

/** A status that is larger than this is not kept. */
export const MAX_BACK_REPORT_BYTES = 256 * 1024;

/**
 * What `spec.strategy.reportBackStrategy` asks for (A/PL-126, B/AP-014, RUL 15). An original has one status, so it is
 * written only where the policy itself can name one cluster only, however many there are today (B/WA-142).
 *
 *     Mirror, WorkAPI, PickAll                → keep
 *     Mirror, OriginalResource, PickN 1       → write
 *     Mirror, OriginalResource, PickFixed a,b → refused
 */
export function decideReportBack({ policy, strategy }: PlacementSpec): ReportBack {
  const { type = 'Disabled', destination } = strategy?.reportBackStrategy ?? {};
  if (type === 'Disabled') return { kind: 'off' };
  switch (destination) {
    case 'WorkAPI':
      return { kind: 'keep' };
    case 'OriginalResource':
      return wantedCount(policy) === 1 ? { kind: 'write' } : { kind: 'refused', message: severalOf(policy) };
    default:
      return { kind: 'refused', message: NO_DESTINATION };
  }
}

/** What is kept and written of the placement. */
export function reportBackModeOf(spec: PlacementSpec): ReportBackMode | undefined {
  const { kind } = decideReportBack(spec);
  return kind === 'keep' || kind === 'write' ? kind : undefined;
}

/** Admission refuses it today. */
const NO_DESTINATION =
  'statuses are not reported back: spec.strategy.reportBackStrategy.type is Mirror without a destination; set destination to OriginalResource or WorkAPI';

function severalOf(policy: PlacementPolicy | undefined): string {
  const count = wantedCount(policy);
  const type = policy?.placementType ?? 'PickAll';
  return (
    'statuses are not reported back: spec.strategy.reportBackStrategy.destination is OriginalResource, which has room for the ' +
    `status of one cluster, and spec.policy (${type}${count === undefined ? '' : `, ${count} clusters`}) does not ask for ` +
    'exactly one; set placementType to PickN with numberOfClusters 1 or to PickFixed with one name, or set destination to WorkAPI'
  );
}
