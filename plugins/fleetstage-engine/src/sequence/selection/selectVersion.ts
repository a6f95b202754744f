import { compareText } from '../../decision';
import type { JudgedTarget } from '../eligibility/judgedTarget';
import { holdsStage } from '../eligibility/targetVerdict';
import { compareVersions } from '../versions/compareVersions';
import { formatVersion, type KubeVersion } from '../versions/version';

/** A rollout that waits for a stage: its version went through the stage before, or the stage is the first (D §9, step 1). */
export interface StageCandidate {
  readonly rollout: string;
  readonly version: KubeVersion;
  readonly isPaused: boolean;
  /** Every target of the stage, judged for this rollout (`judgeTargets`). */
  readonly targets: readonly JudgedTarget[];
}

/**
 * What one cluster that is too far behind does to a version: `Stage`, it keeps it out of the stage (D/RO-043, RO-044,
 * RO-046), or `Cluster`, the others go on without it (VS-106, `perClusterBound`; the first stage, where each cluster has a
 * designated target).
 */
export type StageBound = 'Stage' | 'Cluster';

export interface CandidateRefusal {
  readonly rollout: string;
  readonly version: KubeVersion;
  /** `Behind`: clusters of the stage are too far behind (`MinorSkew`, or nodes above their control plane). */
  readonly reason: 'Behind' | 'NothingToRun' | 'RolloutPaused' | 'NotHighest';
  readonly clusters: readonly string[];
  readonly message: string;
}

interface Chosen {
  readonly rollout: string;
  readonly version: KubeVersion;
  /** Waiting rollouts of older versions that end as Superseded (D/RO-045). */
  readonly supersedes: readonly string[];
  readonly refused: readonly CandidateRefusal[];
}

/** What enters a free stage. */
export type StageSelection =
  | ({ readonly kind: 'Enter' } & Chosen)
  /** No target of the stage is open for it: it goes through as through an empty stage (D/EL-018, D/SK-010). */
  | ({ readonly kind: 'Pass' } & Chosen)
  /** Nothing fits; `refused` says why, and is empty where nobody waits. */
  | { readonly kind: 'Wait'; readonly refused: readonly CandidateRefusal[] };

/**
 * The version that enters a free stage next: the highest that fits (D §9, D/RO-042…048).
 *
 *     1.31.2, 1.31.5       stage on 1.31.0 → 1.31.5, and 1.31.2 is superseded
 *     1.31.2, 1.32.1       stage on 1.30.9 → 1.31.2; 1.32.1 waits, two minors ahead
 *     1.32.1               stage on 1.30.9 and 1.31.4 → waits; with bound Cluster 1.32.1 for the second alone
 *     1.31.5               stage on 1.31.5 → passes: nothing to run
 *
 * An older version is superseded only where the chosen one serves all its clusters: minors may differ in a stage (D/RS-043),
 * and who cannot get the newer version is not to lose the older.
 */
export function selectVersion(candidates: readonly StageCandidate[], bound: StageBound): StageSelection {
  const sorted = [...candidates].sort(
    (a, b) => compareVersions(b.version, a.version) || compareText(a.rollout, b.rollout),
  );
  const fits = sorted.map(candidate => ({ candidate, fit: fitOf(candidate, bound) }));
  const chosen = fits.find(({ fit }) => fit === 'Enter') ?? fits.find(({ fit }) => fit === 'NothingToRun');
  const refused = fits
    .filter(one => one !== chosen)
    .map(({ candidate, fit }) => refusalOf(candidate, fit === 'Enter' ? 'NotHighest' : fit));
  if (chosen === undefined) return { kind: 'Wait', refused };
  const { candidate } = chosen;
  return {
    kind: chosen.fit === 'Enter' ? 'Enter' : 'Pass',
    rollout: candidate.rollout,
    version: candidate.version,
    supersedes: sorted.filter(other => isSuperseded(other, candidate)).map(({ rollout }) => rollout),
    refused,
  };
}

function fitOf(
  { targets, isPaused }: StageCandidate,
  bound: StageBound,
): 'Enter' | Exclude<CandidateRefusal['reason'], 'NotHighest'> {
  if (isPaused) return 'RolloutPaused';
  const behind = targets.some(({ isBehind }) => isBehind);
  const canRun = targets.some(({ verdict, isBehind }) => holdsStage(verdict) && !isBehind);
  if (behind && (bound === 'Stage' || !canRun)) return 'Behind';
  return canRun ? 'Enter' : 'NothingToRun';
}

/** Equal versions of two rollouts serve the same clusters; the later name waits for its turn and finds them done. */
function isSuperseded(other: StageCandidate, chosen: StageCandidate): boolean {
  if (compareVersions(other.version, chosen.version) >= 0) return false;
  const served = openTargets(chosen);
  return [...openTargets(other)].every(target => served.has(target));
}

const openTargets = ({ targets }: StageCandidate): ReadonlySet<string> =>
  new Set(
    targets
      .filter(({ verdict, isBehind }) => holdsStage(verdict) && !isBehind)
      .map(({ cluster, nodePool = '' }) => `${cluster}/${nodePool}`),
  );

function refusalOf(
  { rollout, version, targets }: StageCandidate,
  reason: CandidateRefusal['reason'],
): CandidateRefusal {
  const behind = targets.filter(({ isBehind }) => isBehind);
  const clusters =
    reason === 'Behind' ? [...new Set(behind.map(({ cluster }) => cluster))].sort(compareText) : [];
  return { rollout, version, reason, clusters, message: messageOf(formatVersion(version), reason, behind) };
}

function messageOf(
  version: string,
  reason: CandidateRefusal['reason'],
  [first]: readonly JudgedTarget[],
): string {
  switch (reason) {
    case 'Behind':
      return `${version} waits for cluster ${first?.cluster}: ${first?.verdict.message}`;
    case 'RolloutPaused':
      return `${version} waits: its rollout is paused; resume it to go on.`;
    case 'NotHighest':
      return `${version} waits: a higher version enters the stage.`;
    default:
      return `${version} has no cluster to upgrade in this stage.`;
  }
}
