import type { KubeObject } from '../contracts';
import { hash32 } from './hash';
import { toTime } from './objects';
import { hostAddress } from './play';

export interface NodeSizes {
  readonly min: number;
  readonly max: number;
  readonly sizes: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly capacity: Readonly<Record<string, string>>;
    readonly allocatable: Readonly<Record<string, string>>;
  }[];
}

/** The nodes of one member; how many and how large follows from its name, so it is the same after each start. */
export function renderNodes(cluster: string, { min, max, sizes }: NodeSizes, now: number): KubeObject[] {
  const draw = hash32(cluster);
  const size = sizes[(draw >>> 4) % sizes.length];
  const count = min + (draw % (max - min + 1));
  return Array.from({ length: count }, (_, index) => {
    const name = `${cluster}-node-${index + 1}`;
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        labels: {
          ...size.labels,
          'beta.kubernetes.io/arch': 'amd64',
          'beta.kubernetes.io/os': 'linux',
          'kubernetes.io/arch': 'amd64',
          'kubernetes.io/hostname': name,
          'kubernetes.io/os': 'linux',
          'topology.kubernetes.io/zone': `zone-${index + 1}`,
        },
      },
      spec: { providerID: `simulated://${cluster}/${name}` },
      status: {
        addresses: [
          { type: 'InternalIP', address: hostAddress(name) },
          { type: 'Hostname', address: name },
        ],
        capacity: size.capacity,
        allocatable: size.allocatable,
        conditions: CONDITIONS.map(condition => ({
          ...condition,
          lastHeartbeatTime: toTime(now),
          lastTransitionTime: toTime(now),
        })),
        nodeInfo: NODE_INFO,
      },
    };
  });
}

const CONDITIONS = [
  {
    type: 'MemoryPressure',
    status: 'False',
    reason: 'KubeletHasSufficientMemory',
    message: 'kubelet has sufficient memory available',
  },
  {
    type: 'DiskPressure',
    status: 'False',
    reason: 'KubeletHasNoDiskPressure',
    message: 'kubelet has no disk pressure',
  },
  {
    type: 'PIDPressure',
    status: 'False',
    reason: 'KubeletHasSufficientPID',
    message: 'kubelet has sufficient PID available',
  },
  { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
] as const;

const NODE_INFO = {
  architecture: 'amd64',
  bootID: '',
  containerRuntimeVersion: 'simulated',
  kernelVersion: '',
  kubeProxyVersion: '',
  kubeletVersion: 'v1.36.3',
  machineID: '',
  operatingSystem: 'linux',
  osImage: 'simulated',
  systemUUID: '',
};
