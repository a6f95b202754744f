import {
  annotationKeys,
  isJsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { envelopeOf } from '../snapshot/envelope';
import { isSecret, isSecretList, itemsOf } from '../work/secrets';
import { toBase64 } from './toBase64';

const MASK = '***';

/** What replaces a value; `isBase64` where the field holds base64. */
export type Mask = (value: unknown, isBase64: boolean) => unknown;

/** The object as it is, or with values of Secrets that cannot be read any more; their keys stay (RUL 40). */
export const maskSecret = (manifest: KubeObject): KubeObject =>
  replaceSecrets(manifest, (_, isBase64) => (isBase64 ? toBase64(MASK) : MASK));

/**
 * Whose annotations are shown. Tools note copies of an object on it, as JSON, YAML or packed, under keys of their own:
 * everything else on a Secret, or on an envelope that may hold one, may be such a copy.
 */
const isShown = (key: string) =>
  /^(kubernetes-fleet|fleetstage)\.io\//.test(key) && key !== annotationKeys.lastApplied;

/** Every value of a Secret goes through `mask`, also of a Secret in an envelope. */
export function replaceSecrets(manifest: KubeObject, mask: Mask): KubeObject {
  const items = itemsOf(manifest);
  if (items.length > 0) return { ...manifest, items: items.map(item => replaceItem(manifest, item, mask)) };
  if (isSecret(manifest)) {
    return {
      ...manifest,
      ...('data' in manifest ? { data: mapValues(manifest.data, value => mask(value, true)) } : {}),
      ...('stringData' in manifest
        ? { stringData: mapValues(manifest.stringData, value => mask(value, false)) }
        : {}),
      ...replaceAnnotations(manifest, mask),
    };
  }
  const envelope = envelopeOf(manifest);
  if (envelope === undefined) return manifest;
  const bare = { ...manifest, ...replaceAnnotations(manifest, mask) };
  if (!isJsonObject(manifest.data)) return bare;
  const data = mapValues(manifest.data, entry => {
    if (envelope.type === 'ConfigMap') return mayBeSecret(entry) ? mask(entry, false) : entry;
    return isJsonObject(entry) ? replaceSecrets(entry as unknown as KubeObject, mask) : entry;
  });
  return { ...bare, data };
}

/** Items of a typed list do not say that they are Secrets. */
const replaceItem = (list: KubeObject, item: KubeObject, mask: Mask) =>
  replaceSecrets(isSecretList(list) ? { ...item, apiVersion: 'v1', kind: 'Secret' } : item, mask);

function replaceAnnotations({ metadata }: KubeObject, mask: Mask): Partial<KubeObject> {
  const { annotations } = metadata ?? {};
  if (!isJsonObject(annotations)) return {};
  const replaced = Object.entries(annotations).map(([key, value]) => [
    key,
    isShown(key) ? value : mask(value, false),
  ]);
  return { metadata: { ...metadata, annotations: Object.fromEntries(replaced) } };
}

/** Unparsed YAML or JSON that may be a Secret: also text that only resembles one, or that has escapes. */
const mayBeSecret = (entry: unknown) => /\bSecret(List)?\b|\\/.test(String(entry));

const mapValues = (values: unknown, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, map(value)]));
