import type { UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { DEFAULT_NODE_SKEW, type UpgradeCheck } from './eligibility/targetFacts';
import type { ObservedCluster, ObservedNodePool, UpgradeRefusal } from './observed';
import { compareVersions, lowestVersion, minorDistance } from './versions/compareVersions';
import { formatVersion, parseVersion, type KubeVersion } from './versions/version';

export interface UpgradeToJudge {
  readonly upgradeType: UpgradeType;
  readonly version: KubeVersion;
  /** For `Node`: these pools alone; absent: all. */
  readonly pools?: readonly string[];
}

const allowed: UpgradeCheck = { ok: true };
const refused = (reason: UpgradeRefusal, message: string): UpgradeCheck => ({
  ok: false,
  reason,
  message,
});

/**
 * The rules of Kubernetes for the next version of a cluster, for providers whose API does not enforce them itself: no
 * downgrade, one minor at a time, nodes never above their control plane and at most three minors behind, one upgrade at a time
 * (D/EL-003…006, EL-013). What is to have the version already is allowed: nothing would be done.
 */
export function judgeUpgrade(observed: ObservedCluster, upgrade: UpgradeToJudge): UpgradeCheck {
  const check = judgeStep(observed, upgrade);
  return check === 'open' ? judgeBusy(observed) : check;
}

/** The same, but for whether another upgrade is running: `open` leaves that to the provider's API. */
export function judgeStep(observed: ObservedCluster, upgrade: UpgradeToJudge): UpgradeCheck | 'open' {
  const step =
    upgrade.upgradeType === 'ControlPlane'
      ? judgeControlPlane(observed, upgrade.version)
      : judgeNodes(observed, upgrade);
  const [block] = observed.blocked;
  return step === 'open' && block !== undefined ? refused(block.reason, block.message) : step;
}

function judgeControlPlane(
  { controlPlane, pools }: ObservedCluster,
  version: KubeVersion,
): UpgradeCheck | 'open' {
  const desired = read(controlPlane.desired);
  const order = compareVersions(version, desired);
  if (order === 0) return allowed;
  if (order < 0) return downgrade('the control plane', desired, version);
  if (minorDistance(desired, version) > 1) return tooFar('the control plane', desired, version);
  const lowest = lowestOf(pools);
  if (lowest !== undefined && minorDistance(lowest, version) > DEFAULT_NODE_SKEW)
    return refused(
      'NodeSkew',
      `nodes are on ${formatVersion(lowest)}, and a control plane on ${formatVersion(version)} would be more than ${DEFAULT_NODE_SKEW} minors ahead of them; upgrade the nodes first`,
    );
  return 'open';
}

function judgeNodes(
  { controlPlane, pools }: ObservedCluster,
  { version, pools: names }: UpgradeToJudge,
): UpgradeCheck | 'open' {
  const targets = names === undefined ? pools : pools.filter(({ name }) => names.includes(name));
  const orders = targets.map(({ desired }) => compareVersions(version, read(desired)));
  if (orders.every(order => order < 0) && targets.length > 0)
    return downgrade('the nodes', read(targets[0].desired), version);
  const behind = targets.filter((_, index) => orders[index] > 0);
  if (behind.length === 0) return allowed;
  const above = read(controlPlane.version);
  if (compareVersions(version, above) > 0)
    return refused(
      'AboveControlPlane',
      `the control plane is on ${formatVersion(above)}, and nodes must not be above it; upgrade the control plane to ${formatVersion(version)} first`,
    );
  const lowest = lowestOf(behind);
  if (lowest !== undefined && minorDistance(lowest, version) > DEFAULT_NODE_SKEW)
    return refused(
      'NodeSkew',
      `nodes are on ${formatVersion(lowest)}, more than ${DEFAULT_NODE_SKEW} minors behind ${formatVersion(version)}; upgrade them to a version in between by hand`,
    );
  return 'open';
}

function judgeBusy({ controlPlane, pools }: ObservedCluster): UpgradeCheck {
  const parts = [
    { name: 'the control plane', ...controlPlane },
    ...pools.map(pool => ({ ...pool, name: `node pool ${pool.name}` })),
  ];
  // What has failed stands still: another version may mend it.
  const busy = parts.filter(({ upgrading, failed }) => upgrading && failed === undefined);
  if (busy.length === 0) return allowed;
  const what = busy.map(({ name, desired }) => `${name} to ${formatVersion(read(desired))}`).join(', ');
  return refused('ClusterNotReady', `another upgrade is running: ${what}`);
}

const downgrade = (what: string, from: KubeVersion, to: KubeVersion) =>
  refused(
    'AlreadyAtOrAbove',
    `${formatVersion(to)} would be a downgrade: the version of ${what} is ${formatVersion(from)} already`,
  );

const tooFar = (what: string, from: KubeVersion, to: KubeVersion) =>
  refused(
    'MinorSkew',
    `${what} is on ${formatVersion(from)}, and ${formatVersion(to)} is more than one minor ahead; upgrade it to the minor in between first`,
  );

const lowestOf = (pools: readonly ObservedNodePool[]) =>
  lowestVersion(pools.flatMap(({ versions }) => versions.map(({ version }) => read(version))));

/** Versions that a provider has observed are versions; one that is none is older than all. */
function read(text: string): KubeVersion {
  const parsed = parseVersion(text);
  return parsed.ok ? parsed.value : { major: 0, minor: 0, patch: 0, suffix: '' };
}
