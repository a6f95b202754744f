import {
  condition,
  cutText,
  type ConditionClaim,
  type ConditionStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOT_YET_AVAILABLE } from '../work/notYetAvailable';
import type { ManifestOutcome } from '../work/reportWork';

const claim = (
  type: ConditionClaim['type'],
  status: ConditionStatus,
  { reason, message }: { readonly reason: string; readonly message: string },
): ConditionClaim => ({ type, status, reason, message: cutText(message) });

/** Applied of one manifest (B/WA-106). */
export function appliedClaim({ result, remark }: ManifestOutcome): ConditionClaim {
  // As the backend says of members that it reaches: the placement shows it as it is.
  if (result.kind === 'failed') return claim('Applied', 'False', result);
  const said = 'The manifest is applied';
  if (remark === undefined) return condition('Applied', 'True', 'Applied', said);
  const reason = remark.reason === 'AppliedWithFailedDriftDetection' ? remark.reason : 'Applied';
  return claim('Applied', 'True', { reason, message: `${said}; ${remark.message}` });
}

/** Available of one manifest that is applied (B/AV-001…005). */
export function availableClaim({ result }: ManifestOutcome): ConditionClaim | undefined {
  if (result.kind !== 'applied') return undefined;
  const { availability } = result;
  switch (availability.kind) {
    case 'available':
      return condition('Available', 'True', 'Available', 'The manifest is available');
    case 'notYet': {
      const message = `${NOT_YET_AVAILABLE}${availability.message}`;
      return claim('Available', 'False', { reason: 'ManifestNotAvailableYet', message });
    }
    default: {
      const message = `The availability of the manifest cannot be tracked: ${availability.message}`;
      return claim('Available', 'True', { reason: 'NotTrackable', message });
    }
  }
}

/** DiffReported of one manifest (B/WA-107). */
export function diffReportedClaim({ result, remark, diffs = [] }: ManifestOutcome): ConditionClaim {
  if (result.kind === 'failed') {
    const message = `The differences of the manifest cannot be reported (${result.reason}): ${result.message}`;
    return claim('DiffReported', 'False', { reason: 'FailedToReportDiff', message });
  }
  if (diffs.length === 0)
    return condition('DiffReported', 'True', 'NoDiffFound', 'The object is as the manifest wants it');
  if (remark?.reason !== 'FoundDiffInDegradedMode')
    return condition('DiffReported', 'True', 'FoundDiff', 'The object differs from the manifest');
  const message = `The object differs from the manifest; it is compared in full (degraded mode): ${remark.message}`;
  return claim('DiffReported', 'True', { reason: 'FoundDiffInDegradedMode', message });
}
