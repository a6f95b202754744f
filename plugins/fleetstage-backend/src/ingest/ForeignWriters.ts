import { toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ForeignWrite } from '../database/leaseStore';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';

/** Field managers of KubeFleet's hub agent. A member agent (`memberagent`) may be one of a pull member (RUL 48). */
const HUB_AGENT: ReadonlySet<string> = new Set([
  'hubagent',
  'member-cluster-controller',
  'cluster-staged-update-run-controller',
  'override-controller',
]);
/** A hub agent that runs writes the heartbeats of members, each of them more often. */
const QUIET_AFTER_MS = 600_000;

interface Entry {
  readonly manager?: string;
  readonly operation?: string;
  readonly apiVersion?: string;
  readonly subresource?: string;
  readonly time?: string;
}

interface Written {
  readonly kind?: string;
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly managedFields?: readonly Entry[];
  };
}

interface Seen {
  readonly uid: string | undefined;
  /** The time of each entry. */
  readonly times: ReadonlyMap<string, string>;
}

export interface ForeignWritersOptions {
  readonly hub: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Finds that KubeFleet's hub agent runs beside us. Its entries among the managed fields of a fleet that it ran stay for
 * ever; one whose time changes while we watch, or that comes to an object that had some, was written now. An entry that
 * goes was not: we have taken its last field. No clocks are compared.
 */
export class ForeignWriters {
  /** Each object that has had some; most objects of a hub, and all that only we write, have none. */
  private readonly seen = new Map<string, Seen>();
  private current: ForeignWrite | undefined;

  constructor(private readonly options: ForeignWritersOptions) {}

  /** What it wrote last, for as long as it goes on. */
  latest(): ForeignWrite | undefined {
    const { hub, clock, log } = this.options;
    if (this.current !== undefined && clock.now() - this.current.at >= QUIET_AFTER_MS) {
      this.current = undefined;
      log.info("KubeFleet's hub agent has not written on this hub for ten minutes", { hub });
    }
    return this.current;
  }

  /** Of each object that a watch brings, as it came. */
  see(kind: string, object: Written): void {
    const { name = '', namespace, uid, managedFields = [] } = object.metadata;
    const entries = managedFields.filter(({ manager = '' }) => HUB_AGENT.has(manager));
    const key = `${kind}/${toPlacementKey({ name, ...(namespace !== undefined && { namespace }) })}`;
    const known = this.seen.get(key);
    // Another object that has the name now came with its entries, from a backup for instance.
    const before = known?.uid === uid ? known : undefined;
    if (before === undefined && entries.length === 0) {
      this.seen.delete(key);
      return;
    }
    this.seen.set(key, { uid, times: new Map(entries.map(entry => [keyOf(entry), entry.time ?? ''])) });
    if (before === undefined) return;
    const written = entries.filter(entry => before.times.get(keyOf(entry)) !== (entry.time ?? ''));
    if (written.length > 0) this.note({ kind, name, ...(namespace !== undefined && { namespace }) }, written);
  }

  /** One line in the log, however long it goes on. */
  private note(
    object: Pick<ForeignWrite, 'kind' | 'namespace' | 'name'>,
    [first, ...others]: readonly Entry[],
  ): void {
    const { hub, clock, log } = this.options;
    const now = clock.now();
    const newest = others.reduce((a, b) => ((a.time ?? '') > (b.time ?? '') ? a : b), first);
    const manager = newest.manager ?? '';
    const since = this.latest()?.since;
    this.current = { ...object, manager, since: since ?? now, at: now };
    if (since !== undefined) return;
    log.warn(
      "KubeFleet's hub agent writes on this hub beside Fleetstage, and each undoes what the other decides: scale it to 0 (docs/taking-over-kubefleet.md)",
      { hub, ...object, manager, at: newest.time },
    );
  }
}

/** An object has one entry for each of these. */
const keyOf = ({ manager, operation, apiVersion, subresource }: Entry) =>
  [manager, operation, apiVersion, subresource].join('/');
