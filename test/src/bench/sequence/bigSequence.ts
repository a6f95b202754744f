import {
  instant,
  plus,
  type Instant,
  type RolloutSequenceSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  DEFAULT_SEQUENCE_SETTINGS,
  decideSequence,
  resolveCatalog,
  type DesiredUpgrade,
  type ObservedCluster,
  type SequenceAction,
  type SequenceMemory,
  type SequenceRollout,
  type SequenceState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';

const HOUR = 3_600_000;
export const STAGES = 12;
/** A new patch becomes available each 60 hours; a stage takes about 25: upgrade and soak. */
const RELEASES_EVERY = 60 * HOUR;
const RELEASES = ['1.31.1', '1.31.2', '1.31.3', '1.31.4', '1.31.5', '1.31.6'];
const UPGRADE_MS = HOUR;
const BIG_START: Instant = instant(Date.UTC(2026, 10, 2));

interface SimulatedUnit {
  version: string;
  desired: string;
  endsAt: number;
}

interface SimulatedCluster {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly controlPlane: SimulatedUnit;
  readonly pool: SimulatedUnit;
  observed: ObservedCluster | undefined;
}

/** A sequence of 12 stages over so many clusters with one node pool each, played in memory by time. */
export class BigSequence {
  now: Instant = BIG_START;
  rollouts: SequenceRollout[] = [];
  upgrades: DesiredUpgrade[] = [];
  private readonly clusters: readonly SimulatedCluster[];
  private memory: SequenceMemory | undefined;
  private readonly spec: RolloutSequenceSpec;

  constructor(readonly clusterCount: number) {
    const fleets = Array.from({ length: STAGES }, (_, index) => `fleet-${index + 1}`);
    this.spec = { stages: fleets.map(name => ({ name, fleets: [name], soakDuration: '24h' })) };
    this.clusters = Array.from({ length: clusterCount }, (_, index) => ({
      name: `cluster-${String(index).padStart(5, '0')}`,
      labels: { 'fleetstage.io/fleet': fleets[index % STAGES], 'region': `region-${index % 40}` },
      controlPlane: { version: '1.30.9', desired: '1.30.9', endsAt: 0 },
      pool: { version: '1.30.9', desired: '1.30.9', endsAt: 0 },
      observed: undefined,
    }));
  }

  state(): SequenceState {
    const targets = RELEASES.flatMap((to, index) => {
      const availableFrom = new Date(BIG_START + index * RELEASES_EVERY).toISOString();
      return ['1.30', '1.31'].map(from => ({ from, to, availableFrom }));
    });
    const catalog = resolveCatalog({ channels: [{ name: 'Regular', targets }] });
    if (!catalog.ok) throw new Error(JSON.stringify(catalog.error));
    return {
      sequence: {
        name: 'big',
        generation: 1,
        createdAt: BIG_START,
        spec: this.spec,
        ...(this.memory && { memory: this.memory }),
      },
      siblings: [],
      catalog,
      clusters: this.clusters.map(({ name, labels, observed }) => ({
        name,
        labels,
        annotations: {},
        policies: [],
        versions: { kind: 'Managed', ...(observed && { observed }) },
      })),
      rollouts: this.rollouts,
      upgrades: this.upgrades,
      settings: DEFAULT_SEQUENCE_SETTINGS,
    };
  }

  /** Decides once, carries it out, and goes to when something happens next; returns how long the decision took, in ms. */
  step(): number {
    this.observe();
    const state = this.state();
    const startedAt = performance.now();
    const { actions, wakeAt } = decideSequence(state, this.now);
    const tookMs = performance.now() - startedAt;
    for (const action of actions) this.carryOut(action);
    const isMoving = this.answer() || actions.length > 0;
    if (!isMoving) {
      const ends = this.clusters.flatMap(({ controlPlane, pool }) =>
        [controlPlane, pool].filter(({ version, desired }) => version !== desired).map(one => one.endsAt),
      );
      const next = earliestOf([...ends, wakeAt ?? Infinity]);
      if (next === Infinity) throw new Error('the sequence has come to its end');
      this.now = instant(Math.max(next, this.now + 1));
    }
    return tookMs;
  }

  /** Rollouts that are not over. */
  inFlight(): readonly SequenceRollout[] {
    return this.rollouts.filter(({ memory }) => memory?.phase === 'Running' || memory?.phase === 'Paused');
  }

  /** Stages from the first to the last that is occupied now. */
  occupied(): number {
    return this.inFlight().filter(({ memory }) =>
      memory?.progress.stages.some(
        ({ enteredAt, succeededAt }) => enteredAt !== undefined && succeededAt === undefined,
      ),
    ).length;
  }

  private observe(): void {
    for (const cluster of this.clusters) {
      let hasMoved = cluster.observed === undefined;
      for (const unit of [cluster.controlPlane, cluster.pool])
        if (unit.version !== unit.desired && unit.endsAt <= this.now) {
          unit.version = unit.desired;
          hasMoved = true;
        }
      if (hasMoved) cluster.observed = this.observationOf(cluster);
    }
  }

  private observationOf({ controlPlane, pool }: SimulatedCluster): ObservedCluster {
    const upgrading = ({ version, desired }: SimulatedUnit) => version !== desired;
    return {
      controlPlane: {
        version: `v${controlPlane.version}`,
        desired: `v${controlPlane.desired}`,
        upgrading: upgrading(controlPlane),
        healthy: true,
      },
      pools: [
        {
          name: 'workers',
          versions: [{ version: `v${pool.version}`, nodes: 3 }],
          desired: `v${pool.desired}`,
          upgrading: upgrading(pool),
          healthy: true,
        },
      ],
      blocked: [],
      generation: `${controlPlane.desired} ${pool.desired}`,
      observedAt: this.now,
    };
  }

  /** The provider takes all that is asked for at once; whether there was anything. */
  private answer(): boolean {
    let hasNew = false;
    this.upgrades = this.upgrades.map(upgrade => {
      if (upgrade.answer !== undefined) return upgrade;
      hasNew = true;
      const cluster = this.clusters[Number(upgrade.cluster.slice('cluster-'.length))];
      const unit = upgrade.upgradeType === 'ControlPlane' ? cluster.controlPlane : cluster.pool;
      Object.assign(unit, { desired: upgrade.version, endsAt: plus(this.now, UPGRADE_MS) });
      cluster.observed = this.observationOf(cluster);
      return { ...upgrade, answer: { kind: 'Accepted', at: this.now } };
    });
    return hasNew;
  }

  private carryOut(action: SequenceAction): void {
    const isKey = (one: DesiredUpgrade, key: Pick<DesiredUpgrade, 'cluster' | 'upgradeType'>) =>
      one.cluster === key.cluster && one.upgradeType === key.upgradeType;
    switch (action.kind) {
      case 'createRollout': {
        const { name, spec, memory } = action;
        this.rollouts.push({ name, generation: 1, spec, memory, hub: { hasFinalizer: true } });
        return;
      }
      case 'saveRollout':
        this.rollouts = this.rollouts.map(one =>
          one.name === action.name ? { ...one, memory: action.memory } : one,
        );
        return;
      case 'saveSequence':
        this.memory = action.memory;
        return;
      case 'requestUpgrade': {
        const { kind: _, ...upgrade } = action;
        this.upgrades.push(upgrade);
        return;
      }
      case 'clearUpgrade':
        this.upgrades = this.upgrades.filter(one => !isKey(one, action));
        return;
      case 'forgetRollout':
      case 'deleteRollout':
        this.rollouts = this.rollouts.filter(({ name }) => name !== action.rollout);
        return;
      default:
    }
  }
}

function earliestOf(times: readonly number[]): number {
  let earliest = Infinity;
  for (const time of times) if (time < earliest) earliest = time;
  return earliest;
}
