import type { Controller } from './decision';
import { decideBudget } from './controllers/decideBudget';
import { decideClaim } from './controllers/decideClaim';
import { decideDaemonSet } from './controllers/decideDaemonSet';
import { decideJob } from './controllers/decideJob';
import { decideNamespace } from './controllers/decideNamespace';
import { decidePod } from './controllers/decidePod';
import { decideReplicaSet } from './controllers/decideReplicaSet';
import { decideStatefulSet } from './controllers/decideStatefulSet';
import { decideDeployment } from './deployment/decideDeployment';
import { stagePlayer } from './play';
import type { Stage } from './stage';

/** A kind that the simulation reads or writes, and where the server keeps it. */
export interface SimulatedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** Whom `managedFields` name as the writer. */
  readonly manager: 'kube-controller-manager' | 'kubelet';
  /** Also on clusters that run nothing. */
  readonly isOnHub?: boolean;
  /** Absent: it is written, and nobody acts on it. */
  readonly controller?: Controller;
}

export function simulatedKinds(
  stages: ReadonlyMap<string, readonly Stage[]>,
  caPem: string,
): readonly SimulatedKind[] {
  const played = (kind: string) => stagePlayer(stages.get(kind) ?? []);
  const core = { group: '', version: 'v1' } as const;
  const apps = { group: 'apps', version: 'v1', manager: 'kube-controller-manager' } as const;
  const manager = 'kube-controller-manager';
  return [
    { ...apps, kind: 'Deployment', plural: 'deployments', controller: decideDeployment },
    { ...apps, kind: 'ReplicaSet', plural: 'replicasets', controller: decideReplicaSet },
    { ...apps, kind: 'StatefulSet', plural: 'statefulsets', controller: decideStatefulSet },
    { ...apps, kind: 'DaemonSet', plural: 'daemonsets', controller: decideDaemonSet },
    { ...apps, kind: 'ControllerRevision', plural: 'controllerrevisions' },
    { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', manager, controller: decideJob },
    {
      group: 'policy',
      version: 'v1',
      kind: 'PodDisruptionBudget',
      plural: 'poddisruptionbudgets',
      manager,
      controller: decideBudget,
    },
    { ...core, kind: 'Pod', plural: 'pods', manager: 'kubelet', controller: decidePod(played('v1/Pod')) },
    { ...core, kind: 'Service', plural: 'services', manager, controller: played('v1/Service') },
    { ...core, kind: 'Event', plural: 'events', manager, controller: played('v1/Event') },
    {
      ...core,
      kind: 'PersistentVolumeClaim',
      plural: 'persistentvolumeclaims',
      manager,
      controller: decideClaim,
    },
    { ...core, kind: 'PersistentVolume', plural: 'persistentvolumes', manager },
    { ...core, kind: 'Node', plural: 'nodes', manager: 'kubelet' },
    {
      ...core,
      kind: 'Namespace',
      plural: 'namespaces',
      manager,
      isOnHub: true,
      controller: decideNamespace(caPem),
    },
    { ...core, kind: 'ServiceAccount', plural: 'serviceaccounts', manager },
    { ...core, kind: 'ConfigMap', plural: 'configmaps', manager },
  ];
}
