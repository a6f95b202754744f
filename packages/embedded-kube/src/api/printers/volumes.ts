import type { KubeObject } from '../../contracts';
import { columns, type Printer } from './Printer';
import { age } from './humanDuration';

const created = ({ metadata }: KubeObject, now: number) => age(metadata.creationTimestamp, now);

const MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

interface VolumeSpec {
  readonly accessModes?: readonly string[];
  readonly capacity?: { readonly storage?: string };
  readonly claimRef?: { readonly namespace?: string; readonly name?: string };
  readonly persistentVolumeReclaimPolicy?: string;
  readonly storageClassName?: string;
  readonly volumeAttributesClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
}

interface Volume extends KubeObject {
  readonly spec?: VolumeSpec;
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly accessModes?: readonly string[];
    readonly capacity?: { readonly storage?: string };
  };
}

const UNSET = '<unset>';
const showModes = (modes: readonly string[] = []) =>
  Object.keys(MODES)
    .filter(mode => modes.includes(mode))
    .map(mode => MODES[mode])
    .join(',');
const phaseOf = ({ metadata, status }: Volume) =>
  metadata.deletionTimestamp ? 'Terminating' : (status?.phase ?? '');

const claim: Printer = {
  columns: columns(
    ...[
      'Name',
      'Status',
      'Volume',
      'Capacity',
      'Access Modes',
      'StorageClass',
      'VolumeAttributesClass',
      'Age',
    ],
    'VolumeMode*',
  ),
  cells(object, now) {
    const volume = object as Volume;
    const { spec = {}, status } = volume;
    const isBound = Boolean(spec.volumeName);
    return [
      ...[
        object.metadata.name,
        phaseOf(volume),
        spec.volumeName ?? '',
        isBound ? (status?.capacity?.storage ?? '0') : '',
      ],
      ...[isBound ? showModes(status?.accessModes) : '', spec.storageClassName ?? ''],
      ...[spec.volumeAttributesClassName ?? UNSET, created(object, now), spec.volumeMode ?? UNSET],
    ];
  },
};

const persistentVolume: Printer = {
  columns: columns(
    ...['Name', 'Capacity', 'Access Modes', 'Reclaim Policy', 'Status', 'Claim', 'StorageClass'],
    ...['VolumeAttributesClass', 'Reason', 'Age', 'VolumeMode*'],
  ),
  cells(object, now) {
    const volume = object as Volume;
    const { spec = {}, status } = volume;
    const claimed = spec.claimRef ? `${spec.claimRef.namespace ?? ''}/${spec.claimRef.name ?? ''}` : '';
    return [
      ...[object.metadata.name, spec.capacity?.storage ?? '0', showModes(spec.accessModes)],
      ...[spec.persistentVolumeReclaimPolicy ?? '', phaseOf(volume), claimed, spec.storageClassName ?? ''],
      ...[
        spec.volumeAttributesClassName ?? UNSET,
        status?.reason ?? '',
        created(object, now),
        spec.volumeMode ?? UNSET,
      ],
    ];
  },
};

export const volumePrinters: Readonly<Record<string, Printer>> = {
  '/PersistentVolumeClaim': claim,
  '/PersistentVolume': persistentVolume,
};
