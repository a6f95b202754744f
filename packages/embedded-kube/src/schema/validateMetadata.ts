import type { FieldError, ObjectMeta, OwnerReference } from '../contracts';
import { forbiddenError, invalidError, requiredError, tooLongError } from './fieldErrors';
import { isDeepEqual } from './jsonValues';
import { explainDnsLabel, explainLabelValue, explainQualifiedName, explainSubdomain } from './names';

const MAX_ANNOTATIONS_BYTES = 256 * 1024;

export interface MetadataRules {
  readonly isNamespaced: boolean;
  /** What is wrong with a name; absent: it must be a DNS subdomain. */
  readonly explainName?: (name: string) => readonly string[];
}

function nameErrors(meta: ObjectMeta, path: string, explainName = explainSubdomain): readonly FieldError[] {
  if (meta.generateName) {
    const prefix = explainName(meta.generateName.replace(/-$/, 'a'));
    if (prefix.length > 0)
      return prefix.map(text => invalidError(`${path}.generateName`, meta.generateName, text));
  }
  if (!meta.name) return [requiredError(`${path}.name`, 'name or generateName is required')];
  return explainName(meta.name).map(text => invalidError(`${path}.name`, meta.name, text));
}

function namespaceErrors(meta: ObjectMeta, path: string, isNamespaced: boolean): readonly FieldError[] {
  const field = `${path}.namespace`;
  if (!isNamespaced) return meta.namespace ? [forbiddenError(field, 'not allowed on this type')] : [];
  if (!meta.namespace) return [requiredError(field)];
  return explainDnsLabel(meta.namespace).map(text => invalidError(field, meta.namespace, text));
}

export function validateLabels(
  labels: Readonly<Record<string, string>>,
  path: string,
): readonly FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...explainQualifiedName(key).map(text => invalidError(path, key, text)),
    ...explainLabelValue(value).map(text => invalidError(path, value, text)),
  ]);
}

function annotationErrors(
  annotations: Readonly<Record<string, string>>,
  path: string,
): readonly FieldError[] {
  const errors = Object.keys(annotations).flatMap(key =>
    explainQualifiedName(key.toLowerCase()).map(text => invalidError(path, key, text)),
  );
  const bytes = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value),
    0,
  );
  return bytes > MAX_ANNOTATIONS_BYTES ? [...errors, tooLongError(path, MAX_ANNOTATIONS_BYTES)] : errors;
}

function ownerErrors(owner: OwnerReference, path: string): readonly FieldError[] {
  const errors = [];
  const parts = (owner.apiVersion ?? '').split('/');
  const version = parts.length > 2 ? '' : (parts.at(-1) ?? '');
  if (!version)
    errors.push(invalidError(`${path}.apiVersion`, owner.apiVersion ?? '', 'version must not be empty'));
  for (const field of ['kind', 'name', 'uid'] as const) {
    if (!owner[field]) errors.push(invalidError(`${path}.${field}`, owner[field] ?? '', 'must not be empty'));
  }
  if (owner.apiVersion === 'v1' && owner.kind === 'Event')
    errors.push(invalidError(path, owner, '/v1, Kind=Event is disallowed from being an owner'));
  return errors;
}

/** As Go writes it, which is not by the alphabet. */
const inOrder = ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference) => ({
  apiVersion,
  kind,
  name,
  uid,
  controller,
  blockOwnerDeletion,
});

function ownersErrors(owners: readonly OwnerReference[], path: string): readonly FieldError[] {
  const errors = owners.flatMap(owner => ownerErrors(owner, path));
  const [first, ...others] = owners.filter(({ controller }) => controller === true);
  const shown = JSON.stringify(owners.map(inOrder));
  const more = others.map(other => ({
    reason: 'FieldValueInvalid',
    field: path,
    message: `Invalid value: ${shown}: Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${other.kind}/${other.name}`,
  }));
  return [...errors, ...more];
}

function finalizerErrors(finalizers: readonly string[], path: string): readonly FieldError[] {
  const errors = finalizers.flatMap(name =>
    explainQualifiedName(name).map(text => invalidError(path, name, text)),
  );
  const isBoth = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion');
  // The later one is named first.
  const order = finalizers.indexOf('orphan') < finalizers.indexOf('foregroundDeletion');
  const text = `finalizer ${order ? 'orphan and foregroundDeletion' : 'foregroundDeletion and orphan'} cannot be both set`;
  return isBoth ? [...errors, invalidError(path, finalizers, text)] : errors;
}

const MAX_MANAGER_BYTES = 128;

function managerErrors({ managedFields = [] }: ObjectMeta, path: string): readonly FieldError[] {
  return managedFields.flatMap(({ manager = '' }, index) =>
    manager.length > MAX_MANAGER_BYTES / 4 && Buffer.byteLength(manager) > MAX_MANAGER_BYTES
      ? [tooLongError(`${path}[${index}].manager`, MAX_MANAGER_BYTES)]
      : [],
  );
}

/** Labels, annotations, owners, finalizers and field managers. */
export const metadataPartErrors = (meta: ObjectMeta, path = 'metadata'): readonly FieldError[] => [
  ...validateLabels(meta.labels ?? {}, `${path}.labels`),
  ...annotationErrors(meta.annotations ?? {}, `${path}.annotations`),
  ...ownersErrors(meta.ownerReferences ?? [], `${path}.ownerReferences`),
  ...finalizerErrors(meta.finalizers ?? [], `${path}.finalizers`),
  ...managerErrors(meta, `${path}.managedFields`),
];

/** Names, labels, annotations, owners and finalizers of an object that is created. */
export function validateMetadata(
  meta: ObjectMeta,
  rules: MetadataRules,
  path = 'metadata',
): readonly FieldError[] {
  return [
    ...nameErrors(meta, path, rules.explainName),
    ...namespaceErrors(meta, path, rules.isNamespaced),
    ...metadataPartErrors(meta, path),
  ];
}

const IMMUTABLE = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

/** The same for an object that is changed; identity stays, and what is being deleted gets no new finalizers. */
export function validateMetadataUpdate(
  next: ObjectMeta,
  old: ObjectMeta,
  path = 'metadata',
): readonly FieldError[] {
  const known = new Set(old.finalizers);
  const added = (next.finalizers ?? []).filter(name => !known.has(name)).sort();
  const forbidden =
    old.deletionTimestamp && added.length > 0
      ? [
          forbiddenError(
            `${path}.finalizers`,
            `no new finalizers can be added if the object is being deleted, found new finalizers []string{${added.map(name => JSON.stringify(name)).join(', ')}}`,
          ),
        ]
      : [];
  const moved = IMMUTABLE.filter(field => !isDeepEqual(next[field], old[field])).map(field =>
    invalidError(`${path}.${field}`, next[field], 'field is immutable'),
  );
  const { labels, annotations, ownerReferences, finalizers } = next;
  const isSame =
    isDeepEqual(labels, old.labels) &&
    isDeepEqual(annotations, old.annotations) &&
    isDeepEqual(ownerReferences, old.ownerReferences) &&
    isDeepEqual(finalizers, old.finalizers) &&
    managerErrors(next, path).length === 0;
  const parts = isSame ? [] : metadataPartErrors(next, path);
  // A real server judges metadata once for itself and twice for the change, and reports it as often.
  const change = [...forbidden, ...moved, ...parts];
  return [...parts, ...change, ...change];
}
