import {
  canonicalJson,
  condition,
  fromRfc3339,
  mergeConditions,
  utf8Length,
  type Instant,
  type ManifestCondition,
  type PatchDetail,
  type Work,
  type WorkStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** So much JSON may a Work have with its status; etcd takes 1.5 MiB (B/WA-112). */
export const MAX_WORK_BYTES = 1_415_578;

/**
 * The status, cut where the Work would be too large with it: of each list of drifts and differences one entry is left, without values,
 * and the statuses of objects go (B/WA-112).
 */
export function trimWork(work: Work, status: WorkStatus, now: Instant): WorkStatus {
  const over = sizeOf({ ...work, status }) - MAX_WORK_BYTES;
  if (over <= 0) return status;
  const message = `The status is cut: with all details the Work would have ${over} bytes more than the ${MAX_WORK_BYTES} that it may have`;
  const [trimmed] = mergeConditions(
    work.status?.conditions?.filter(({ type }) => type === 'StatusTrimmed'),
    [condition('StatusTrimmed', 'True', 'Oversized', message)],
    { generation: work.metadata.generation ?? 0, now },
  );
  return {
    conditions: [...status.conditions, trimmed],
    ...(status.manifestConditions && { manifestConditions: status.manifestConditions.map(trimManifest) }),
  };
}

const sizeOf = (value: unknown) => utf8Length(JSON.stringify(value));

function trimManifest({ backReportedStatus: _, ...entry }: ManifestCondition): ManifestCondition {
  const { driftDetails, diffDetails } = entry;
  return {
    ...entry,
    ...(driftDetails && {
      driftDetails: { ...driftDetails, observedDrifts: trimDetails(driftDetails.observedDrifts) },
    }),
    ...(diffDetails && {
      diffDetails: { ...diffDetails, observedDiffs: trimDetails(diffDetails.observedDiffs) },
    }),
  };
}

function trimDetails(details: readonly PatchDetail[] = []): readonly PatchDetail[] {
  const [first, ...more] = details;
  if (first === undefined) return [];
  const path = more.length > 0 ? `${first.path} and ${more.length} more path(s)` : first.path;
  return [{ path, valueInMember: '(omitted)', valueInHub: '(omitted)' }];
}

/** Times alone are written no more often than this (RUL 45). */
const TIMES_EVERY_MS = 120_000;

/**
 * Whether the hub shall get the status: something other than times of observation differs from what it has, or those are old
 * (B/WA-111).
 */
export function isStatusDue(onHub: WorkStatus | undefined, status: WorkStatus, now: Instant): boolean {
  if (onHub === undefined || canonicalJson(withoutTimes(onHub)) !== canonicalJson(withoutTimes(status)))
    return true;
  if (canonicalJson(onHub) === canonicalJson(status)) return false;
  const oldest = Math.min(...timesOf(onHub).map(text => fromRfc3339(text) ?? 0));
  return now - oldest >= TIMES_EVERY_MS;
}

const timesOf = ({ manifestConditions = [] }: WorkStatus) =>
  manifestConditions.flatMap(({ driftDetails, diffDetails, backReportedStatus }) =>
    [driftDetails, diffDetails, backReportedStatus].flatMap(details => details?.observationTime ?? []),
  );

const withoutTimes = (status: WorkStatus): unknown =>
  JSON.parse(JSON.stringify(status, (key, value) => (key === 'observationTime' ? undefined : value)));
