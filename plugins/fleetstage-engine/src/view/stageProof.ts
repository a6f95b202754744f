import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { readinessOf } from '../rollout/readiness';
import { isInSync } from '../updaterun/observationOf';
import type { StageProgress } from '../updaterun/state';
import { isRemovalStage } from './runClusters';
import type { RunAssessment } from './runInputs';

/** The evidence for a finished stage now (ui §5.6): evidence of the run's own revision only. */
export function proofOf({ progress, bindingOf, reportOf, now }: RunAssessment, stage: StageProgress) {
  const plan = progress?.plan;
  if (plan === undefined || stage.updatedAt === undefined || isRemovalStage(stage)) return undefined;
  const ready = stage.clusters.flatMap(({ cluster }) => {
    const binding = bindingOf.get(cluster);
    const report = reportOf.get(cluster);
    if (binding === undefined || !isInSync(binding, plan)) return [];
    const { kind } = readinessOf(binding, report, { settleMs: 0, now });
    const at = report?.available?.at ?? report?.diffReported?.at;
    return (kind === 'ready' || kind === 'settling') && at !== undefined ? [{ cluster, at }] : [];
  });
  const names = new Set(ready.map(one => one.cluster));
  return {
    snapshot: plan.resourceIndex,
    total: stage.clusters.length,
    available: ready.length,
    missing: stage.clusters.map(one => one.cluster).filter(name => !names.has(name)),
    since: ready.reduce<Instant | undefined>((a, b) => (a === undefined || b.at > a ? b.at : a), undefined),
    sinceOf: new Map(ready.map(one => [one.cluster, one.at])),
  };
}
