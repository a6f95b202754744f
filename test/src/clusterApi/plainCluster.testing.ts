import type { KubeObject } from '@fleetstage/kube-client';

const ref = (apiGroup: string, kind: string, name: string) => ({ apiGroup, kind, name });
const INFRASTRUCTURE = 'infrastructure.cluster.x-k8s.io';
const CONTROL_PLANE = 'controlplane.cluster.x-k8s.io';
const BOOTSTRAP = 'bootstrap.cluster.x-k8s.io';

/** The objects of a cluster without a class, of one control plane and one pool of one node (D/CAPI-034). */
export function plainCluster({
  name,
  namespace,
  version,
}: {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
}): readonly KubeObject[] {
  const metadata = { name, namespace };
  const machine = ref(INFRASTRUCTURE, 'DevMachineTemplate', 'in-memory');
  const criSocket = { nodeRegistration: { criSocket: 'unix:///run/containerd/containerd.sock' } };
  return [
    {
      apiVersion: `${INFRASTRUCTURE}/v1beta2`,
      kind: 'DevCluster',
      // The in-memory backend writes into its annotations and fails where there are none.
      metadata: { ...metadata, annotations: { 'example.com/made-by': 'test' } },
      spec: { backend: { inMemory: {} } },
    },
    {
      apiVersion: `${CONTROL_PLANE}/v1beta2`,
      kind: 'KubeadmControlPlane',
      metadata,
      spec: {
        replicas: 1,
        version,
        machineTemplate: { spec: { infrastructureRef: machine } },
        kubeadmConfigSpec: { initConfiguration: criSocket, joinConfiguration: criSocket },
      },
    },
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'MachineDeployment',
      metadata: { ...metadata, labels: { 'cluster.x-k8s.io/cluster-name': name } },
      spec: {
        clusterName: name,
        replicas: 1,
        selector: { matchLabels: {} },
        template: {
          spec: {
            clusterName: name,
            version,
            bootstrap: { configRef: ref(BOOTSTRAP, 'KubeadmConfigTemplate', 'in-memory') },
            infrastructureRef: machine,
          },
        },
      },
    },
    {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Cluster',
      metadata,
      spec: {
        clusterNetwork: {
          pods: { cidrBlocks: ['192.168.0.0/16'] },
          services: { cidrBlocks: ['10.128.0.0/12'] },
        },
        infrastructureRef: ref(INFRASTRUCTURE, 'DevCluster', name),
        controlPlaneRef: ref(CONTROL_PLANE, 'KubeadmControlPlane', name),
      },
    },
  ];
}
