import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { toBase64 } from './toBase64';

const MASK = '***';

/** The object as it is, or a Secret whose values cannot be read any more; its keys stay (RUL 40). */
export function maskSecret(manifest: KubeObject): KubeObject {
  if (manifest.kind !== 'Secret' || manifest.apiVersion !== 'v1') return manifest;
  return {
    ...manifest,
    ...('data' in manifest ? { data: maskValues(manifest.data, toBase64(MASK)) } : {}),
    ...('stringData' in manifest ? { stringData: maskValues(manifest.stringData, MASK) } : {}),
  };
}

const maskValues = (values: unknown, mask: string) =>
  Object.fromEntries(Object.keys(values ?? {}).map(key => [key, mask]));
