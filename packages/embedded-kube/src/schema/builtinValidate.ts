/** What a real server refuses in built-in kinds beyond their metadata, which is the same for all. */
import type { FieldError, KubeObject } from '../contracts';
import type { BuiltinTypeRow } from './builtinDocument';
import { structIn, type Draft } from './builtinDraft';
import * as core from './builtinValidateCore';
import { podSpecErrors } from './builtinValidatePod';
import * as workloads from './builtinValidateWorkloads';
import { invalidError } from './fieldErrors';

const checks: Readonly<Record<string, workloads.Check>> = {
  ClusterRole: core.roleErrors,
  ClusterRoleBinding: core.bindingErrors,
  ConfigMap: core.configMapErrors,
  CronJob: workloads.cronJobErrors,
  DaemonSet: workloads.daemonSetErrors,
  Deployment: workloads.deploymentErrors,
  HorizontalPodAutoscaler: workloads.autoscalerErrors,
  Ingress: core.ingressErrors,
  Job: workloads.jobErrors,
  Lease: core.leaseErrors,
  PersistentVolumeClaim: core.claimErrors,
  Pod: (next, previous) => [
    ...podSpecErrors(structIn(next, 'spec'), 'spec'),
    ...core.podChangeErrors(next, previous),
  ],
  PodDisruptionBudget: workloads.budgetErrors,
  PriorityClass: core.priorityClassErrors,
  ReplicaSet: workloads.replicaSetErrors,
  Role: core.roleErrors,
  RoleBinding: core.bindingErrors,
  Secret: core.secretErrors,
  Service: core.serviceErrors,
  StatefulSet: workloads.statefulSetErrors,
  StorageClass: core.storageClassErrors,
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
  const check = checks[row.kind];
  const own = check?.(next as unknown as Draft, previous as unknown as Draft | undefined) ?? [];
  return [...finalizerErrors(next), ...own];
}
