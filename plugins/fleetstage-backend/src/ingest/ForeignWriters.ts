import { toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';

/** Field managers of KubeFleet's hub agent. A member agent (`memberagent`) may be one of a pull member (RUL 48). */
const HUB_AGENT: ReadonlySet<string> = new Set([
  'hubagent',
  'member-cluster-controller',
  'cluster-staged-update-run-controller',
  'override-controller',
]);
const REMIND_EVERY_MS = 600_000;

interface Entry {
  readonly manager?: string;
  readonly subresource?: string;
  readonly time?: string;
}

interface Written {
  readonly kind?: string;
  readonly metadata: {
    readonly name?: string;
    readonly namespace?: string;
    readonly managedFields?: readonly Entry[];
  };
}

export interface ForeignWritersOptions {
  readonly hub: string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Finds that KubeFleet's hub agent runs beside us. Its entries among the managed fields of a fleet that it ran stay for ever; one
 * whose time changes while we watch was written now. No clocks are compared.
 */
export class ForeignWriters {
  private readonly seen = new Map<string, string>();
  private reportedAt: number | undefined;

  constructor(private readonly options: ForeignWritersOptions) {}

  /** Of each object that a watch brings, as it came. */
  see(kind: string, object: Written): void {
    const { name = '', namespace, managedFields = [] } = object.metadata;
    const entries = managedFields.filter(({ manager = '' }) => HUB_AGENT.has(manager));
    if (entries.length === 0) return;
    const key = `${kind}/${toPlacementKey({ name, ...(namespace !== undefined && { namespace }) })}`;
    const times = JSON.stringify(
      entries.map(({ manager, subresource, time }) => [manager, subresource, time]).sort(),
    );
    const before = this.seen.get(key);
    this.seen.set(key, times);
    if (before !== undefined && before !== times) this.report(kind, name, entries);
  }

  private report(kind: string, name: string, entries: readonly Entry[]): void {
    const { hub, clock, log } = this.options;
    const now = clock.now();
    if (this.reportedAt !== undefined && now - this.reportedAt < REMIND_EVERY_MS) return;
    this.reportedAt = now;
    const newest = entries.reduce((a, b) => ((a.time ?? '') > (b.time ?? '') ? a : b));
    log.warn(
      "KubeFleet's hub agent writes on this hub beside Fleetstage, and each undoes what the other decides: scale it to 0 (docs/taking-over-kubefleet.md)",
      { hub, kind, name, manager: newest.manager, at: newest.time },
    );
  }
}
