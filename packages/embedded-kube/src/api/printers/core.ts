import type { KubeObject } from '../../contracts';
import { columns, type Printer } from './Printer';
import { age } from './humanDuration';
import { NONE, showAddresses, showLabels, type Condition, type LoadBalancerStatus } from './parts';
import { podPrinter } from './pods';

const created = ({ metadata }: KubeObject, now: number) => age(metadata.creationTimestamp, now);
const sizeOf = (data: unknown) => (typeof data === 'object' && data !== null ? Object.keys(data).length : 0);

interface ServicePort {
  readonly port: number;
  readonly nodePort?: number;
  readonly protocol?: string;
}

interface Service extends KubeObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIPs?: readonly string[];
    readonly externalIPs?: readonly string[];
    readonly externalName?: string;
    readonly ports?: readonly ServicePort[];
    readonly selector?: Readonly<Record<string, string>>;
  };
  readonly status?: { readonly loadBalancer?: LoadBalancerStatus };
}

function externalAddress({ spec, status }: Service): string {
  const external = spec?.externalIPs ?? [];
  switch (spec?.type) {
    case 'ClusterIP':
    case 'NodePort':
      return external.join(',') || NONE;
    case 'LoadBalancer':
      return [showAddresses(status?.loadBalancer), ...external].filter(Boolean).join(',') || '<pending>';
    case 'ExternalName':
      return spec.externalName ?? '';
    default:
      return '<unknown>';
  }
}

const showPort = ({ port, nodePort, protocol = 'TCP' }: ServicePort) =>
  nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`;

const service: Printer = {
  columns: columns('Name', 'Type', 'Cluster-IP', 'External-IP', 'Port(s)', 'Age', 'Selector*'),
  cells(object, now) {
    const item = object as Service;
    const { type = '', clusterIPs, ports = [], selector } = item.spec ?? {};
    return [
      ...[object.metadata.name, type, clusterIPs?.[0] ?? NONE, externalAddress(item)],
      ...[ports.map(showPort).join(',') || NONE, created(object, now), showLabels(selector)],
    ];
  },
};

const namespace: Printer = {
  columns: columns('Name', 'Status', 'Age'),
  cells(object, now) {
    const { status } = object as KubeObject & { readonly status?: { readonly phase?: string } };
    return [object.metadata.name, status?.phase ?? '', created(object, now)];
  },
};

const configMap: Printer = {
  columns: columns('Name', 'Data', 'Age'),
  cells: (object, now) => [
    object.metadata.name,
    sizeOf(object.data) + sizeOf(object.binaryData),
    created(object, now),
  ],
};

const secret: Printer = {
  columns: columns('Name', 'Type', 'Data', 'Age'),
  cells: (object, now) => [
    object.metadata.name,
    object.type ?? '',
    sizeOf(object.data),
    created(object, now),
  ],
};

const serviceAccount: Printer = {
  columns: columns('Name', 'Age'),
  cells: (object, now) => [object.metadata.name, created(object, now)],
};

interface Node extends KubeObject {
  readonly spec?: { readonly unschedulable?: boolean };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly nodeInfo?: Readonly<Record<string, string>>;
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  };
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function nodeStatus({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const known = ready?.status === 'True' ? 'Ready' : 'NotReady';
  const shown = ready ? known : 'Unknown';
  return spec?.unschedulable ? `${shown},SchedulingDisabled` : shown;
}

function nodeRoles({ metadata }: Node): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return key.slice(ROLE_PREFIX.length) || [];
    return key === 'kubernetes.io/role' && value ? value : [];
  });
  return [...new Set(roles)].sort().join(',') || NONE;
}

const node: Printer = {
  columns: columns(
    ...[
      'Name',
      'Status',
      'Roles',
      'Age',
      'Version',
      'Internal-IP*',
      'External-IP*',
      'OS-Image*',
      'Kernel-Version*',
    ],
    'Container-Runtime*',
  ),
  cells(object, now) {
    const item = object as Node;
    const info = item.status?.nodeInfo ?? {};
    const address = (type: string) =>
      item.status?.addresses?.find(entry => entry.type === type)?.address ?? NONE;
    const kernel = info.kernelVersion || '<unknown>';
    return [
      ...[
        object.metadata.name,
        nodeStatus(item),
        nodeRoles(item),
        created(object, now),
        info.kubeletVersion ?? '',
      ],
      ...[address('InternalIP'), address('ExternalIP'), info.osImage || '<unknown>'],
      ...[
        info.architecture ? `${kernel} (${info.architecture})` : kernel,
        info.containerRuntimeVersion || '<unknown>',
      ],
    ];
  },
};

export const corePrinters: Readonly<Record<string, Printer>> = {
  '/Pod': podPrinter,
  '/Service': service,
  '/Namespace': namespace,
  '/ConfigMap': configMap,
  '/Secret': secret,
  '/ServiceAccount': serviceAccount,
  '/Node': node,
};
