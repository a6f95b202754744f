import {
  formatWithV,
  judgeStep,
  judgeUpgrade,
  type ObservedCluster,
  type UpgradeCheck,
  type UpgradeToJudge,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { compareWith } from './compareWith';
import {
  DEFER_ANNOTATION,
  entriesOf,
  HOLD_ANNOTATION,
  OUR_HOLD,
  type ClusterObjects,
  type Topology,
  type TopologyPool,
} from './objects';

/**
 * What can be said of an upgrade before the API server is asked: Kubernetes' own rules, and what a topology cannot do. The
 * sequence moves one minor at a time, also where the class would carry out several (D/RO-043, E/CA-008). Whether a topology is
 * busy, admission knows better (D/CAPI-024…027): a change of another field makes it look so for a moment.
 */
export function judgeClusterApi(
  objects: ClusterObjects,
  observed: ObservedCluster,
  upgrade: UpgradeToJudge,
): UpgradeCheck {
  const { topology } = objects.cluster.spec;
  if (topology === undefined) return judgeUpgrade(observed, upgrade);
  const check = judgeStep(observed, upgrade);
  if (check !== 'open') return check;
  return upgrade.upgradeType === 'ControlPlane' ? { ok: true } : judgeRelease(topology, observed, upgrade);
}

function judgeRelease(topology: Topology, observed: ObservedCluster, upgrade: UpgradeToJudge): UpgradeCheck {
  const behind = observed.pools.filter(
    ({ name, desired }) =>
      upgrade.pools?.includes(name) !== false && compareWith(desired, upgrade.version) < 0,
  );
  if (compareWith(topology.version, upgrade.version) !== 0)
    return {
      ok: false,
      reason: 'VersionNotAvailable',
      message: `the pools of a topology go to its version ${topology.version} only, not to ${formatWithV(upgrade.version)}`,
    };
  const entries = entriesOf(topology);
  const held = entries.filter(({ entry }) => behind.some(({ name }) => name === entry.name));
  const foreign = entries.find(({ kind, index, entry }) =>
    held.some(
      pool =>
        pool.kind === kind &&
        ((index <= pool.index && hasForeign(entry, HOLD_ANNOTATION)) ||
          (index === pool.index && hasForeign(entry, DEFER_ANNOTATION))),
    ),
  );
  return foreign === undefined ? { ok: true } : heldBySomebody(foreign.entry);
}

const hasForeign = ({ metadata }: TopologyPool, key: string) =>
  (metadata?.annotations?.[key] ?? OUR_HOLD) !== OUR_HOLD;

const heldBySomebody = ({ name }: TopologyPool): UpgradeCheck => ({
  ok: false,
  reason: 'ProviderPaused',
  message: `somebody holds node pool ${name} by an annotation of its entry in the Cluster's topology; remove ${HOLD_ANNOTATION} or ${DEFER_ANNOTATION} there`,
});
