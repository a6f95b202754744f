import type { KubeObject, LabelSelector, OwnerReference } from '../contracts';

/** The fields of the built-in kinds that the simulation reads; the API server has validated and defaulted them. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly lastUpdateTime?: string;
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
  readonly containers: readonly { readonly name: string; readonly image: string }[];
  readonly volumes?: readonly KubeVolume[];
  readonly [field: string]: unknown;
}

export interface KubeVolume {
  readonly name: string;
  readonly [source: string]: unknown;
}

export interface PodTemplate {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: PodSpec;
}

export interface Pod extends KubeObject {
  readonly spec: PodSpec;
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] };
}

export interface Node extends KubeObject {
  readonly spec?: {
    readonly unschedulable?: boolean;
    readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  };
}

type Bound = number | string;

export interface Deployment extends KubeObject {
  readonly spec: {
    readonly replicas: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplate;
    readonly paused?: boolean;
    readonly minReadySeconds?: number;
    readonly progressDeadlineSeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly strategy: {
      readonly type: string;
      readonly rollingUpdate?: { readonly maxSurge?: Bound; readonly maxUnavailable?: Bound };
    };
  };
  readonly status?: { readonly conditions?: readonly Condition[]; readonly [field: string]: unknown };
}

export interface ReplicaCounts {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly observedGeneration?: number;
}

export interface ReplicaSet extends KubeObject {
  readonly spec: {
    readonly replicas: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplate;
    readonly minReadySeconds?: number;
  };
  readonly status?: ReplicaCounts;
}

export interface StatefulSet extends KubeObject {
  readonly spec: {
    readonly replicas: number;
    readonly selector: LabelSelector;
    readonly template: PodTemplate;
    readonly serviceName?: string;
    readonly podManagementPolicy?: string;
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly partition?: number };
    };
    readonly volumeClaimTemplates?: readonly KubeObject[];
  };
  readonly status?: { readonly currentRevision?: string; readonly updateRevision?: string };
}

export interface DaemonSet extends KubeObject {
  readonly spec: {
    readonly selector: LabelSelector;
    readonly template: PodTemplate;
    readonly minReadySeconds?: number;
    readonly revisionHistoryLimit?: number;
    readonly updateStrategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable?: Bound };
    };
  };
}

export interface Job extends KubeObject {
  readonly spec: {
    readonly parallelism?: number;
    readonly completions?: number;
    readonly suspend?: boolean;
    readonly template: PodTemplate;
  };
  readonly status?: {
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly conditions?: readonly Condition[];
    readonly [field: string]: unknown;
  };
}

export interface DisruptionBudget extends KubeObject {
  readonly spec: {
    readonly minAvailable?: Bound;
    readonly maxUnavailable?: Bound;
    readonly selector?: LabelSelector;
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

export interface Claim extends KubeObject {
  readonly spec: {
    readonly volumeName?: string;
    readonly storageClassName?: string;
    readonly accessModes?: readonly string[];
    readonly volumeMode?: string;
    readonly resources?: { readonly requests?: { readonly storage?: string } };
  };
  readonly status?: { readonly phase?: string };
}

export const replicasOf = ({ spec }: { readonly spec: { readonly replicas?: number } }): number =>
  spec.replicas ?? 1;

export const isLeaving = ({ metadata }: KubeObject) => metadata.deletionTimestamp !== undefined;

export const generationOf = ({ metadata }: KubeObject): number => metadata.generation ?? 1;

/** Whole seconds, as Kubernetes writes times. */
export const toTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(owner => owner.controller);

export const controlledBy = ({ apiVersion, kind, metadata }: KubeObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
});

export function isSelected(
  selector: LabelSelector | undefined,
  labels: Readonly<Record<string, string>> = {},
): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      switch (operator) {
        case 'In':
          return key in labels && values.includes(labels[key]);
        case 'NotIn':
          return !(key in labels) || !values.includes(labels[key]);
        case 'Exists':
          return key in labels;
        default:
          return !(key in labels);
      }
    })
  );
}

/** A count or a percentage of `total`: `25%` of 3 is 1 rounded up and 0 rounded down. */
export function scaledBound(
  bound: Bound | undefined,
  total: number,
  rounding: 'up' | 'down',
  fallback: Bound,
): number {
  const value = bound ?? fallback;
  if (typeof value === 'number') return value;
  const share = (Number.parseInt(value, 10) * total) / 100;
  return rounding === 'up' ? Math.ceil(share) : Math.floor(share);
}
