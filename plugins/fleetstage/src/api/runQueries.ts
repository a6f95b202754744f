/* eslint-disable new-cap -- the client names its methods after the verbs of HTTP */
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { POLL_MS } from './pollAfter';
import {
  useFleetList,
  useFleetQueries,
  useFleetQuery,
  type FleetQueryOptions,
  type paths,
} from './useFleetQuery';

export type Task = 'before' | 'after';
/** A run by its address: `_` is the scope of cluster-scoped kinds. */
export interface RunKey {
  readonly scope: string;
  readonly name: string;
}
type RunsQuery = Omit<NonNullable<paths['/runs']['get']['parameters']['query']>, 'hub' | 'cursor'>;
type ApprovalsQuery = Omit<NonNullable<paths['/approvals']['get']['parameters']['query']>, 'hub' | 'cursor'>;

export const useOverview = () =>
  useFleetQuery<Schemas['Overview']>({
    root: 'overview',
    send: (client, hub) => client.GET('/overview', { params: { query: { hub } } }),
  });

export const useRuns = (query: RunsQuery = {}, enabled = true) =>
  useFleetList<Schemas['RunPage']>({
    root: 'runs',
    key: [query],
    enabled,
    send: (client, hub, cursor) => client.GET('/runs', { params: { query: { ...query, hub, cursor } } }),
  });

export const useRun = ({ scope, name }: RunKey, { isOfDialog = false } = {}) =>
  useFleetQuery<Schemas['RunDetail']>({
    root: 'run',
    key: [scope, name],
    isOfDialog,
    send: (client, hub) =>
      client.GET('/runs/{scope}/{name}', { params: { path: { scope, name }, query: { hub } } }),
  });

export const useRunTimeline = ({ scope, name }: RunKey, { limit = 100, enabled = true } = {}) =>
  useFleetList<Schemas['TimelinePage']>({
    root: 'run',
    key: [name, scope, 'timeline', limit],
    enabled,
    send: (client, hub, cursor) =>
      client.GET('/runs/{scope}/{name}/timeline', {
        params: { path: { scope, name }, query: { hub, cursor, limit } },
      }),
  });

export const useRunChanges = ({ scope, name }: RunKey, enabled = true) =>
  useFleetQuery<Schemas['Changes']>({
    root: 'run',
    key: [scope, name, 'changes'],
    enabled,
    send: (client, hub) =>
      client.GET('/runs/{scope}/{name}/changes', { params: { path: { scope, name }, query: { hub } } }),
  });

export const useRunCluster = ({ scope, name }: RunKey, cluster: string, enabled = true) =>
  useFleetQuery<Schemas['RunClusterDetail']>({
    root: 'run',
    key: [scope, name, 'cluster', cluster],
    enabled,
    send: (client, hub) =>
      client.GET('/runs/{scope}/{name}/clusters/{cluster}', {
        params: { path: { scope, name, cluster }, query: { hub } },
      }),
  });

/** A gate by its address. */
export interface GateKey extends RunKey {
  readonly stage: string;
  readonly task: Task;
}

/** What a gate rests on, as an Approve dialog keeps it fresh. */
export const gateQuery = (
  { scope, name, stage, task }: GateKey,
  enabled = true,
): FleetQueryOptions<Schemas['GateDetail']> => ({
  root: 'gate',
  key: [scope, name, stage, task],
  enabled,
  isOfDialog: true,
  send: (client, hub) =>
    client.GET('/runs/{scope}/{name}/gates/{stage}/{task}', {
      params: { path: { scope, name, stage, task }, query: { hub } },
    }),
});

export const useGate = ({ scope, name }: RunKey, stage: string, task: Task, enabled = true) =>
  useFleetQuery(gateQuery({ scope, name, stage, task }, enabled));

/** Several gates at once, in their order. */
export const useGates = (gates: readonly GateKey[], enabled = true) =>
  useFleetQueries(gates.map(gate => gateQuery(gate, enabled)));

export const useApprovals = (query: ApprovalsQuery = {}) =>
  useFleetList<Schemas['ApprovalPage']>({
    root: 'approvals',
    key: [query],
    send: (client, hub, cursor) => client.GET('/approvals', { params: { query: { ...query, hub, cursor } } }),
  });

/** How many gates wait for the viewer, as the backend counts them. */
export const useApprovalCount = (): number | undefined =>
  useFleetQuery<Schemas['ApprovalPage']>({
    root: 'approvals',
    key: ['count'],
    // The header of each page asks for it.
    freshMs: POLL_MS,
    send: (client, hub) => client.GET('/approvals', { params: { query: { hub, limit: 1 } } }),
  }).data?.forYou;
