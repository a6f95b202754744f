import {
  canonicalJson,
  failure,
  isJsonObject,
  kindOf,
  ok,
  type EnvelopeIdentifier,
  type KubeObject,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { envelopeOf, isClosedEnvelope } from '../snapshot/envelope';
import { isDisabledKind } from '../snapshot/isSelectable';
import { isPrivilegedKind, PRIVILEGED_ADVICE } from '../snapshot/privilegedKinds';
import type { SelectionRules } from '../snapshot/kindRules';

/** Reads the text of an entry of a ConfigMap; throws where it is no document. */
export type ParseText = (text: string) => unknown;

export interface Enveloped {
  readonly envelope: EnvelopeIdentifier;
  /** Ordered by their JSON text, descending (A/SEL-073). */
  readonly manifests: readonly KubeObject[];
  /** Ordered by key; the others are placed (RUL 50). */
  readonly refused: readonly RefusedEntry[];
}

/** An entry that is no object (then there is no `object`), or one that this envelope must not bring. */
export interface RefusedEntry {
  readonly key: string;
  readonly object?: KubeObject;
  /** One sentence with the fix, which names the entry and the envelope. */
  readonly message: string;
}

/** What a closed envelope names, as far as it can be read. */
export function namedByClosedEnvelope(object: KubeObject, parseText: ParseText): readonly KubeObject[] {
  const envelope = envelopeOf(object);
  if (envelope === undefined || !isJsonObject(object.data)) return [];
  return Object.values(object.data)
    .map(entry => readEntry(entry, envelope, parseText))
    .flatMap(read => (read.ok ? [read.value] : []));
}

/**
 * The objects of an envelope, and its entries that are refused (A/SEL-072, RUL 50). `undefined`: the object is no
 * envelope, or a closed one.
 *
 *   ClusterResourceEnvelope → objects without a namespace
 *   ResourceEnvelope        → objects of the envelope's own namespace
 *   annotated ConfigMap     → both, one YAML or JSON document per key
 *
 * Kinds that selectors pass over are no contents of an envelope either. `rules`: those of the configuration.
 */
export function unpackEnvelope(
  object: KubeObject,
  parseText: ParseText,
  rules: SelectionRules = {},
): Enveloped | undefined {
  const envelope = envelopeOf(object);
  if (envelope === undefined || isClosedEnvelope(object, rules)) return undefined;
  const data = isJsonObject(object.data) ? object.data : {};
  const manifests: KubeObject[] = [];
  const refused: RefusedEntry[] = [];
  for (const key of Object.keys(data).sort(compareText)) {
    const where = `entry ${key} of ${describeEnvelope(envelope)}`;
    const read = readEntry(data[key], envelope, parseText);
    if (!read.ok) {
      refused.push({ key, message: `${where} ${read.error}` });
      continue;
    }
    const refusal = explainDisabled(read.value, rules) ?? explainMisplaced(read.value, envelope);
    if (refusal === undefined) manifests.push(read.value);
    else refused.push({ key, object: read.value, message: `${where} ${refusal}` });
  }
  const texts = new Map(manifests.map(manifest => [manifest, canonicalJson(manifest)]));
  const textOf = (manifest: KubeObject) => texts.get(manifest) ?? '';
  return { envelope, manifests: manifests.sort((a, b) => compareText(textOf(b), textOf(a))), refused };
}

/** `ResourceEnvelope web/side-effects`, for messages. */
export const describeEnvelope = ({ type, namespace, name }: EnvelopeIdentifier) =>
  `${type} ${namespace ? `${namespace}/` : ''}${name}`;

function readEntry(entry: unknown, { type }: EnvelopeIdentifier, parseText: ParseText): Result<KubeObject> {
  let value = entry;
  if (type === 'ConfigMap') {
    try {
      value = parseText(String(entry));
    } catch {
      return failure('is neither YAML nor JSON of one object; write one object per key');
    }
  }
  const isObject =
    isJsonObject(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    isJsonObject(value.metadata);
  return isObject
    ? ok(value as unknown as KubeObject)
    : failure('is no Kubernetes object; give it apiVersion, kind and metadata');
}

function explainDisabled(object: KubeObject, rules: SelectionRules): string | undefined {
  const { kind, metadata } = object;
  const head = `is ${kind} ${metadata.name}, of a kind that is`;
  if (isDisabledKind(kindOf(object), rules)) return `${head} never placed; take it out of the envelope`;
  return isPrivilegedKind(kindOf(object), rules)
    ? `${head} not placed by default; take it out of the envelope, or ${PRIVILEGED_ADVICE}`
    : undefined;
}

/**
 * Who may write in a namespace places in that namespace. A ConfigMap also brings cluster-scoped objects (RUL 50): whether
 * it does anything is a setting, and privileged kinds are asked for (RUL 54, decision 0026).
 */
function explainMisplaced({ kind, metadata }: KubeObject, envelope: EnvelopeIdentifier): string | undefined {
  const { namespace } = metadata;
  const { type } = envelope;
  if (type === 'ClusterResourceEnvelope')
    return namespace
      ? `is ${kind} ${namespace}/${metadata.name}, and a ClusterResourceEnvelope holds cluster-scoped objects only; move it into a ResourceEnvelope in namespace ${namespace}`
      : undefined;
  if (!namespace && type === 'ConfigMap') return undefined;
  if (!namespace)
    return `is ${kind} ${metadata.name} without a namespace, and a ${type} holds objects of its own namespace only; set namespace ${envelope.namespace}, or move it into a ClusterResourceEnvelope`;
  return namespace === envelope.namespace
    ? undefined
    : `is in namespace ${namespace}, and a ${type} holds objects of its own namespace ${envelope.namespace} only; move it into one in namespace ${namespace}`;
}
