import { failure, ok, type Result } from './result';

/** What names a placement on its hub; only a ResourcePlacement has a namespace. */
export interface PlacementName {
  readonly namespace?: string;
  readonly name: string;
}

export type PlacementKind = 'ClusterResourcePlacement' | 'ResourcePlacement';

/**
 * One text for both kinds of placement (A/PL-069); neither a namespace nor a name holds a slash.
 *
 *     { name: 'web' } → web        { namespace: 'shop', name: 'web' } → shop/web
 */
export const toPlacementKey = ({ namespace, name }: PlacementName): string =>
  namespace ? `${namespace}/${name}` : name;

/** The way back; more than one slash, or nothing beside it, is an error. */
export function parsePlacementKey(key: string): Result<PlacementName> {
  const parts = key.split('/');
  if (parts.length > 2 || parts.includes(''))
    return failure(`placement key ${JSON.stringify(key)} is neither "name" nor "namespace/name"`);
  const [first, second] = parts;
  return ok(second === undefined ? { name: first } : { namespace: first, name: second });
}

/** Of a key as `toPlacementKey` writes it. */
export const placementKindOf = (key: string): PlacementKind =>
  key.includes('/') ? 'ResourcePlacement' : 'ClusterResourcePlacement';
