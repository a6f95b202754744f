import type { KubeClient, KubeObject } from '@fleetstage/kube-client';
import { isPlacedOn, placement, PLACEMENT_API } from '../../bench/benchObjects';
import { eventually } from '../../eventually';
import { CLUSTERS, type Budget, type Policy, type Sequence } from './drawSequence';

const apiVersion = `${PLACEMENT_API.group}/${PLACEMENT_API.version}`;
const BUDGET = 'ClusterResourcePlacementDisruptionBudget';
const EVICTION = 'ClusterResourcePlacementEviction';
/** A killed engine starts again, on a busy machine, and has all other sequences to settle, too. */
const SETTLED_MS = 300_000;
/** Each cluster gets the placement as soon as it is picked, so that evictions meet many that are available. */
const AT_ONCE = {
  type: 'RollingUpdate',
  rollingUpdate: { maxUnavailable: '100%', maxSurge: '100%', unavailablePeriodSeconds: 0 },
};

/** Plays a sequence on the hub, as people do, with no regard to whether the engine is alive. */
export class SequencePlayer {
  private readonly evictions: string[] = [];
  private policy: Policy;
  private revision = 0;

  constructor(
    private readonly hub: KubeClient,
    readonly name: string,
    private readonly sequence: Sequence,
  ) {
    this.policy = sequence.policy;
  }

  async begin(): Promise<void> {
    await this.putContent();
    await this.putBudget(this.sequence.budget);
    await this.putPlacement();
    await this.untilWhole();
  }

  /** All clusters that the policy asks for have the placement: those that were evicted are picked again. */
  async untilWhole(): Promise<void> {
    const { policy } = this;
    const count = policy.placementType === 'PickAll' ? CLUSTERS.length : policy.numberOfClusters;
    await eventually(
      `${this.name} is available on ${count} clusters`,
      async () => {
        const found = await this.hub.get(target('ClusterResourcePlacement'), { name: this.name });
        if (!isPlacedOn(found, count)) throw new Error(JSON.stringify(found.status));
      },
      { timeoutMs: SETTLED_MS, intervalMs: 500 },
    );
  }

  async play(): Promise<void> {
    for (const step of this.sequence.steps) {
      await new Promise(resolve => setTimeout(resolve, step.pauseMs));
      switch (step.kind) {
        case 'evict':
          await Promise.all(step.clusters.map(cluster => this.evict(cluster)));
          break;
        case 'budget':
          await this.putBudget(step.budget);
          break;
        case 'resize':
          if (this.policy.placementType === 'PickAll') break;
          this.policy = { ...this.policy, numberOfClusters: step.numberOfClusters };
          await this.putPlacement();
          break;
        case 'content':
          await this.putContent();
          break;
        default:
          await this.untilDecided();
      }
    }
  }

  /** Each eviction has a verdict. */
  async untilDecided(): Promise<void> {
    await eventually(
      `the evictions of ${this.name} are decided`,
      async () => {
        const waiting: string[] = [];
        for (const name of this.evictions) {
          const { status } = await this.hub.get(target(EVICTION), { name });
          if (status === undefined) waiting.push(name);
        }
        if (waiting.length > 0) throw new Error(`waiting: ${waiting.join()}`);
      },
      { timeoutMs: SETTLED_MS, intervalMs: 500 },
    );
  }

  private async evict(cluster: string): Promise<void> {
    const name = `${this.name}.e${this.evictions.length}`;
    this.evictions.push(name);
    const spec = { placementName: this.name, clusterName: cluster };
    await this.hub.create({ apiVersion, kind: EVICTION, metadata: { name }, spec });
  }

  private async putBudget(budget: Budget): Promise<void> {
    const { name } = this;
    if (budget === undefined) await this.hub.delete(target(BUDGET), { name });
    else await this.put({ apiVersion, kind: BUDGET, metadata: { name }, spec: { ...budget } });
  }

  private async putPlacement(): Promise<void> {
    const { spec, ...object } = placement(this.name, 'RollingUpdate', this.policy);
    await this.put({ ...object, spec: { ...(spec as object), strategy: AT_ONCE } });
  }

  private async putContent(): Promise<void> {
    this.revision += 1;
    const { name } = this;
    await this.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const metadata = { name: 'settings', namespace: name };
    await this.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { revision: `${this.revision}` } });
  }

  private async put(object: KubeObject): Promise<void> {
    const { name, namespace } = object.metadata;
    const patch = { type: 'apply', body: object, force: true } as const;
    const [version, group = ''] = object.apiVersion.split('/').reverse();
    await this.hub.patch(
      { group, version, kind: object.kind },
      { name: name ?? '', ...(namespace && { namespace }) },
      { patch, fieldManager: 'people' },
    );
  }
}

const target = (kind: string) => ({ ...PLACEMENT_API, kind });
