import type { ApiError } from '../contracts';
import { conflict } from './errors';
import type { ObjectPlace } from './request';

/** Where a real server keeps a kind, when that is not under its plural. */
const FOLDERS: Readonly<Record<string, string>> = {
  '/endpoints': 'services/endpoints',
  '/nodes': 'minions',
  '/replicationcontrollers': 'controllers',
  '/services': 'services/specs',
  'networking.k8s.io/ingresses': 'ingress',
};

function keyOf({ type, namespace, name }: ObjectPlace): string {
  const { group, plural, isCustom } = type;
  const isQualified = isCustom || group === 'apiextensions.k8s.io' || group === 'apiregistration.k8s.io';
  const folder = FOLDERS[`${group}/${plural}`] ?? (isQualified ? `${group}/${plural}` : plural);
  return ['/registry', folder, ...(namespace === '' ? [] : [namespace]), name].join('/');
}

/** The write meant another object of that name. `found`: empty where there is none. */
export const uidMismatch = (place: ObjectPlace, wanted: string, found: string): ApiError =>
  conflict(
    place.type,
    place.name,
    `StorageError: invalid object, Code: 4, Key: ${keyOf(place)}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`,
  );
