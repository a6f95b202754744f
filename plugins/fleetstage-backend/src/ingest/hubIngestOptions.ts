import type { SchedulePlugins, SelectionRules } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import type { Database } from '../database/db';
import type { ServedKinds } from '../kube/ServedKinds';
import type { Log } from '../observe/log';
import type { Ports } from '../ports';
import type { PullWorks } from './WorkWatch';

export interface HubIngestOptions {
  readonly hub: string;
  readonly database: Database;
  readonly client: () => Promise<KubeClient>;
  /** Readies the hub for watching: its definitions. */
  readonly prepare: (client: KubeClient) => Promise<void>;
  readonly servedKinds: ServedKinds;
  readonly capture: {
    readonly debounceMs: number;
    readonly maxMs: number;
    /** Kinds that are never placed need not be watched. */
    readonly rules?: SelectionRules;
  };
  /** What policies are read with; absent: those that come with the engine. */
  readonly plugins?: SchedulePlugins;
  /** Works of pull members; absent: there are none. */
  readonly works?: PullWorks;
  /** Members are exported as ClusterProfiles, so those are watched. */
  readonly clusterProfiles?: boolean;
  readonly ports: Ports;
  readonly log: Log;
  /** The hub is lost, or answers again; for this replica or the replica that watches. */
  readonly onHubChanged?: () => void;
}
