import { instant, plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ObservedBlock, ObservedCluster, UpgradeRefusal } from '../observed';
import type { DesiredUpgrade } from '../state/sequenceState';
import { aVersion } from '../versions/version.testing';
import { compareVersions } from '../versions/compareVersions';

interface Unit {
  version: string;
  desired: string;
  endsAt?: Instant;
  failed?: string;
}

type Refusal =
  | { readonly kind: 'Refused'; readonly reason: UpgradeRefusal; readonly message: string }
  | { readonly kind: 'Failed'; readonly message: string };

export interface SimulatedCluster {
  readonly controlPlane: Unit;
  readonly pools: Map<string, Unit>;
  generation: number;
  /** Minutes that one upgrade takes; `Infinity`: it never gets on. */
  minutes: number;
  /** What the provider answers instead of beginning. */
  refuse?: (upgrade: DesiredUpgrade) => Refusal | undefined;
  /** Its nodes follow the control plane by themselves (D/CAPI-030). */
  isCoupled: boolean;
  /** How many of the next upgrades fail at their end. */
  failures: number;
  blocked: readonly ObservedBlock[];
  silentSince?: Instant;
  /** The last answer. */
  shown?: ObservedCluster;
}

export type StartedUpgrade = DesiredUpgrade & { readonly at: Instant; readonly from: readonly string[] };

const MINUTE_MS = 60_000;

/** A provider in memory: an upgrade is asked for, runs, and is done after some minutes. */
export class SimulatedProvider {
  readonly clusters = new Map<string, SimulatedCluster>();
  /** Everything that was begun, in order. */
  readonly started: StartedUpgrade[] = [];

  add(name: string, controlPlane: string, pools: readonly string[] = [], minutes = 10): void {
    const unit = (version: string): Unit => ({ version, desired: version });
    this.clusters.set(name, {
      controlPlane: unit(controlPlane),
      pools: new Map(pools.map((version, i) => [`pool-${i}`, unit(version)] as const)),
      generation: 1,
      minutes,
      isCoupled: false,
      failures: 0,
      blocked: [],
    });
  }

  get(name: string): SimulatedCluster {
    const cluster = this.clusters.get(name);
    if (cluster === undefined) throw new Error(`no cluster ${name}`);
    return cluster;
  }

  observe(name: string, now: Instant): ObservedCluster | undefined {
    const cluster = this.clusters.get(name);
    if (cluster === undefined) return undefined;
    if (cluster.silentSince !== undefined) return cluster.shown;
    cluster.shown = this.look(cluster, now);
    return cluster.shown;
  }

  private look(
    { controlPlane, pools, blocked, generation }: SimulatedCluster,
    now: Instant,
  ): ObservedCluster {
    return {
      controlPlane: { version: controlPlane.version, ...stateOf(controlPlane) },
      pools: [...pools].map(([pool, unit]) => ({
        name: pool,
        versions: [{ version: unit.version, nodes: 3 }],
        ...stateOf(unit),
      })),
      blocked,
      generation: String(generation),
      observedAt: now,
    };
  }

  /** What the effect does that asks the provider: the rows with answers. */
  answer(upgrades: readonly DesiredUpgrade[], now: Instant): readonly DesiredUpgrade[] {
    return upgrades.map(upgrade => {
      const cluster = this.clusters.get(upgrade.cluster);
      if (upgrade.answer !== undefined || cluster === undefined || cluster.silentSince !== undefined)
        return upgrade;
      const refusal = cluster.refuse?.(upgrade);
      if (refusal !== undefined) return { ...upgrade, answer: { ...refusal, at: now } };
      const message = 'it was upgraded meanwhile';
      if (unitsFor(upgrade, cluster).every(unit => isAtOrAbove(unit, upgrade)))
        return { ...upgrade, answer: { kind: 'Refused', reason: 'AlreadyAtOrAbove', message, at: now } };
      this.begin(upgrade, cluster, now);
      return { ...upgrade, answer: { kind: 'Accepted', at: now, operation: `op-${upgrade.cluster}` } };
    });
  }

  /** Everything that is over by then. */
  tick(now: Instant): void {
    for (const cluster of this.clusters.values())
      for (const unit of unitsOf(cluster)) {
        if (unit.endsAt === undefined || unit.endsAt > now) continue;
        delete unit.endsAt;
        if (cluster.failures > 0) {
          cluster.failures -= 1;
          unit.failed = 'a machine did not start';
        } else unit.version = unit.desired;
      }
  }

  nextAt(): Instant | undefined {
    const ends = [...this.clusters.values()].flatMap(cluster =>
      unitsOf(cluster).flatMap(({ endsAt }) =>
        endsAt !== undefined && Number.isFinite(endsAt) ? [endsAt] : [],
      ),
    );
    return ends.length === 0 ? undefined : instant(Math.min(...ends));
  }

  private begin(upgrade: DesiredUpgrade, cluster: SimulatedCluster, now: Instant): void {
    const { upgradeType, version } = upgrade;
    const units = unitsFor(upgrade, cluster);
    const followers = upgradeType === 'ControlPlane' && cluster.isCoupled ? [...cluster.pools.values()] : [];
    this.started.push({ ...upgrade, at: now, from: units.map(unit => unit.version) });
    for (const unit of [...units, ...followers]) {
      const isUnderWay = unit.desired === version && unit.endsAt !== undefined;
      if (isUnderWay || isAtOrAbove(unit, upgrade)) continue;
      unit.desired = version;
      delete unit.failed;
      unit.endsAt = plus(now, cluster.minutes * MINUTE_MS * (followers.includes(unit) ? 2 : 1));
    }
    cluster.generation += 1;
  }
}

const unitsFor = ({ upgradeType, pools }: DesiredUpgrade, cluster: SimulatedCluster): readonly Unit[] =>
  upgradeType === 'ControlPlane'
    ? [cluster.controlPlane]
    : [...cluster.pools].flatMap(([name, unit]) => (pools?.includes(name) === false ? [] : [unit]));

const isAtOrAbove = (unit: Unit, { version }: DesiredUpgrade): boolean =>
  compareVersions(aVersion(unit.version), aVersion(version)) >= 0;

const unitsOf = ({ controlPlane, pools }: SimulatedCluster): readonly Unit[] => [
  controlPlane,
  ...pools.values(),
];

const stateOf = ({ desired, endsAt, failed, version }: Unit) => ({
  desired,
  upgrading: endsAt !== undefined || desired !== version,
  healthy: failed === undefined,
  ...(failed !== undefined && { failed }),
});
