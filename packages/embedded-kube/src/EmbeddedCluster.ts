import { renderKubeconfig } from './access/kubeconfig';
import { allOf } from './api/list';
import { findStored } from './api/request';
import type { Cluster } from './cluster/Cluster';
import type { KubeObject, ResourceType } from './contracts';
import type { ClusterFaults } from './faults/ClusterFaults';
import type { RestartOptions } from './faults/fault';
import type { FleetFaults } from './faults/FleetFaults';
import type { Restarts } from './faults/Restarts';

export interface ObjectKind {
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
}

export interface ObjectReference extends ObjectKind {
  /** Absent for kinds that are in none. */
  readonly namespace?: string;
  readonly name: string;
}

export interface EmbeddedClusterParts {
  readonly cluster: Cluster;
  readonly url: string;
  readonly caPem: string;
  readonly faults: FleetFaults;
  readonly restarts: Restarts;
}

/** One cluster of a fleet, as a test sees it. */
export class EmbeddedCluster {
  constructor(private readonly parts: EmbeddedClusterParts) {}

  get name(): string {
    return this.parts.cluster.name;
  }

  get url(): string {
    return this.parts.url;
  }

  /** Of the administrator. */
  get token(): string {
    return this.parts.cluster.token;
  }

  /** YAML with this cluster alone. */
  get kubeconfig(): string {
    const { name, token, url } = this;
    return renderKubeconfig([{ name, token, url }], this.parts.caPem);
  }

  get faults(): ClusterFaults {
    return this.parts.faults.of(this.parts.cluster);
  }

  /** What the simulation and tests of this package work on. */
  get inside(): Cluster {
    return this.parts.cluster;
  }

  /** The object as it is in memory now, without a request. @throws Error for kinds that are not served */
  read({ namespace = '', name, ...kind }: ObjectReference): KubeObject | undefined {
    const { cluster } = this.parts;
    // A copy: whoever changes what he was given changes nothing here.
    return structuredClone(findStored({ cluster, type: this.typeOf(kind), namespace, name })?.object);
  }

  /** All objects of a kind, or those of a namespace. @throws Error for kinds that are not served */
  list({ namespace = '', ...kind }: ObjectKind & { readonly namespace?: string }): KubeObject[] {
    const { cluster } = this.parts;
    return allOf({ cluster, type: this.typeOf(kind), namespace }).map(({ object }) =>
      structuredClone(object),
    );
  }

  /** Resolves when it answers again. */
  restart(options?: RestartOptions): Promise<void> {
    return this.parts.restarts.one(this.parts.cluster, options);
  }

  /** As a machine that is switched off: connections break until {@link start}. What is inside goes on. */
  stop(): void {
    this.parts.restarts.stop(this.parts.cluster);
  }

  start(): void {
    this.parts.cluster.reach.thaw();
  }

  private typeOf({ apiVersion, kind }: ObjectKind): ResourceType {
    const [version, group = ''] = apiVersion.split('/').reverse();
    const types = this.parts.cluster.catalog.types();
    const type = types.find(each => each.kind === kind && each.version === version && each.group === group);
    if (type) return type;
    throw new Error(`${this.name} serves no ${kind} of ${apiVersion}`);
  }
}
