import { compareText } from '../decision';
import { identityKey, type ManifestIdentity } from '../work/renderWork';
import type { ReportBackMode } from './reportBack';

/** A status that one cluster showed for one object, as far as it matters where it goes. */
export interface BackReport {
  readonly object: ManifestIdentity;
  readonly cluster: string;
  /** Larger than MAX_BACK_REPORT_BYTES: it was not kept. */
  readonly isTooLarge: boolean;
}

/** Why a status does not arrive; `says` is the hub's own sentence, `by` the placement that writes it. */
export type BackReportProblem = { readonly object: ManifestIdentity } & (
  | { readonly reason: 'missing' | 'noStatus' | 'forbidden' }
  | { readonly reason: 'invalid'; readonly says: string }
  | { readonly reason: 'taken'; readonly by: string }
  | { readonly reason: 'tooLarge'; readonly cluster: string }
);

export interface BackReportPlan<Report> {
  /** To be written to the originals on the hub. */
  readonly writes: readonly Report[];
  readonly problems: readonly BackReportProblem[];
}

export interface BackReportsOf<Report> {
  /** Key of the placement. */
  readonly placement: string;
  readonly mode: ReportBackMode;
  /** The one that takes what a policy for one cluster has picked; absent: none is picked now. */
  readonly cluster?: string;
  readonly reports: readonly Report[];
  /** `originalKey` → the other placements that write to it. */
  readonly rivals: ReadonlyMap<string, readonly string[]>;
}

/** Equal for the same object of the hub, whatever version it is read in. */
export const originalKey = ({ group, kind, namespace, name }: ManifestIdentity) =>
  identityKey({ group, kind, namespace, name });

/**
 * Kinds whose status the hub's own API server keeps and acts on: of a definition it lists the versions that are stored
 * there, and whoever overwrites that with a member's list invites the loss of objects.
 */
const KEPT_BY_THE_HUB: ReadonlySet<string> = new Set([
  '/Namespace',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
]);

/**
 * Which of the kept statuses are written to which originals (B/WA-142).
 *
 *     objects of an envelope                → have no original
 *     another placement with a lesser name  → it writes, and this one reports the conflict
 *     a cluster that is being left          → has had its say
 */
export function planBackReports<Report extends BackReport>({
  placement,
  mode,
  cluster,
  reports,
  rivals,
}: BackReportsOf<Report>): BackReportPlan<Report> {
  const writes: Report[] = [];
  const problems: BackReportProblem[] = [];
  for (const report of reports) {
    const { object } = report;
    const isMeant = mode === 'keep' || (report.cluster === cluster && hasOriginal(object));
    if (!isMeant) continue;
    const by = mode === 'write' ? (rivals.get(originalKey(object)) ?? []).filter(isBefore(placement)) : [];
    if (by.length > 0) problems.push({ object, reason: 'taken', by: [...by].sort(compareText)[0] });
    else if (report.isTooLarge) problems.push({ object, reason: 'tooLarge', cluster: report.cluster });
    else if (mode === 'write') writes.push(report);
  }
  return { writes, problems };
}

const hasOriginal = ({ envelope, group, kind }: ManifestIdentity) =>
  envelope === undefined && !KEPT_BY_THE_HUB.has(`${group}/${kind}`);

const isBefore = (placement: string) => (other: string) => other < placement;
