import type { ClusterFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';

/**
 * Version of the rows of a cluster: equal versions are equal rows. A replica of an earlier version writes no stamps, but
 * other resource versions and other heartbeats.
 */
export interface FleetVersion {
  readonly name: string;
  readonly resource_version: string;
  /** Of the object; absent where it was written before there were stamps. */
  readonly stamp: string | null;
  /** Of what is known of the cluster. */
  readonly record_stamp: string | null;
  readonly health: string | null;
  /** Absent where nothing is known of the cluster yet. */
  readonly record: string | null;
}

/** A large fleet, twice; about 50 MB. */
const KEPT_CLUSTERS = 20_000;

interface Kept {
  readonly version: FleetVersion;
  readonly facts: ClusterFacts;
}

/**
 * The rows of clusters, parsed once. Every pass of every placement reads all of a fleet, whose rows seldom change: reading
 * and parsing a thousand of them again and again is most of what a pass would take. The result is shared, hence frozen.
 */
export class KeptFacts {
  private readonly kept = new Map<string, Kept>();

  /** `undefined`: the row is another one, or was never seen. */
  find(version: FleetVersion): ClusterFacts | undefined {
    const known = this.kept.get(version.name);
    return known !== undefined && isSame(known.version, version) ? known.facts : undefined;
  }

  /** A row without stamps is never found again. */
  keep(version: FleetVersion, facts: ClusterFacts): ClusterFacts {
    freeze(facts);
    if (!isStamped(version)) return facts;
    const [oldest] = this.kept.keys();
    if (!this.kept.has(version.name) && this.kept.size >= KEPT_CLUSTERS && oldest !== undefined)
      this.kept.delete(oldest);
    this.kept.set(version.name, { version, facts });
    return facts;
  }
}

const isStamped = ({ stamp, record, record_stamp }: FleetVersion) =>
  stamp !== null && (record === null || record_stamp !== null);

const isSame = (a: FleetVersion, b: FleetVersion) =>
  a.record_stamp === b.record_stamp &&
  a.stamp === b.stamp &&
  a.resource_version === b.resource_version &&
  a.health === b.health &&
  a.record === b.record;

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(freeze);
  Object.freeze(value);
}
