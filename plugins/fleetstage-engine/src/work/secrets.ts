import {
  isJsonObject,
  parseApiVersion,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';

type Kinded = Pick<KubeObject, 'apiVersion' | 'kind'>;

/** API servers read `/v1`, which the author of an envelope may write, as `v1`. */
const isCore = ({ apiVersion }: Kinded) => parseApiVersion(String(apiVersion)).group === '';

/** Of the core group, in any version and spelling. */
export const isSecret = (object: Kinded) => object.kind === 'Secret' && isCore(object);

/** A Secret, or a list that may hold some: items of a typed list do not say what they are. */
export const holdsSecrets = (object: KubeObject): boolean =>
  isSecret(object) || isSecretList(object) || itemsOf(object).some(holdsSecrets);

export const isSecretList = (object: Kinded) => object.kind === 'SecretList' && isCore(object);

/** Of a list; others have none. */
export function itemsOf({ kind, items }: KubeObject): readonly KubeObject[] {
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [];
  return items.filter(isJsonObject) as unknown as KubeObject[];
}
