import { agentIdentity } from './agentAccount';
import { ask } from './ask';
import type { FleetCluster } from './startFleet';
import { eventually, type EventuallyOptions } from '../eventually';

/** A member as the stories describe it. */
export interface MemberStory {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly {
    readonly key: string;
    readonly value?: string;
    readonly effect: 'NoSchedule';
  }[];
}

/** A condition of a live object. */
export interface LiveCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
}

const PLACEMENT_API = '/apis/placement.kubernetes-fleet.io/v1beta1';

/** Paths of the kinds that the stories read. */
export const paths = {
  placement: (name: string) => `${PLACEMENT_API}/clusterresourceplacements/${name}`,
  run: (name: string) => `${PLACEMENT_API}/clusterstagedupdateruns/${name}`,
  approval: (name: string) => `${PLACEMENT_API}/clusterapprovalrequests/${name}`,
  member: (name: string) => `/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters/${name}`,
  deployment: (namespace: string, name: string) =>
    `/apis/apps/v1/namespaces/${namespace}/deployments/${name}`,
  namespace: (name: string) => `/api/v1/namespaces/${name}`,
  resourceSnapshots: () => `${PLACEMENT_API}/clusterresourcesnapshots`,
} as const;

const get = (plane: FleetCluster, path: string) => ask(plane, { path });

/** One object or list, parsed; a missing one throws. */
// The stories read whatever a kind has; their expectations are the type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export async function read(plane: FleetCluster, path: string): Promise<any> {
  const answer = await get(plane, path);
  if (answer.status >= 300) throw new Error(`GET ${path} on ${plane.name}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body);
}

export async function exists(plane: FleetCluster, path: string): Promise<boolean> {
  const answer = await get(plane, path);
  if (answer.status === 404) return false;
  if (answer.status >= 300) throw new Error(`GET ${path} on ${plane.name}: ${answer.status} ${answer.body}`);
  return true;
}

export const applyYaml = (plane: FleetCluster, yaml: string) =>
  plane.kubectl(['apply', '-f', '-'], { stdin: yaml });

const memberYaml = ({ name, labels = {}, taints = [] }: MemberStory) =>
  JSON.stringify({
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name, labels },
    spec: {
      identity: agentIdentity(name),
      taints,
    },
  });

/** Declares the members with kubectl and waits until the engine has joined all of them. */
export async function joinMembers(hub: FleetCluster, members: readonly MemberStory[]): Promise<void> {
  // On a new hub the engine is still installing the kinds.
  await eventually(
    'the hub knows MemberClusters',
    () => applyYaml(hub, members.map(memberYaml).join('\n---\n')),
    { timeoutMs: 60_000 },
  );
  await Promise.all(
    members.map(({ name }) =>
      eventually(
        `member ${name} has joined`,
        async () => expectCondition(await read(hub, paths.member(name)), 'Joined', 'True'),
        {
          timeoutMs: 60_000,
        },
      ),
    ),
  );
}

/** Throws with all conditions unless the one asked for has this status (and reason). */
export function expectCondition(
  object: { readonly status?: { readonly conditions?: readonly LiveCondition[] } },
  type: string,
  status: string,
  reason?: string,
): LiveCondition {
  const conditions = object.status?.conditions ?? [];
  const found = conditions.find(condition => condition.type === type);
  if (found?.status === status && (reason === undefined || found.reason === reason)) return found;
  throw new Error(
    `want ${type} ${status} ${reason ?? ''}, have ${JSON.stringify(object.status, undefined, 1)}`,
  );
}

export const waitForCondition = (
  plane: FleetCluster,
  path: string,
  want: { readonly type: string; readonly status: string; readonly reason?: string },
  options?: EventuallyOptions,
) =>
  eventually(
    `${path} has ${want.type} ${want.status} ${want.reason ?? ''}`,
    async () => {
      const object = await read(plane, path);
      expectCondition(object, want.type, want.status, want.reason);
      return object;
    },
    { timeoutMs: 60_000, ...options },
  );

export const waitForRun = (hub: FleetCluster, run: string, options?: EventuallyOptions) =>
  waitForCondition(
    hub,
    paths.run(run),
    { type: 'Succeeded', status: 'True', reason: 'UpdateRunSucceeded' },
    options,
  );

/**
 * Makes one `kubectl apply` of several objects one snapshot on any machine: a loaded one of two cores takes longer from
 * object to object than the 250 ms that the engine waits for more.
 */
export const ONE_SNAPSHOT_PER_APPLY = { capture: { debounceMs: 1_000 } } as const;

/** A namespace with one Deployment and one ConfigMap, as the journeys place them. */
export function workloadYaml(
  namespace: string,
  { image = 'registry.example/web:v1', replicas = 1 } = {},
): string {
  return `
apiVersion: v1
kind: Namespace
metadata:
  name: ${namespace}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: ${namespace}
data:
  image: ${image}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: ${namespace}
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: ${image}
`;
}
