import type { KubeObject, LabelSelector } from '../../contracts';
import { columns, type Printer } from './Printer';
import { age } from './humanDuration';
import { NONE, showAddresses, showSelector, type LoadBalancerStatus } from './parts';

const created = ({ metadata }: KubeObject, now: number) => age(metadata.creationTimestamp, now);

interface Event extends KubeObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly note?: string;
  readonly count?: number;
  readonly deprecatedCount?: number;
  readonly eventTime?: string;
  readonly firstTimestamp?: string;
  readonly deprecatedFirstTimestamp?: string;
  readonly lastTimestamp?: string;
  readonly deprecatedLastTimestamp?: string;
  readonly series?: { readonly count?: number; readonly lastObservedTime?: string };
  readonly involvedObject?: EventTarget;
  readonly regarding?: EventTarget;
  readonly source?: EventSource;
  readonly deprecatedSource?: EventSource;
  readonly reportingComponent?: string;
  readonly reportingController?: string;
  readonly reportingInstance?: string;
}

interface EventTarget {
  readonly kind?: string;
  readonly name?: string;
  readonly fieldPath?: string;
}

interface EventSource {
  readonly component?: string;
  readonly host?: string;
}

function eventSource(event: Event): string {
  const source = event.source ?? event.deprecatedSource ?? {};
  const component = source.component || event.reportingComponent || event.reportingController || '';
  const host = source.host || event.reportingInstance || '';
  return host ? `${component}, ${host}` : component;
}

function eventTimes(event: Event, now: number) {
  const first = event.firstTimestamp ?? event.deprecatedFirstTimestamp ?? event.eventTime;
  const last =
    event.series?.lastObservedTime ?? event.lastTimestamp ?? event.deprecatedLastTimestamp ?? first;
  return { first: age(first, now), last: age(last, now) };
}

/** Events of both groups; the newer group names the same fields otherwise. */
const event: Printer = {
  columns: columns(
    ...[
      'Last Seen',
      'Type',
      'Reason',
      'Object',
      'Subobject*',
      'Source*',
      'Message',
      'First Seen*',
      'Count*',
      'Name*',
    ],
  ),
  cells(object, now) {
    const item = object as Event;
    const target = item.involvedObject ?? item.regarding ?? {};
    const { first, last } = eventTimes(item, now);
    const kind = (target.kind ?? '').toLowerCase();
    return [
      ...[last, item.type ?? '', item.reason ?? '', target.name ? `${kind}/${target.name}` : kind],
      ...[target.fieldPath ?? '', eventSource(item), (item.message ?? item.note ?? '').trim(), first],
      ...[item.series?.count ?? (item.count || item.deprecatedCount || 1), object.metadata.name],
    ];
  },
};

interface Ingress extends KubeObject {
  readonly spec?: {
    readonly ingressClassName?: string;
    readonly rules?: readonly { readonly host?: string }[];
    readonly tls?: readonly unknown[];
  };
  readonly status?: { readonly loadBalancer?: LoadBalancerStatus };
}

const MAX_HOSTS = 3;

function hosts(rules: readonly { readonly host?: string }[]): string {
  const named = rules.map(({ host }) => host ?? '').filter(Boolean);
  if (named.length === 0) return '*';
  const shown = named.slice(0, MAX_HOSTS).join(',');
  return named.length > MAX_HOSTS ? `${shown} + ${rules.length - MAX_HOSTS} more...` : shown;
}

const ingress: Printer = {
  columns: columns('Name', 'Class', 'Hosts', 'Address', 'Ports', 'Age'),
  cells(object, now) {
    const { metadata, spec, status } = object as Ingress;
    const ports = spec?.tls?.length ? '80, 443' : '80';
    return [
      ...[metadata.name, spec?.ingressClassName ?? NONE, hosts(spec?.rules ?? [])],
      ...[showAddresses(status?.loadBalancer), ports, created(object, now)],
    ];
  },
};

interface DisruptionBudget extends KubeObject {
  readonly spec?: { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string };
  readonly status?: { readonly disruptionsAllowed?: number };
}

const disruptionBudget: Printer = {
  columns: columns('Name', 'Min Available', 'Max Unavailable', 'Allowed Disruptions:integer', 'Age'),
  cells(object, now) {
    const { metadata, spec, status } = object as DisruptionBudget;
    const shown = (value: number | string | undefined) => (value === undefined ? 'N/A' : String(value));
    return [
      ...[
        metadata.name,
        shown(spec?.minAvailable),
        shown(spec?.maxUnavailable),
        status?.disruptionsAllowed ?? 0,
      ],
      created(object, now),
    ];
  },
};

const networkPolicy: Printer = {
  columns: columns('Name', 'Pod-Selector', 'Age'),
  cells(object, now) {
    const { spec } = object as KubeObject & { readonly spec?: { readonly podSelector?: LabelSelector } };
    return [object.metadata.name, showSelector(spec?.podSelector), created(object, now)];
  },
};

interface Binding extends KubeObject {
  readonly roleRef?: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly {
    readonly kind: string;
    readonly name: string;
    readonly namespace?: string;
  }[];
}

const roleBinding: Printer = {
  columns: columns('Name', 'Role', 'Age', 'Users*', 'Groups*', 'ServiceAccounts*'),
  cells(object, now) {
    const { metadata, roleRef, subjects = [] } = object as Binding;
    const named = (kind: string) => subjects.filter(subject => subject.kind === kind);
    const accounts = named('ServiceAccount').map(({ namespace, name }) =>
      namespace ? `${namespace}/${name}` : name,
    );
    return [
      ...[metadata.name, `${roleRef?.kind}/${roleRef?.name}`, created(object, now)],
      ...[
        ...['User', 'Group'].map(kind =>
          named(kind)
            .map(({ name }) => name)
            .join(', '),
        ),
        accounts.join(', '),
      ],
    ];
  },
};

const lease: Printer = {
  columns: columns('Name', 'Holder', 'Age'),
  cells(object, now) {
    const { spec } = object as KubeObject & { readonly spec?: { readonly holderIdentity?: string } };
    return [object.metadata.name, spec?.holderIdentity ?? '', created(object, now)];
  },
};

const priorityClass: Printer = {
  columns: columns('Name', 'Value:integer', 'Global-Default:boolean', 'Age', 'PreemptionPolicy'),
  cells: (object, now) => [
    ...[object.metadata.name, object.value ?? 0, object.globalDefault ?? false, created(object, now)],
    object.preemptionPolicy ?? '',
  ],
};

const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

const storageClass: Printer = {
  columns: columns(
    'Name',
    'Provisioner',
    'ReclaimPolicy',
    'VolumeBindingMode',
    'AllowVolumeExpansion',
    'Age',
  ),
  cells(object, now) {
    const { metadata, provisioner, reclaimPolicy, volumeBindingMode, allowVolumeExpansion } = object;
    const isDefault = metadata.annotations?.[DEFAULT_CLASS] === 'true';
    return [
      ...[
        isDefault ? `${metadata.name} (default)` : metadata.name,
        provisioner ?? '',
        reclaimPolicy ?? 'Delete',
      ],
      ...[volumeBindingMode ?? 'Immediate', allowVolumeExpansion ?? false, created(object, now)],
    ];
  },
};

export const otherPrinters: Readonly<Record<string, Printer>> = {
  '/Event': event,
  'events.k8s.io/Event': event,
  'networking.k8s.io/Ingress': ingress,
  'networking.k8s.io/NetworkPolicy': networkPolicy,
  'policy/PodDisruptionBudget': disruptionBudget,
  'rbac.authorization.k8s.io/RoleBinding': roleBinding,
  'rbac.authorization.k8s.io/ClusterRoleBinding': roleBinding,
  'coordination.k8s.io/Lease': lease,
  'scheduling.k8s.io/PriorityClass': priorityClass,
  'storage.k8s.io/StorageClass': storageClass,
};
