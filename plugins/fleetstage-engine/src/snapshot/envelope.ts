import {
  annotationKeys,
  PLACEMENT_GROUP,
  type EnvelopeIdentifier,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { SelectionRules } from './kindRules';

/** Whether an object is replaced by the objects it holds: both envelope kinds, and the annotated ConfigMap (A/SEL-070, RUL 12). */
export function envelopeOf({ apiVersion, kind, metadata }: KubeObject): EnvelopeIdentifier | undefined {
  const { name, namespace } = metadata ?? { name: '' };
  const at = { name, ...(namespace ? { namespace } : {}) };
  const isOurs = apiVersion?.startsWith(`${PLACEMENT_GROUP}/`);
  if (isOurs && kind === 'ClusterResourceEnvelope') return { name, type: kind };
  if (isOurs && kind === 'ResourceEnvelope') return { ...at, type: kind };
  const isConfigMap = apiVersion === 'v1' && kind === 'ConfigMap';
  return isConfigMap && metadata?.annotations?.[annotationKeys.envelopeConfigMap] === 'true'
    ? { ...at, type: kind }
    : undefined;
}

/** An annotated ConfigMap that is placed as it is, since the configuration does not honour the annotation (RUL 54). */
export const isClosedEnvelope = (object: KubeObject, { configMapEnvelopes = false }: SelectionRules) =>
  !configMapEnvelopes && envelopeOf(object)?.type === 'ConfigMap';
