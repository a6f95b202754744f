import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  compareVersions,
  judgeUpgrade,
  parseVersion,
  UPGRADE_REFUSALS,
  type ObservedBlock,
  type ObservedCluster,
  type ObservedNodePool,
  type UpgradeRefusal,
  type UpgradeCheck,
  type UpgradeToJudge,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  isMoving,
  lowestOf,
  type SimulatedCluster,
  type SimulatedPart,
  type SimulatedState,
} from './simulatedCluster';

/** The cluster as any provider would describe it (D/PRV-003); its state is that of `now` already. */
export function observeSimulated({ settings, state }: SimulatedCluster, now: Instant): ObservedCluster {
  return {
    controlPlane: { version: lowestOf(state.controlPlane), ...upgradeOf(state.controlPlane, state) },
    pools: state.pools.map(pool => ({
      name: pool.name,
      versions: versionsOf(pool),
      ...upgradeOf(pool, state),
    })),
    blocked: blocksOf(settings.refuse),
    generation: String(state.generation),
    observedAt: now,
  };
}

export function checkSimulated(
  cluster: SimulatedCluster,
  upgrade: UpgradeToJudge,
  now: Instant,
): UpgradeCheck {
  const { refuse, versions } = cluster.settings;
  const observed = observeSimulated(cluster, now);
  const check = judgeUpgrade(observed, upgrade);
  if (!check.ok || isDesired(observed, upgrade)) return check;
  if (versions !== undefined && !versions.some(text => isVersion(text, upgrade.version)))
    return {
      ok: false,
      reason: 'VersionNotAvailable',
      message: `the cluster is offered ${versions.join(', ')} only`,
    };
  return refuse === undefined ? check : { ok: false, ...readRefusal(refuse) };
}

function isDesired({ controlPlane, pools }: ObservedCluster, upgrade: UpgradeToJudge): boolean {
  const parts =
    upgrade.upgradeType === 'ControlPlane'
      ? [controlPlane]
      : pools.filter(({ name }) => upgrade.pools?.includes(name) !== false);
  return parts.every(({ desired }) => isVersion(desired, upgrade.version));
}

function isVersion(text: string, version: UpgradeToJudge['version']): boolean {
  const parsed = parseVersion(text);
  return parsed.ok && compareVersions(parsed.value, version) === 0;
}

function upgradeOf(part: SimulatedPart, { pace }: SimulatedState) {
  const upgrading = part.done < part.nodes && part.from !== part.desired;
  return {
    desired: part.desired,
    upgrading,
    healthy: part.failed === undefined,
    ...(isMoving(part) && pace.stuck !== undefined && { waitsFor: pace.stuck }),
    ...(part.failed !== undefined && { failed: part.failed }),
  };
}

function versionsOf({ nodes, done, from, desired }: SimulatedPart): ObservedNodePool['versions'] {
  if (nodes === 0) return [];
  if (from === desired || done >= nodes) return [{ version: desired, nodes }];
  const behind = { version: from, nodes: nodes - done };
  return done === 0 ? [behind] : [behind, { version: desired, nodes: done }];
}

function blocksOf(refuse: string | undefined): readonly ObservedBlock[] {
  if (refuse === undefined) return [];
  const { reason, message } = readRefusal(refuse);
  return isBlock(reason) ? [{ reason, message }] : [];
}

const isBlock = (reason: UpgradeRefusal): reason is ObservedBlock['reason'] =>
  reason === 'ClusterNotReady' || reason === 'ProviderPaused' || reason === 'DeprecatedAPIUsage';

/** `DeprecatedAPIUsage: Ingress v1beta1 is in use`; without a reason the cluster is not ready. */
function readRefusal(text: string): { readonly reason: UpgradeRefusal; readonly message: string } {
  const [, word, message] = /^(\w+):\s*(.+)$/s.exec(text) ?? [];
  const reason = UPGRADE_REFUSALS.find(one => one === word);
  return reason === undefined ? { reason: 'ClusterNotReady', message: text } : { reason, message };
}
