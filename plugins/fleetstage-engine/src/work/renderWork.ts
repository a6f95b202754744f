import {
  annotationKeys,
  contentHash,
  findSegmentFault,
  isJsonObject,
  kindOf,
  ok,
  placementKindOf,
  without,
  workName,
  type EnvelopeIdentifier,
  type KubeObject,
  type OwnerReference,
  type Result,
  PLACEMENT_GROUP,
  STORAGE_VERSION,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isClosedEnvelope } from '../snapshot/envelope';
import type { SelectionRules } from '../snapshot/kindRules';
import {
  describeEnvelope,
  namedByClosedEnvelope,
  unpackEnvelope,
  type Enveloped,
  type ParseText,
} from './unpackEnvelope';
import type { OverrideFailure, OverrideObject } from './overrideOption';
import { waveOf } from './waves';

/** Group, version, kind, namespace and name: what an object is called on any cluster. */
export interface ManifestIdentity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The envelope that holds it; no part of what it is called. */
  readonly envelope?: EnvelopeIdentifier;
}

/** Why a manifest cannot even be tried (B/WA-020…023). */
export interface ManifestFault {
  readonly reason: 'DecodingErred' | 'FoundGenerateName' | 'Duplicated' | 'FleetstageEntryRefused';
  readonly message: string;
}

/** One object for one cluster, ready to be applied. */
export interface Manifest extends ManifestIdentity {
  /** Position in the work. */
  readonly ordinal: number;
  /** Without what a server owns, with the hash as annotation; the owner reference comes with the step. */
  readonly object: KubeObject;
  /** Hex SHA-256 of everything that is applied (B/WA-041). */
  readonly hash: string;
  readonly wave: number;
  readonly fault?: ManifestFault;
  /** Owners that it came with: an entry of an envelope may have some, objects of the hub have lost theirs (B/WA-071). */
  readonly namedOwners?: readonly OwnerReference[];
}

/** What one placement puts on one cluster. */
export interface Work {
  /** Also the name of the AppliedWork on the member (B/WG-031, WA-010). */
  readonly name: string;
  /** In the order of the snapshot, with the objects of an envelope in its place. */
  readonly manifests: readonly Manifest[];
  /**
   * Contents of envelopes that are closed, and entries that are refused: where the cluster holds one already it stays as
   * it is, so that a change of the configuration takes nothing off a member.
   */
  readonly kept?: readonly ManifestIdentity[];
  /** An entry cannot be read, so nothing that is held can be known to be wanted no more: all of it stays. */
  readonly keepsAll?: true;
  /** Why nothing of it may be written: an object is where it must not be, or cannot be overridden (B/OV-072). */
  readonly problem?: string;
  /** The problem is that of an override (B/WG-064). */
  readonly isOverrideFailure?: true;
}

/** Annotations that are about another copy of the object (B/WA-070). */
const FOREIGN_ANNOTATIONS: readonly string[] = [
  annotationKeys.specHash,
  annotationKeys.lastApplied,
  annotationKeys.kubectlLastApplied,
  'deployment.kubernetes.io/revision',
];
const SERVER_METADATA: readonly string[] = [
  'ownerReferences',
  'managedFields',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generation',
  'resourceVersion',
  'selfLink',
  'uid',
];

export interface RenderOptions {
  /** Reads entries of ConfigMaps; by default JSON. */
  readonly parseText?: ParseText;
  /** Kinds that the configuration keeps out, also of envelopes. */
  readonly rules?: SelectionRules;
  /** Sees each object that is applied, those of envelopes one by one (B/OV-071); absent: nothing is overridden. */
  readonly override?: OverrideObject;
}

interface Rendered {
  readonly object: KubeObject;
  readonly envelope?: EnvelopeIdentifier;
  readonly fault?: ManifestFault;
}

/**
 * Turns the manifests of a snapshot into the work of one cluster. Of an envelope its objects are applied, itself is not
 * (A/SEL-072, RUL 12). A ResourcePlacement has objects of its own namespace only (A/SEL-019).
 */
export function renderWork(
  placement: string,
  manifests: readonly KubeObject[],
  { parseText = JSON.parse, rules = {}, override }: RenderOptions = {},
): Work {
  const name = workName(placement);
  const unpack = (object: KubeObject) => unpackEnvelope(object, parseText, rules);
  const unpacked = manifests.map(object => ({ object, content: unpack(object) }));
  const wanted = unpacked
    .flatMap(({ object, content }) => (content === undefined ? [{ object }] : renderEntries(content)))
    .map(rendered => refuseStray(placement, rendered));
  const overridden = overrideAll(wanted, override);
  if (!overridden.ok) {
    const { kind, message } = overridden.error;
    return { name, manifests: [], problem: message, ...(kind === 'failed' && { isOverrideFailure: true }) };
  }
  const objects = overridden.value;
  const problem = explainStray(placement, objects);
  if (problem !== undefined) return { name, manifests: [], problem };
  const kept = [
    ...manifests
      .filter(object => isClosedEnvelope(object, rules))
      .flatMap(object => namedByClosedEnvelope(object, parseText)),
    ...objects.flatMap(({ object, fault }) => (fault ? [object] : [])),
  ].map(toManifestIdentity);
  const keepsAll = unpacked.some(({ content }) =>
    content?.refused.some(({ object }) => object === undefined),
  );
  return {
    name,
    ...(kept.length > 0 && { kept }),
    ...(keepsAll && { keepsAll }),
    manifests: renderAll(objects),
  };
}

/** A Work of the hub, whose manifests are applied as they are: the hub has unpacked envelopes and overridden objects. */
export const renderPlainWork = (name: string, manifests: readonly KubeObject[]): Work => ({
  name,
  manifests: renderAll(manifests.map(object => ({ object }))),
});

/** What is refused is not applied, so there is nothing to override. The first failure is that of the work (B/OV-072). */
function overrideAll(
  wanted: readonly Rendered[],
  override: OverrideObject | undefined,
): Result<readonly Rendered[], OverrideFailure> {
  if (override === undefined) return ok(wanted);
  const objects: Rendered[] = [];
  for (const rendered of wanted) {
    const result = rendered.fault === undefined ? override(rendered.object) : ok(rendered.object);
    if (!result.ok) return result;
    if (result.value !== undefined) objects.push({ ...rendered, object: result.value });
  }
  return ok(objects);
}

function renderAll(objects: readonly Rendered[]): readonly Manifest[] {
  const seen = new Set<string>();
  return objects.map(({ object, envelope, fault: refusal }, ordinal) => {
    const manifest = { ...renderManifest(object, ordinal), ...(envelope && { envelope }) };
    const key = identityKey(manifest);
    const fault = refusal ?? manifest.fault ?? (seen.has(key) ? duplicated(manifest) : undefined);
    // What is refused takes nobody's place.
    if (refusal === undefined) seen.add(key);
    return fault ? { ...manifest, fault } : manifest;
  });
}

/** An entry that cannot be read goes by its key, as a part of its envelope. */
function renderEntries({ envelope, manifests, refused }: Enveloped): readonly Rendered[] {
  const { type, namespace } = envelope;
  const apiVersion = type === 'ConfigMap' ? 'v1' : `${PLACEMENT_GROUP}/${STORAGE_VERSION}`;
  const unread = (key: string): KubeObject => ({
    apiVersion,
    kind: type ?? 'ConfigMap',
    metadata: { name: key, ...(namespace && { namespace }) },
  });
  return [
    ...manifests.map(object => ({ object, envelope })),
    ...refused.map(({ key, object, message }) => ({
      object: object ?? unread(key),
      envelope,
      fault: {
        reason: object ? ('FleetstageEntryRefused' as const) : ('DecodingErred' as const),
        message,
      },
    })),
  ];
}

/** The same object, in whichever version of its kind. */
export const isSameObject = (a: ManifestIdentity, b: Partial<ManifestIdentity>) =>
  a.group === (b.group ?? '') &&
  a.kind === b.kind &&
  a.name === b.name &&
  (a.namespace ?? '') === (b.namespace ?? '');

/** `apps/v1/Deployment/web/app`: equal for the same object of the same version only (B/WA-023). */
export const identityKey = ({
  group,
  version,
  kind,
  namespace,
  name,
}: Omit<ManifestIdentity, 'version'> & { version?: string }) =>
  [group, version ?? '', kind, namespace ?? '', name].join('/');

/** `Deployment web/app`, for messages. */
export const describeManifest = ({
  kind,
  namespace,
  name,
}: Pick<ManifestIdentity, 'kind' | 'namespace' | 'name'>) =>
  `${kind} ${namespace ? `${namespace}/${name}` : name}`;

/**
 * The owner reference of everything that we apply (B/WA-012, RUL 35: `blockOwnerDeletion` false, so that no right to
 * change the AppliedWork's finalizers is needed).
 */
export const toOwnerReference = (appliedWork: {
  readonly name: string;
  readonly uid: string;
}): OwnerReference => ({
  apiVersion: `${PLACEMENT_GROUP}/${STORAGE_VERSION}`,
  kind: 'AppliedWork',
  name: appliedWork.name,
  uid: appliedWork.uid,
  blockOwnerDeletion: false,
});

/** What a ResourcePlacement places outside of its namespace, in one sentence with the fix. */
function explainStray(placement: string, objects: readonly Rendered[]): string | undefined {
  if (placementKindOf(placement) !== 'ResourcePlacement') return undefined;
  const [own] = placement.split('/');
  const stray = objects.find(({ object, fault }) => !fault && object.metadata?.namespace !== own);
  return stray && describeStray(placement, stray);
}

/** An entry of an envelope does not stop the others (RUL 50). */
function refuseStray(placement: string, rendered: Rendered): Rendered {
  if (rendered.envelope === undefined) return rendered;
  const message = explainStray(placement, [rendered]);
  return message === undefined
    ? rendered
    : { ...rendered, fault: { reason: 'FleetstageEntryRefused', message } };
}

function describeStray(placement: string, { object, envelope }: Rendered): string {
  const [own] = placement.split('/');
  const { name = '', namespace } = object.metadata ?? {};
  const what = describeManifest({ kind: object.kind ?? '', namespace, name });
  const from = envelope ? ` of ${describeEnvelope(envelope)}` : '';
  return `${what}${from} is not in namespace ${own}, and ResourcePlacement ${placement} places objects of that namespace only; place it with a ClusterResourcePlacement`;
}

export const toManifestIdentity = ({ apiVersion, kind, metadata }: KubeObject): ManifestIdentity => ({
  ...kindOf({ apiVersion, kind }),
  ...(metadata.namespace && { namespace: metadata.namespace }),
  name: metadata.name,
});

function renderManifest(object: KubeObject, ordinal: number): Manifest {
  const { group, version, kind } = kindOf({ apiVersion: object.apiVersion ?? '', kind: object.kind ?? '' });
  const clean = withoutServerFields(object);
  const hash = contentHash(clean);
  const { name, namespace } = toName(clean.metadata);
  const fault = findFault(object) ?? findNameFault({ group, version, name, namespace });
  const namedOwners = toOwners(object.metadata?.ownerReferences);
  return {
    ordinal,
    group,
    version,
    kind,
    ...(namespace ? { namespace } : {}),
    name,
    object: withAnnotation(clean, annotationKeys.specHash, hash),
    hash,
    wave: waveOf({ group, kind }),
    ...(fault ? { fault } : {}),
    ...(namedOwners.length > 0 && { namedOwners }),
  };
}

/** Whatever an author wrote there. */
const toOwners = (value: unknown): readonly OwnerReference[] =>
  (Array.isArray(value) ? value : []).map(entry => {
    const { apiVersion = '', kind = '', name = '', uid = '' } = isJsonObject(entry) ? entry : {};
    return {
      apiVersion: String(apiVersion),
      kind: String(kind),
      name: String(name),
      uid: String(uid),
    };
  });

function findFault(object: KubeObject): ManifestFault | undefined {
  if (!object.apiVersion || !object.kind || !isJsonObject(object.metadata)) {
    return { reason: 'DecodingErred', message: 'the manifest has no apiVersion, kind or metadata' };
  }
  if (object.metadata.name) return undefined;
  return 'generateName' in object.metadata
    ? {
        reason: 'FoundGenerateName',
        message: 'the manifest has a generateName; only objects with a name can be placed',
      }
    : { reason: 'DecodingErred', message: 'the manifest has no name' };
}

/** YAML makes a number of a text that reads as one. */
function toName({ name = '', namespace }: KubeObject['metadata']): { name: string; namespace?: string } {
  return { name: String(name), ...(namespace ? { namespace: String(namespace) } : {}) };
}

/** Of a name that would be another path on the cluster: nothing may be asked under it (RUL 50). */
function findNameFault(names: Readonly<Record<string, string | undefined>>): ManifestFault | undefined {
  for (const [what, value] of Object.entries(names)) {
    if (value === undefined || (what === 'group' && value === '')) continue;
    const fault = findSegmentFault(value);
    if (fault !== undefined)
      return {
        reason: 'DecodingErred',
        message: `the ${what} "${value}" ${fault}; correct it in the manifest`,
      };
  }
  return undefined;
}

const duplicated = (manifest: Manifest): ManifestFault => ({
  reason: 'Duplicated',
  message: `${describeManifest(manifest)} is in the work twice; the first one is applied`,
});

function withoutServerFields(object: KubeObject): KubeObject {
  const { status: _, ...rest } = object;
  const metadata = without(object.metadata ?? { name: '' }, SERVER_METADATA);
  const annotations = without(metadata.annotations ?? {}, FOREIGN_ANNOTATIONS);
  const { annotations: __, ...others } = metadata;
  return {
    ...rest,
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: Object.keys(annotations).length > 0 ? { ...others, annotations } : others,
  };
}

const withAnnotation = (object: KubeObject, key: string, value: string): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [key]: value } },
});
