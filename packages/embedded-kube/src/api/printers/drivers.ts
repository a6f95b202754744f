import type { KubeObject } from '../../contracts';
import { age } from './humanDuration';
import { NONE } from './parts';
import { columns, type Column, type Printer } from './Printer';

const created = ({ metadata }: KubeObject, now: number) => age(metadata.creationTimestamp, now);

interface Driver extends KubeObject {
  readonly spec?: {
    readonly attachRequired?: boolean;
    readonly podInfoOnMount?: boolean;
    readonly storageCapacity?: boolean;
    readonly requiresRepublish?: boolean;
    readonly tokenRequests?: readonly { readonly audience: string }[];
    readonly volumeLifecycleModes?: readonly string[];
  };
}

const driver: Printer = {
  columns: columns(
    ...['Name', 'AttachRequired:boolean', 'PodInfoOnMount:boolean', 'StorageCapacity:boolean'],
    ...['TokenRequests', 'RequiresRepublish:boolean', 'Modes', 'Age'],
  ),
  cells(object, now) {
    const { spec = {} } = object as Driver;
    const tokens = spec.tokenRequests?.map(({ audience }) => audience).join(',') ?? '<unset>';
    const modes = (spec.volumeLifecycleModes ?? []).join(',');
    return [
      ...[object.metadata.name, spec.attachRequired ?? true, spec.podInfoOnMount ?? false],
      ...[spec.storageCapacity ?? false, tokens, spec.requiresRepublish ?? false],
      ...[modes === '' ? NONE : modes, created(object, now)],
    ];
  },
};

const node: Printer = {
  columns: columns('Name', 'Drivers:integer', 'Age'),
  cells(object, now) {
    const { drivers } = (object.spec ?? {}) as { readonly drivers?: readonly unknown[] };
    return [object.metadata.name, drivers?.length ?? 0, created(object, now)];
  },
};

interface Attachment extends KubeObject {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
  readonly status?: { readonly attached?: boolean };
}

/** Its driver is shown as a name, too. */
const withNames = (all: readonly Column[]) =>
  all.map(column => (column.name === 'Attacher' ? { ...column, format: 'name' } : column));

const attachment: Printer = {
  columns: withNames(columns('Name', 'Attacher', 'PV', 'Node', 'Attached:boolean', 'Age')),
  cells(object, now) {
    const { spec = {}, status } = object as Attachment;
    return [
      ...[object.metadata.name, spec.attacher ?? '', spec.source?.persistentVolumeName ?? ''],
      ...[spec.nodeName ?? '', status?.attached ?? false, created(object, now)],
    ];
  },
};

const attributesClass: Printer = {
  columns: columns('Name', 'DriverName', 'Age'),
  cells: (object, now) => [object.metadata.name, object.driverName ?? '', created(object, now)],
};

export const driverPrinters: Readonly<Record<string, Printer>> = {
  'storage.k8s.io/CSIDriver': driver,
  'storage.k8s.io/CSINode': node,
  'storage.k8s.io/VolumeAttachment': attachment,
  'storage.k8s.io/VolumeAttributesClass': attributesClass,
};
