import { isJsonObject, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** `v1` Secret. */
export const isSecret = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>) =>
  kind === 'Secret' && apiVersion === 'v1';

/** A Secret, or a list that may hold some: items of a typed list do not say what they are. */
export const holdsSecrets = (object: KubeObject): boolean =>
  isSecret(object) || isSecretList(object) || itemsOf(object).some(holdsSecrets);

/** `v1` SecretList. */
export const isSecretList = ({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>) =>
  kind === 'SecretList' && apiVersion === 'v1';

/** Of a list; others have none. */
export function itemsOf({ kind, items }: KubeObject): readonly KubeObject[] {
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [];
  return items.filter(isJsonObject) as unknown as KubeObject[];
}
