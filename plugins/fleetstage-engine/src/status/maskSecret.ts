import {
  annotationKeys,
  isJsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { envelopeOf } from '../work/unpackEnvelope';
import { toBase64 } from './toBase64';

const MASK = '***';

/** What stands for a value; `isBase64` where the field holds base64. */
export type Mask = (value: unknown, isBase64: boolean) => unknown;

/** The object as it is, or with values of Secrets that cannot be read any more; their keys stay (RUL 40). */
export const maskSecret = (manifest: KubeObject): KubeObject =>
  replaceSecrets(manifest, (_, isBase64) => (isBase64 ? toBase64(MASK) : MASK));

/** Annotations in which the whole object is noted: an envelope keeps what its author copied from a cluster. */
const NOTES: readonly string[] = [annotationKeys.kubectlLastApplied, annotationKeys.lastApplied];

/** Every value of a Secret goes through `mask`, also of one that an envelope holds. */
export function replaceSecrets(manifest: KubeObject, mask: Mask): KubeObject {
  if (isSecret(manifest)) {
    return {
      ...manifest,
      ...('data' in manifest ? { data: mapValues(manifest.data, value => mask(value, true)) } : {}),
      ...('stringData' in manifest
        ? { stringData: mapValues(manifest.stringData, value => mask(value, false)) }
        : {}),
      ...replaceNotes(manifest, mask),
    };
  }
  const envelope = envelopeOf(manifest);
  if (envelope === undefined || !isJsonObject(manifest.data)) return manifest;
  const data = mapValues(manifest.data, entry => {
    if (envelope.type === 'ConfigMap') return tellsOfSecret(entry) ? mask(entry, false) : entry;
    return isJsonObject(entry) ? replaceSecrets(entry as unknown as KubeObject, mask) : entry;
  });
  return { ...manifest, data };
}

function replaceNotes({ metadata }: KubeObject, mask: Mask): Partial<KubeObject> {
  const { annotations } = metadata ?? {};
  if (!isJsonObject(annotations) || !NOTES.some(note => note in annotations)) return {};
  const replaced = Object.entries(annotations).map(([key, value]) => [
    key,
    NOTES.includes(key) ? mask(value, false) : value,
  ]);
  return { metadata: { ...metadata, annotations: Object.fromEntries(replaced) } };
}

const isSecret = ({ apiVersion, kind }: KubeObject) => kind === 'Secret' && apiVersion === 'v1';

/** YAML or JSON of a Secret, unparsed: one that only looks like it is masked, too. */
const tellsOfSecret = (entry: unknown) => /\bkind["']?\s*:\s*["']?Secret\b/.test(String(entry));

const mapValues = (values: unknown, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, map(value)]));
