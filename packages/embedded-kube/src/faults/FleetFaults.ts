import type { Cluster } from '../cluster/Cluster';
import { ClusterFaults, type ClusterFaultsParts, type FaultHandle } from './ClusterFaults';
import type { FaultPlan } from './fault';
import { FaultError } from './parseFaults';
import { toTest } from './pattern';

export interface FleetFaultsParts {
  readonly clusters: readonly Cluster[];
  readonly seed: number;
  of(cluster: Cluster): Omit<ClusterFaultsParts, 'seed'>;
}

/** What is set, and how often it was met. */
export interface FaultReport {
  readonly seed: number;
  readonly clusters: Readonly<Record<string, readonly Pick<FaultHandle, 'id' | 'fault' | 'met'>[]>>;
}

/** The faults of all clusters; most have none, and nothing is kept for those. */
export class FleetFaults {
  private readonly byName = new Map<string, ClusterFaults>();
  private seed: number;

  constructor(private readonly parts: FleetFaultsParts) {
    this.seed = parts.seed;
  }

  of(cluster: Cluster): ClusterFaults {
    const known = this.byName.get(cluster.name);
    if (known) return known;
    const faults = new ClusterFaults(cluster, { ...this.parts.of(cluster), seed: this.seed });
    this.byName.set(cluster.name, faults);
    return faults;
  }

  /** Instead of all that there are; draws begin anew. @throws FaultError, and all stays as it was */
  set({ seed, clusters }: FaultPlan): void {
    const wanted = Object.entries(clusters).map(
      ([pattern, faults]) => [this.matching(pattern, 'clusters.'), faults] as const,
    );
    this.clear();
    this.seed = seed ?? this.seed;
    for (const faults of this.byName.values()) faults.reseed(this.seed);
    for (const [found, faults] of wanted)
      for (const cluster of found) for (const fault of faults) this.of(cluster).add(fault);
  }

  clear(): void {
    for (const faults of this.byName.values()) faults.clear();
  }

  report(): FaultReport {
    const lists = [...this.byName].map(([name, faults]) => [name, faults.list()] as const);
    return { seed: this.seed, clusters: Object.fromEntries(lists.filter(([, list]) => list.length > 0)) };
  }

  /** @throws FaultError when it names none */
  matching(pattern: string, at = ''): readonly Cluster[] {
    const { clusters } = this.parts;
    const matches = toTest(pattern);
    const found = clusters.filter(({ name }) => matches(name));
    if (found.length > 0) return found;
    const names = clusters.slice(0, 4).map(({ name }) => name);
    const more = clusters.length > names.length ? ' …' : '';
    throw new FaultError(
      `${at}${pattern}: the fleet has no such cluster; it has ${names.join(', ')}${more}, and * means all`,
    );
  }
}
