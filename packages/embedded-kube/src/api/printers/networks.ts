import type { KubeObject } from '../../contracts';
import { age } from './humanDuration';
import { NONE } from './parts';
import { columns, type Printer } from './Printer';

const created = ({ metadata }: KubeObject, now: number) => age(metadata.creationTimestamp, now);
const UNSET = '<unset>';
const MOST_SHOWN = 3;

/** The first few, and how many more there are. */
function showSome(texts: readonly string[], empty: string): string {
  if (texts.length === 0) return empty;
  const shown = texts.slice(0, MOST_SHOWN).join(',');
  return texts.length > MOST_SHOWN ? `${shown} + ${texts.length - MOST_SHOWN} more...` : shown;
}

const hostPort = (ip: string, port: number) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`);

interface Endpoints extends KubeObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip: string }[];
    readonly ports?: readonly { readonly port: number }[];
  }[];
}

const endpoints: Printer = {
  columns: columns('Name', 'Endpoints', 'Age'),
  cells(object, now) {
    const { metadata, subsets = [] } = object as Endpoints;
    const reached = subsets.flatMap(({ addresses = [], ports = [] }) =>
      ports.length === 0
        ? addresses.map(({ ip }) => ip)
        : ports.flatMap(({ port }) => addresses.map(({ ip }) => hostPort(ip, port))),
    );
    return [metadata.name, showSome(reached, NONE), created(object, now)];
  },
};

interface EndpointSlice extends KubeObject {
  readonly addressType?: string;
  readonly endpoints?: readonly { readonly addresses?: readonly string[] }[];
  readonly ports?: readonly { readonly name?: string; readonly port?: number }[];
}

const endpointSlice: Printer = {
  columns: columns('Name', 'AddressType', 'Ports', 'Endpoints', 'Age'),
  cells(object, now) {
    const slice = object as EndpointSlice;
    const ports = (slice.ports ?? []).map(({ name, port }) => String(port ?? (name || '*')));
    const addresses = (slice.endpoints ?? []).flatMap(each => each.addresses ?? []);
    return [
      ...[object.metadata.name, slice.addressType ?? '', showSome(ports, UNSET)],
      ...[showSome(addresses, UNSET), created(object, now)],
    ];
  },
};

interface IngressClass extends KubeObject {
  readonly spec?: {
    readonly controller?: string;
    readonly parameters?: { readonly apiGroup?: string; readonly kind: string; readonly name: string };
  };
}

const ingressClass: Printer = {
  columns: columns('Name', 'Controller', 'Parameters', 'Age'),
  cells(object, now) {
    const { metadata, spec } = object as IngressClass;
    const { apiGroup, kind, name } = spec?.parameters ?? { kind: '', name: '' };
    const parameters = spec?.parameters ? `${[kind, apiGroup].filter(Boolean).join('.')}/${name}` : NONE;
    return [metadata.name, spec?.controller ?? '', parameters, created(object, now)];
  },
};

interface Parent {
  readonly group?: string;
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

function showParent({ group = '', resource = '', namespace = '', name = '' }: Parent): string {
  return [group === '' ? resource : `${resource}.${group}`, namespace, name].filter(Boolean).join('/');
}

const ipAddress: Printer = {
  columns: columns('Name', 'ParentRef'),
  cells(object) {
    const { parentRef } = (object.spec ?? {}) as { readonly parentRef?: Parent };
    return [object.metadata.name, parentRef ? showParent(parentRef) : NONE];
  },
};

const serviceCidr: Printer = {
  columns: columns('Name', 'CIDRs', 'Age'),
  cells(object, now) {
    const { cidrs = [] } = (object.spec ?? {}) as { readonly cidrs?: readonly string[] };
    return [object.metadata.name, cidrs.join(','), created(object, now)];
  },
};

export const networkPrinters: Readonly<Record<string, Printer>> = {
  '/Endpoints': endpoints,
  'discovery.k8s.io/EndpointSlice': endpointSlice,
  'networking.k8s.io/IngressClass': ingressClass,
  'networking.k8s.io/IPAddress': ipAddress,
  'networking.k8s.io/ServiceCIDR': serviceCidr,
};
