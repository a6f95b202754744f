import { ApiError, type KubeObject, type ObjectChange } from '../contracts';
import type { Cluster } from '../cluster/Cluster';
import { carryOut } from './carryOut';
import type { View } from './decision';
import { simulatedKinds, type SimulatedKind } from './kinds';
import { renderNodes } from './nodes';
import { controllerOf, type Node, type Pod } from './objects';
import { readNodeSizes, readStages } from './readStages';
import { TimerWheel, systemTimers, type Timers } from './TimerWheel';

export interface WorkloadFleet {
  readonly clusters: Iterable<Cluster>;
  readonly caPem: string;
  /** Calls with every stored change of every cluster. @returns ends it */
  onCommit(listener: (cluster: Cluster, change: ObjectChange) => void): () => void;
}

export interface WorkloadOptions {
  readonly timers?: Timers;
  /** Factor on all delays: 0.1 is ten times as fast. */
  readonly pace?: number;
  /** Clusters that only keep what they are given. Default: the hub. */
  readonly isHub?: (cluster: Cluster) => boolean;
  /** A write was refused that should not have been. */
  readonly onFailure: (about: string, error: unknown) => void;
}

/**
 * Plays controllers, nodes and clouds on the members of a fleet, from what clusters commit. One queue and one timer for
 * all of them; each turn of the event loop gives way to requests after {@link TURN_MS}.
 *
 * @returns ends it
 */
export function startWorkloads(fleet: WorkloadFleet, options: WorkloadOptions): () => void {
  const simulation = new Simulation(fleet, options);
  simulation.start();
  return () => simulation.stop();
}

const TURN_MS = 8;
/** After a refusal that nobody expects: often enough to recover, too seldom to be a load. */
const RETRY_MS = 10_000;

interface Key {
  readonly cluster: Cluster;
  readonly kind: SimulatedKind;
  readonly namespace: string;
  readonly name: string;
}

class Simulation {
  private readonly kinds: ReadonlyMap<string, SimulatedKind>;
  private readonly timers: Timers;
  private readonly wheel: TimerWheel;
  private readonly queue = new Map<string, Key>();
  private readonly sleeping = new Map<string, Key>();
  /** Since when objects are in their stage. */
  private readonly entered = new Map<
    string,
    { readonly stage: string; readonly uid: string; readonly at: number }
  >();
  private isScheduled = false;
  private end: (() => void) | undefined;

  constructor(
    private readonly fleet: WorkloadFleet,
    private readonly options: WorkloadOptions,
  ) {
    this.kinds = new Map(simulatedKinds(readStages(), fleet.caPem).map(kind => [kind.kind, kind]));
    this.timers = options.timers ?? systemTimers;
    this.wheel = new TimerWheel(this.timers, key => this.wake(key));
  }

  start(): void {
    this.end = this.fleet.onCommit((cluster, change) => this.notice(cluster, change));
    const sizes = readNodeSizes();
    for (const cluster of this.fleet.clusters) {
      if (!this.isHub(cluster) && cluster.objects.list('/nodes').length === 0) {
        for (const object of renderNodes(cluster.name, sizes, this.timers.now())) {
          carryOut(cluster, { kind: 'create', object }, { kinds: this.kinds, manager: 'kubelet' });
        }
      }
      for (const kind of this.kinds.values()) this.enqueueAll(cluster, kind);
    }
  }

  stop(): void {
    this.end?.();
    this.end = undefined;
    this.wheel.stop();
    this.queue.clear();
  }

  private isHub(cluster: Cluster): boolean {
    return this.options.isHub?.(cluster) ?? cluster.name === 'hub';
  }

  /** A change concerns the object itself, whoever controls it, and for pods and nodes those that count them. */
  private notice(cluster: Cluster, { type, resource, object }: ObjectChange): void {
    const kind = resource.isCustom ? undefined : this.kinds.get(resource.kind);
    if (kind === undefined) return;
    const key = { cluster, kind, namespace: object.metadata.namespace ?? '', name: object.metadata.name };
    if (type === 'DELETED') this.entered.delete(textOf(key));
    else this.enqueue(key);
    const owner = controllerOf(object);
    const ownerKind = owner && this.kinds.get(owner.kind);
    const ownerKey = ownerKind && { ...key, kind: ownerKind, name: owner.name };
    if (ownerKey) this.enqueue(ownerKey);
    // A Deployment that recreates waits for the last old pod, which its ReplicaSet has long stopped counting.
    if (ownerKey && type === 'DELETED') this.enqueueOwnerOf(ownerKey);
    if (kind.kind === 'Pod') this.enqueueAll(cluster, this.kinds.get('PodDisruptionBudget'), key.namespace);
    if (kind.kind !== 'Node') return;
    this.enqueueAll(cluster, this.kinds.get('DaemonSet'));
    this.enqueueAll(cluster, this.kinds.get('Pod'));
  }

  private enqueueOwnerOf({ cluster, kind, namespace, name }: Key): void {
    const stored = cluster.objects.find(storageKeyOf(kind), namespace, name);
    const owner = stored && controllerOf(stored.object);
    const ownerKind = owner && this.kinds.get(owner.kind);
    if (ownerKind) this.enqueue({ cluster, kind: ownerKind, namespace, name: owner.name });
  }

  private enqueueAll(cluster: Cluster, kind: SimulatedKind | undefined, namespace?: string): void {
    if (kind?.controller === undefined) return;
    for (const stored of cluster.objects.list(storageKeyOf(kind), namespace)) {
      this.enqueue({ cluster, kind, namespace: stored.namespace, name: stored.name });
    }
  }

  private enqueue(key: Key): void {
    if (key.kind.controller === undefined || (this.isHub(key.cluster) && !key.kind.isOnHub)) return;
    this.queue.set(textOf(key), key);
    this.schedule();
  }

  private wake(text: string): void {
    const key = this.sleeping.get(text);
    this.sleeping.delete(text);
    if (key) this.enqueue(key);
  }

  private schedule(): void {
    if (this.isScheduled || this.queue.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    this.isScheduled = false;
    if (this.end === undefined) return;
    const until = performance.now() + TURN_MS;
    for (const [text, key] of this.queue) {
      this.queue.delete(text);
      this.run(text, key);
      if (performance.now() > until) break;
    }
    this.schedule();
  }

  private run(text: string, key: Key): void {
    const { cluster, kind, namespace, name } = key;
    const stored = cluster.objects.find(storageKeyOf(kind), namespace, name);
    if (!stored || kind.controller === undefined) return;
    try {
      const { writes, wakeAt } = kind.controller(stored.object, this.viewFor(text, key, stored.object));
      for (const write of writes) carryOut(cluster, write, { kinds: this.kinds, manager: kind.manager });
      if (wakeAt !== undefined) this.sleep(text, key, wakeAt);
    } catch (error) {
      // The namespace is terminating, or somebody has the name already: nothing of ours may be there.
      if (error instanceof ApiError && [403, 404, 409].includes(error.code)) return;
      this.options.onFailure(`${cluster.name}: ${kind.kind} ${namespace}/${name}`, error);
      this.sleep(text, key, this.timers.now() + RETRY_MS);
    }
  }

  private sleep(text: string, key: Key, at: number): void {
    this.sleeping.set(text, key);
    this.wheel.set(text, at);
  }

  private viewFor(text: string, { cluster }: Key, object: KubeObject): View {
    const now = this.timers.now();
    return {
      cluster: cluster.name,
      now,
      pace: this.options.pace ?? 1,
      enteredAt: stage => this.enteredAt(text, { stage, uid: object.metadata.uid ?? '', at: now }),
      owned: (owner, kind) =>
        cluster.objects
          .dependentsOf(owner.metadata.uid ?? '')
          .map(({ object: each }) => each)
          .filter(each => each.kind === kind && controllerOf(each)?.uid === owner.metadata.uid)
          .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)),
      pods: namespace => cluster.objects.list('/pods', namespace).map(({ object: pod }) => pod as Pod),
      nodes: () => cluster.objects.list('/nodes').map(({ object: node }) => node as Node),
      find: (kind, namespace = '', name = '') => {
        const known = this.kinds.get(kind);
        return known && cluster.objects.find(storageKeyOf(known), namespace, name)?.object;
      },
    };
  }

  private enteredAt(text: string, now: { stage: string; uid: string; at: number }): number {
    const known = this.entered.get(text);
    if (known?.stage === now.stage && known.uid === now.uid) return known.at;
    this.entered.set(text, now);
    return now.at;
  }
}

const storageKeyOf = ({ group, plural }: SimulatedKind) => `${group}/${plural}`;

const textOf = ({ cluster, kind, namespace, name }: Key) =>
  `${cluster.name}/${kind.plural}/${namespace}/${name}`;
