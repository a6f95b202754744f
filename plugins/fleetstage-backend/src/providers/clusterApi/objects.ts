import type { KubeObject } from '@fleetstage/kube-client';

/** The parts of Cluster API's objects that are read here, of v1beta2 and v1beta1 alike; all else passes untouched. */

export const CAPI_GROUP = 'cluster.x-k8s.io';
/** The newest first: what a management cluster serves of these is spoken. */
export const CAPI_VERSIONS = ['v1beta2', 'v1beta1'] as const;

export const CLUSTER_NAME_LABEL = `${CAPI_GROUP}/cluster-name`;
export const CONTROL_PLANE_LABEL = `${CAPI_GROUP}/control-plane`;
export const PAUSED_ANNOTATION = `${CAPI_GROUP}/paused`;
/** On a MachineDeployment, MachinePool: its entry in the topology. */
export const TOPOLOGY_POOL_LABELS = {
  machineDeployments: `topology.${CAPI_GROUP}/deployment-name`,
  machinePools: `topology.${CAPI_GROUP}/pool-name`,
} as const;
/** On a Machine: the object that it belongs to. */
export const OWNER_LABELS = {
  machineDeployments: `${CAPI_GROUP}/deployment-name`,
  machinePools: `${CAPI_GROUP}/pool-name`,
} as const;
/** Holds this entry of the topology and those behind it (D/CAPI-031). */
export const HOLD_ANNOTATION = `topology.${CAPI_GROUP}/hold-upgrade-sequence`;
/** Holds this entry alone (D/CAPI-032). */
export const DEFER_ANNOTATION = `topology.${CAPI_GROUP}/defer-upgrade`;
/** The value of holds that are ours to take off. */
export const OUR_HOLD = 'fleetstage';

/** The two lists of a topology, in the order in which they are upgraded. */
export const POOL_KINDS = ['machineDeployments', 'machinePools'] as const;
export type PoolKind = (typeof POOL_KINDS)[number];

export interface CapiCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly observedGeneration?: number;
}

export interface TopologyPool {
  readonly name: string;
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

export interface Topology {
  readonly version: string;
  readonly workers?: Readonly<Partial<Record<PoolKind, readonly TopologyPool[]>>>;
}

export interface CapiReplicas {
  readonly replicas?: number;
  readonly upToDateReplicas?: number;
  /** v1beta1. */
  readonly updatedReplicas?: number;
  readonly observedGeneration?: number;
  readonly version?: string;
  readonly versions?: readonly { readonly version: string; readonly replicas?: number }[];
  readonly conditions?: readonly CapiCondition[];
}

export interface CapiCluster extends KubeObject {
  readonly spec: {
    readonly paused?: boolean;
    readonly topology?: Topology;
    readonly controlPlaneRef?: {
      readonly apiGroup?: string;
      readonly apiVersion?: string;
      readonly kind: string;
      readonly name: string;
    };
  };
}

export interface CapiControlPlane extends KubeObject {
  readonly spec: { readonly version?: string; readonly replicas?: number };
}

export interface CapiPool extends KubeObject {
  readonly spec: {
    readonly replicas?: number;
    readonly template: { readonly spec: { readonly version?: string } };
  };
}

export interface CapiMachine extends KubeObject {
  readonly spec: { readonly version?: string };
}

/** All that an observation of one cluster is made of. */
export interface ClusterObjects {
  readonly cluster: CapiCluster;
  /** Absent while it is being made. */
  readonly controlPlane?: CapiControlPlane;
  readonly machineDeployments: readonly CapiPool[];
  readonly machinePools: readonly CapiPool[];
  /** All of the cluster, those that are being deleted among them. */
  readonly machines: readonly CapiMachine[];
}

/** The status as v1beta2 has it: v1beta1 keeps that below `v1beta2`, beside its own. */
export function statusOf(object: KubeObject): CapiReplicas {
  const { v1beta2, ...status } = (object.status ?? {}) as CapiReplicas & { readonly v1beta2?: CapiReplicas };
  return { ...status, ...v1beta2 };
}

export const conditionOf = (object: KubeObject, type: string) =>
  statusOf(object).conditions?.find(condition => condition.type === type);

export const isTrue = (object: KubeObject, type: string) => conditionOf(object, type)?.status === 'True';

/** Entries of the topology with where they are, in the order in which they are upgraded. */
export const entriesOf = ({ workers = {} }: Topology) =>
  POOL_KINDS.flatMap(kind =>
    (workers[kind] ?? []).map((entry, index) => ({
      kind,
      index,
      entry,
      isHeld: isHeld(workers[kind] ?? [], index),
    })),
  );

/** Whether the annotations of the topology keep this entry on its version. */
function isHeld(entries: readonly TopologyPool[], index: number): boolean {
  const isHolding = ({ metadata }: TopologyPool) => metadata?.annotations?.[HOLD_ANNOTATION] !== undefined;
  return (
    entries.slice(0, index + 1).some(isHolding) ||
    entries[index].metadata?.annotations?.[DEFER_ANNOTATION] !== undefined
  );
}
