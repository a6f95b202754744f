import { isJsonObject, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { envelopeOf } from '../work/unpackEnvelope';
import { toBase64 } from './toBase64';

const MASK = '***';

/** What stands for a value; `isBase64` where the field holds base64. */
export type Mask = (value: unknown, isBase64: boolean) => unknown;

/** The object as it is, or with values of Secrets that cannot be read any more; their keys stay (RUL 40). */
export const maskSecret = (manifest: KubeObject): KubeObject =>
  replaceSecrets(manifest, (_, isBase64) => (isBase64 ? toBase64(MASK) : MASK));

/** Every value of a Secret goes through `mask`, also of one that an envelope holds. */
export function replaceSecrets(manifest: KubeObject, mask: Mask): KubeObject {
  if (isSecret(manifest)) {
    return {
      ...manifest,
      ...('data' in manifest ? { data: mapValues(manifest.data, value => mask(value, true)) } : {}),
      ...('stringData' in manifest
        ? { stringData: mapValues(manifest.stringData, value => mask(value, false)) }
        : {}),
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

const isSecret = ({ apiVersion, kind }: KubeObject) => kind === 'Secret' && apiVersion === 'v1';

/** YAML or JSON of a Secret, unparsed: one that only looks like it is masked, too. */
const tellsOfSecret = (entry: unknown) => /\bkind["']?\s*:\s*["']?Secret\b/.test(String(entry));

const mapValues = (values: unknown, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [key, map(value)]));
