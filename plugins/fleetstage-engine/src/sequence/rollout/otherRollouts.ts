import type { UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareVersions } from '../versions/compareVersions';
import type { KubeVersion } from '../versions/version';
import type { OpenRollout, SequenceLedger } from './sequenceLedger';
import { openClusters, startedClusters } from './targetIndex';

/** What other rollouts of the sequence do with the clusters of one. */
export interface OtherRollouts {
  /** The rollout of the same type that upgrades the cluster at the moment: two never do at once. */
  busyWith(cluster: string): string | undefined;
  /** For nodes: the highest version that a rollout is going to bring the control plane to (D/EL-005). */
  controlPlaneComing(cluster: string): KubeVersion | undefined;
}

/** Found once for each list of rollouts: the ledger makes another when one of them changes. */
const known = new WeakMap<readonly OpenRollout[], Map<string, OtherRollouts>>();

export function otherRollouts(
  ledger: SequenceLedger,
  { name, spec: { upgradeType } }: OpenRollout,
): OtherRollouts {
  const rollouts = ledger.rollouts();
  const ofList = known.get(rollouts) ?? new Map<string, OtherRollouts>();
  known.set(rollouts, ofList);
  // A rollout that is only planned has no name yet.
  const key = `${upgradeType} ${name}`;
  const found = ofList.get(key) ?? findOthers(rollouts, name, upgradeType);
  ofList.set(key, found);
  return found;
}

function findOthers(rollouts: readonly OpenRollout[], name: string, upgradeType: UpgradeType): OtherRollouts {
  const busy = rollouts
    .filter(other => other.name !== name && other.spec.upgradeType === upgradeType)
    .map(other => ({ name: other.name, clusters: startedClusters(other.memory) }))
    .filter(({ clusters }) => clusters.size > 0);
  const coming =
    upgradeType === 'ControlPlane'
      ? []
      : rollouts
          .filter(({ spec }) => spec.upgradeType === 'ControlPlane')
          .map(({ memory, version }) => ({ version, clusters: openClusters(memory) }))
          .filter(({ clusters }) => clusters.size > 0)
          .sort((a, b) => compareVersions(b.version, a.version));
  return {
    busyWith: cluster => busy.find(({ clusters }) => clusters.has(cluster))?.name,
    controlPlaneComing: cluster => coming.find(({ clusters }) => clusters.has(cluster))?.version,
  };
}

/** Sets of clusters as a pass has seen them last, by what they are of. */
const seen = new WeakMap<SequenceLedger, Map<string, ReadonlySet<string>>>();

/** Another set only where other clusters are in it: lists of targets change more often than who is upgraded. */
function sameSet(ledger: SequenceLedger, key: string, now: ReadonlySet<string>): ReadonlySet<string> {
  const sets = seen.get(ledger) ?? new Map<string, ReadonlySet<string>>();
  seen.set(ledger, sets);
  const before = sets.get(key);
  if (before !== undefined && hasSame(before, now)) return before;
  sets.set(key, now);
  return now;
}

/** Read once per rollout and round, and of 10,000 clusters: without a copy. */
function hasSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const one of a) if (!b.has(one)) return false;
  return true;
}

/** All that following a rollout reads and that one pass can change: the same values where nothing of it has changed. */
export function readsOf(
  ledger: SequenceLedger,
  { name, memory, spec: { upgradeType } }: OpenRollout,
): readonly unknown[] {
  const others = ledger.rollouts().flatMap(({ name: other, spec, memory: theirs }) => {
    if (other === name) return [];
    if (spec.upgradeType === upgradeType)
      return [other, sameSet(ledger, `started ${other}`, startedClusters(theirs))];
    return upgradeType === 'Node' ? [other, sameSet(ledger, `open ${other}`, openClusters(theirs))] : [];
  });
  return [memory, ledger.upgradesOf(upgradeType), ...others];
}
