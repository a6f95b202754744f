import type { FieldError, ObjectMeta, ResourceType } from '../contracts';

const OWNED = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

type Kept = readonly (keyof ObjectMeta)[];

/** What metadata of built-in kinds a status does not change; they do it each in its own way. */
const KEPT: Readonly<Record<string, Kept>> = {
  'apps/deployments': ['labels'],
  '/pods': ['ownerReferences'],
  'networking.k8s.io/servicecidrs': OWNED,
  'resource.k8s.io/resourceclaims': OWNED,
  'storage.k8s.io/volumeattachments': OWNED,
  'admissionregistration.k8s.io/validatingadmissionpolicies': OWNED,
  'flowcontrol.apiserver.k8s.io/flowschemas': OWNED,
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': OWNED,
};

const NOTHING: Kept = [];

type Named = Pick<ResourceType, 'group' | 'plural'>;

export const keptByStatus = ({ group, plural }: Named): Kept => KEPT[`${group}/${plural}`] ?? NOTHING;

/** The metadata of an object of a built-in kind whose status is written. */
export function metadataBesideStatus(type: Named, next: ObjectMeta, live: ObjectMeta): ObjectMeta {
  const kept = keptByStatus(type);
  if (kept.length === 0) return next;
  return { ...next, ...Object.fromEntries(kept.map(field => [field, live[field]])) };
}

/** The status of a custom resource is judged by itself: texts name its fields from there. */
export const asOfStatus = (errors: readonly FieldError[]): readonly FieldError[] =>
  errors.map(error => {
    const { field, message } = error;
    if (!field.startsWith('status')) return error;
    return {
      ...error,
      message: message.replace(`${field} in body`, `${field.replace(/^status\.?/, '')} in body`),
    };
  });
