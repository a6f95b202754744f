import {
  instant,
  isSameJson,
  ok,
  plus,
  toRfc3339,
  type Instant,
  type Labels,
  type RolloutSequenceSpec,
  type VersionCatalogSpec,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { earliest, type Decision } from '../../decision';
import type { FleetClaim } from '../assignment/fleetOwners';
import { aCatalog, someTargets } from '../catalog/catalog.testing';
import { at } from '../maintenance/maintenance.testing';
import type { MaintenanceRules } from '../maintenance/policyRules';
import { phaseOfStage } from '../rollout/stagePhase';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import type { SequenceAction, SequenceEvent } from '../state/sequenceAction';
import type { SequenceMemory } from '../state/sequenceMemory';
import type {
  DesiredUpgrade,
  SequenceRollout,
  SequenceSettings,
  SequenceState,
  WorkloadUpdate,
} from '../state/sequenceState';
import { DEFAULT_SEQUENCE_SETTINGS } from '../state/settings';
import { decideSequence } from './decideSequence';
import { SimulatedProvider } from './simulatedProvider.testing';

export const START: Instant = at('2026-11-02T00:00:00Z');
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const days = (count: number): Instant => plus(START, count * DAY);
export const hours = (count: number): Instant => plus(START, count * HOUR);

interface StoryCluster {
  labels: Labels;
  annotations: Record<string, string>;
  policies: readonly MaintenanceRules[];
  isManaged: boolean;
  workload?: WorkloadUpdate;
}

export interface StoryRecord {
  readonly at: Instant;
  readonly rollout?: string;
  readonly event: SequenceEvent;
}

const MOST_STEPS = 3000;

/** A hub with one sequence, its clusters and a provider, played by time. */
export class SequenceStory {
  now: Instant = START;
  readonly provider = new SimulatedProvider();
  readonly clusters = new Map<string, StoryCluster>();
  rollouts: SequenceRollout[] = [];
  upgrades: readonly DesiredUpgrade[] = [];
  events: StoryRecord[] = [];
  siblings: readonly FleetClaim[] = [];
  settings: SequenceSettings = DEFAULT_SEQUENCE_SETTINGS;
  catalog: SequenceState['catalog'] = ok(aCatalog({ channels: [{ name: 'Regular' }] }));
  memory: SequenceMemory | undefined;
  generation = 1;
  deletedAt: Instant | undefined;
  isForgotten = false;
  /** The last pass has changed objects of the hub, so there will be another. */
  private hasHubMoved = false;
  last: Decision<SequenceAction> = { actions: [], blockers: [] };
  /** Called after each pass has been carried out. */
  watch: (story: SequenceStory) => void = () => undefined;

  constructor(public spec: RolloutSequenceSpec) {}

  cluster(
    name: string,
    fleet: string,
    [controlPlane, ...pools]: readonly string[],
    more: Partial<StoryCluster> & { readonly minutes?: number } = {},
  ): this {
    const { labels = {}, minutes = 10, ...rest } = more;
    this.provider.add(name, controlPlane, pools, minutes);
    this.clusters.set(name, {
      labels: { 'fleetstage.io/fleet': fleet, ...labels },
      annotations: {},
      policies: [],
      isManaged: true,
      ...rest,
    });
    return this;
  }

  /** `1.30 → 1.31.2`: the targets of the only channel from now on. */
  designate(...paths: readonly string[]): this {
    return this.channels({ channels: [{ name: 'Regular', targets: someTargets(...paths) }] });
  }

  channels(spec: VersionCatalogSpec): this {
    this.catalog = ok(aCatalog(spec));
    return this;
  }

  edit(patch: Partial<RolloutSequenceSpec>): this {
    this.spec = { ...this.spec, ...patch };
    this.generation += 1;
    return this;
  }

  relabel(name: string, labels: Labels): this {
    const cluster = this.clusters.get(name);
    if (cluster !== undefined) cluster.labels = { ...cluster.labels, ...labels };
    return this;
  }

  /** What the cluster is in the middle of from now on. */
  moveWorkload(name: string, workload: WorkloadUpdate | undefined): this {
    const { workload: _, ...cluster } = this.clusters.get(name)!;
    this.clusters.set(name, { ...cluster, ...(workload && { workload }) });
    return this;
  }

  removeCluster(name: string): this {
    this.clusters.delete(name);
    this.provider.clusters.delete(name);
    return this;
  }

  patchRollout(name: string, patch: Partial<VersionRolloutSpec>): this {
    return this.change(name, one => ({
      ...one,
      spec: { ...one.spec, ...patch },
      generation: one.generation + 1,
    }));
  }

  deleteRollout(name: string): this {
    return this.change(name, ({ hub, ...one }) =>
      hub === undefined ? one : { ...one, hub: { ...hub, deletedAt: hub.deletedAt ?? this.now } },
    );
  }

  state(): SequenceState {
    return {
      sequence: {
        name: 'bank',
        generation: this.generation,
        createdAt: START,
        spec: this.spec,
        ...(this.deletedAt !== undefined && { deletedAt: this.deletedAt }),
        ...(this.memory && { memory: this.memory }),
      },
      siblings: this.siblings,
      catalog: this.catalog,
      clusters: [...this.clusters].map(([name, { isManaged, ...cluster }]) => {
        const silentSince = this.provider.clusters.get(name)?.silentSince;
        const observed = this.provider.observe(name, this.now);
        return {
          name,
          ...cluster,
          versions: isManaged
            ? {
                kind: 'Managed',
                ...(observed && { observed }),
                ...(silentSince !== undefined && { silentSince }),
              }
            : { kind: 'NotManaged' },
        };
      }),
      rollouts: this.rollouts,
      upgrades: this.upgrades,
      settings: this.settings,
    };
  }

  /** One pass, carried out; a repeat of it on what was saved must do nothing but ask the hub again. */
  pass(): Decision<SequenceAction> {
    const decision = decideSequence(this.state(), this.now);
    const ofHub = decision.actions.filter(isOfHub);
    for (const action of decision.actions) if (!isOfHub(action)) this.carryOut(action);
    const again = decideSequence(this.state(), this.now);
    if (!isSameJson(again, { ...decision, actions: ofHub }))
      throw new Error(
        `a repeat at ${toRfc3339(this.now)} differs:\n${JSON.stringify(again).slice(0, 3000)}\nfrom\n${JSON.stringify({ ...decision, actions: ofHub }).slice(0, 3000)}`,
      );
    const before = this.rollouts;
    for (const action of ofHub) this.carryOut(action);
    this.rollouts = this.rollouts.map(one =>
      one.memory === undefined || one.hub !== undefined || one.memory.isSeen
        ? one
        : { ...one, hub: { hasFinalizer: true } },
    );
    this.hasHubMoved = !isSameJson(before, this.rollouts);
    if (decision.wakeAt !== undefined && decision.wakeAt <= this.now)
      throw new Error(`wakeAt ${decision.wakeAt} is not later than ${this.now}`);
    this.last = decision;
    this.watch(this);
    return decision;
  }

  /** Plays all that happens until then, and stands there. */
  runUntil(limit: Instant): this {
    for (let step = 0; step < MOST_STEPS; step++) {
      this.provider.tick(this.now);
      const { wakeAt } = this.pass();
      const answered = this.provider.answer(this.upgrades, this.now);
      const isNewAnswer = !isSameJson(answered, this.upgrades);
      this.upgrades = answered;
      if (isNewAnswer || this.hasHubMoved) continue;
      if (this.now >= limit) return this;
      const next = earliest(wakeAt, this.provider.nextAt(), limit) ?? limit;
      this.expectNothingBefore(next);
      this.now = instant(Math.min(limit, Math.max(next, this.now + 1)));
    }
    throw new Error(`more than ${MOST_STEPS} steps until ${toRfc3339(limit)}: it does not come to rest`);
  }

  /** A pass that comes too early, or of which nobody thought, has nothing to do. */
  private expectNothingBefore(next: Instant): void {
    const { now } = this;
    this.now = instant(Math.floor((now + next) / 2));
    const early = decideSequence(this.state(), this.now).actions.filter(action => !isOfHub(action));
    if (this.now > now && early.length > 0)
      throw new Error(
        `at ${toRfc3339(this.now)}, before it is woken at ${toRfc3339(next)}, it does ${JSON.stringify(early).slice(0, 3000)}`,
      );
    this.now = now;
  }

  memoryOf(name: string): RolloutMemory {
    const memory = this.rollouts.find(one => one.name === name)?.memory;
    if (memory === undefined)
      throw new Error(`no rollout ${name}; there are ${this.rollouts.map(one => one.name).join(', ')}`);
    return memory;
  }

  target(rollout: string, cluster: string, nodePool?: string): TargetMemory | undefined {
    return this.memoryOf(rollout).targets.find(one => one.cluster === cluster && one.nodePool === nodePool);
  }

  /** `Running: Completed, Soaking, Pending`. */
  show(name: string): string {
    const memory = this.memoryOf(name);
    const stages = memory.progress.stages.map((_, index) => phaseOfStage(memory, index));
    return `${memory.reason ?? memory.phase}: ${stages.join(', ')}`;
  }

  names(): readonly string[] {
    return this.rollouts.map(({ name }) => name);
  }

  versionOf(name: string): string {
    return this.provider.get(name).controlPlane.version;
  }

  /** Events by name, with their stage. */
  told(rollout?: string): readonly string[] {
    return this.events
      .filter(one => one.rollout === rollout)
      .map(({ event }) => [event.event, event.stage].filter(Boolean).join(' '));
  }

  private change(name: string, edit: (rollout: SequenceRollout) => SequenceRollout): this {
    this.memoryOf(name);
    this.rollouts = this.rollouts.map(one => (one.name === name ? edit(one) : one));
    return this;
  }

  private record(events: readonly SequenceEvent[], rollout?: string): void {
    this.events.push(
      ...events.map(event => ({ at: this.now, ...(rollout !== undefined && { rollout }), event })),
    );
  }

  private carryOut(action: SequenceAction): void {
    switch (action.kind) {
      case 'createRollout': {
        const { name, spec, memory, events } = action;
        this.record(events, name);
        this.rollouts.push({ name, spec, memory, generation: 1 });
        return;
      }
      case 'saveRollout':
        this.record(action.events, action.name);
        this.change(action.name, one => ({ ...one, memory: action.memory }));
        return;
      case 'saveSequence':
        this.record(action.events);
        this.memory = action.memory;
        return;
      case 'requestUpgrade': {
        const { kind: _, ...upgrade } = action;
        this.upgrades = [...this.upgrades.filter(one => !isSameKey(one, upgrade)), upgrade];
        return;
      }
      case 'clearUpgrade':
        this.upgrades = this.upgrades.filter(one => !isSameKey(one, action));
        return;
      default:
        this.carryOutOnHub(action);
    }
  }

  private carryOutOnHub(
    action: Extract<SequenceAction, { rollout: string } | { kind: 'forgetSequence' }>,
  ): void {
    switch (action.kind) {
      case 'deleteRollout':
        this.deleteRollout(action.rollout);
        return;
      case 'removeFinalizer':
        this.rollouts = this.rollouts.map(({ hub, ...one }) =>
          one.name === action.rollout || hub === undefined ? one : { ...one, hub },
        );
        return;
      case 'ensureFinalizer':
        this.change(action.rollout, one => ({ ...one, hub: { hasFinalizer: true } }));
        return;
      case 'forgetRollout':
        this.rollouts = this.rollouts.filter(({ name }) => name !== action.rollout);
        return;
      case 'forgetSequence':
        this.isForgotten = true;
        return;
      default:
    }
  }
}

const HUB: readonly SequenceAction['kind'][] = [
  'ensureFinalizer',
  'removeFinalizer',
  'deleteRollout',
  'forgetRollout',
  'forgetSequence',
];

const isOfHub = ({ kind }: SequenceAction) => HUB.includes(kind);

const isSameKey = (
  a: Pick<DesiredUpgrade, 'cluster' | 'upgradeType'>,
  b: Pick<DesiredUpgrade, 'cluster' | 'upgradeType'>,
) => a.cluster === b.cluster && a.upgradeType === b.upgradeType;
