import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../cluster/eligibility';
import type { ClusterFacts } from '../cluster/facts';
import { silenceJudge } from '../cluster/hearing';
import type { Binding, ScheduleVerdict } from '../state/placement';
import { isAbout } from '../verdictCodes';

interface Dropping {
  readonly policyIndex: number;
  readonly clusters: readonly ClusterFacts[];
  readonly bindings: readonly Binding[];
  readonly verdicts: readonly ScheduleVerdict[];
}

const SHOWN = 3;

/**
 * Why a changed policy must wait: it would take a workload off a cluster for no reason but that we do not hear it, and
 * that may be our own fault (A/SCH-020, RUL 25). Nothing where each silence is proven.
 *
 *     policy edited while we were away, c1 c2 not heard of since  → waits
 *     c1 silent for 6 min while c2 was heard                      → c1 is dropped
 */
export function explainSilence(
  { policyIndex, clusters, bindings, verdicts }: Dropping,
  now: Instant,
): string | undefined {
  const facts = new Map(clusters.map(cluster => [cluster.name, cluster]));
  const refused = new Set(
    verdicts.filter(v => !v.selected && isAbout(v.code, 'eligibility')).map(v => v.cluster),
  );
  const isProven = silenceJudge(clusters, now);
  const isInDoubt = (name: string) => {
    const cluster = facts.get(name);
    if (cluster === undefined || cluster.isLeaving || decideEligibility(cluster, now).ok) return false;
    return !isProven(cluster);
  };
  const names = bindings
    .filter(b => b.phase !== 'Unscheduled' && b.releasedAt === undefined && b.policyIndex !== policyIndex)
    .map(b => b.cluster)
    .filter(name => refused.has(name) && isInDoubt(name));
  return names.length === 0 ? undefined : explain(names);
}

function explain(names: readonly string[]): string {
  const further = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  const shown = `${names.slice(0, SHOWN).join(', ')}${further}`;
  return `The changed scheduling policy waits: ${shown} cannot be heard, and no other member cluster was heard all that time, so the fault may be on the side of the hub. What is placed stays; see that the hub's side reaches its members`;
}
