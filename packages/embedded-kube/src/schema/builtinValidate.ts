/** What a real server refuses in built-in kinds beyond their metadata, which is the same for all. */
import type { FieldError, KubeObject } from '../contracts';
import type { BuiltinTypeRow } from './builtinDocument';
import { structIn, type Draft } from './builtinDraft';
import * as amounts from './builtinValidateAmounts';
import * as budgets from './builtinValidateBudgets';
import * as ofCluster from './builtinValidateCluster';
import * as core from './builtinValidateCore';
import { eventErrors } from './builtinValidateEvents';
import { ingressErrors, networkPolicyErrors } from './builtinValidateIngress';
import { imageErrors, podSpecErrors } from './builtinValidatePod';
import * as rbac from './builtinValidateRbac';
import * as jobs from './builtinValidateJobs';
import * as workloads from './builtinValidateWorkloads';
import { definitionErrors } from './crd';
import { invalidError } from './fieldErrors';
import { metadataPartErrors } from './validateMetadata';

const checks: Readonly<Record<string, workloads.Check>> = {
  ClusterRole: rbac.clusterRoleErrors,
  ClusterRoleBinding: rbac.clusterRoleBindingErrors,
  ConfigMap: core.configMapErrors,
  CronJob: jobs.cronJobErrors,
  CustomResourceDefinition: (next, previous) =>
    definitionErrors(next as unknown as KubeObject, previous as unknown as KubeObject | undefined),
  DaemonSet: workloads.daemonSetErrors,
  Deployment: workloads.deploymentErrors,
  Event: (next, previous) =>
    eventErrors(next as unknown as KubeObject, previous as unknown as KubeObject | undefined),
  EndpointSlice: ofCluster.endpointSliceErrors,
  Endpoints: ofCluster.endpointsErrors,
  HorizontalPodAutoscaler: budgets.autoscalerErrors,
  Ingress: ingressErrors,
  Job: jobs.jobErrors,
  Lease: core.leaseErrors,
  LimitRange: amounts.limitRangeErrors,
  Namespace: amounts.namespaceErrors,
  NetworkPolicy: networkPolicyErrors,
  Node: ofCluster.nodeErrors,
  PersistentVolume: ofCluster.volumeErrors,
  PersistentVolumeClaim: core.claimErrors,
  Pod: (next, previous) => [
    ...podSpecErrors(structIn(next, 'spec'), 'spec'),
    ...imageErrors(structIn(next, 'spec')),
    ...core.podChangeErrors(next, previous),
  ],
  PodDisruptionBudget: budgets.budgetErrors,
  PodTemplate: ofCluster.podTemplateErrors,
  PriorityClass: ofCluster.priorityClassErrors,
  ReplicaSet: workloads.replicaSetErrors,
  ReplicationController: ofCluster.replicationControllerErrors,
  ResourceQuota: amounts.quotaErrors,
  Role: rbac.roleErrors,
  RoleBinding: rbac.roleBindingErrors,
  Secret: core.secretErrors,
  Service: core.serviceErrors,
  StatefulSet: workloads.statefulSetErrors,
  StorageClass: ofCluster.storageClassErrors,
};

/** Kinds of which a change is judged first and then the whole object once more, metadata too. */
const judgedAnew: Readonly<Record<string, workloads.Check>> = {
  ConfigMap: core.configMapChangeErrors,
  Secret: core.secretChangeErrors,
};

const ownFinalizers = ['orphan', 'foregroundDeletion', 'kubernetes'];

/** Names of finalizers are qualified, except those of the server itself. */
function finalizerErrors({ metadata }: KubeObject): readonly FieldError[] {
  const rule = 'name is neither a standard finalizer name nor is it fully qualified';
  return (metadata.finalizers ?? []).flatMap((name, index) => {
    const isKnown = name.includes('/') || ownFinalizers.includes(name);
    return isKnown ? [] : [invalidError(`metadata.finalizers[${index}]`, name, rule)];
  });
}

export function validateBuiltin(
  row: BuiltinTypeRow,
  next: KubeObject,
  previous: KubeObject | undefined,
): readonly FieldError[] {
  const [after, before] = [next as unknown as Draft, previous as unknown as Draft | undefined];
  const own = checks[row.kind]?.(after, before) ?? [];
  const finalizers = finalizerErrors(next);
  const change = judgedAnew[row.kind];
  if (!change || !previous) return [...finalizers, ...own];
  return [
    ...finalizers,
    ...change(after, before),
    ...metadataPartErrors(next.metadata),
    ...finalizers,
    ...own,
  ];
}
