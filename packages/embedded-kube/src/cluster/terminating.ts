import type { KubeObject, ResourceType } from '../contracts';
import { toTime } from '../text';

/** The definition waits until its objects are gone. */
export const DEFINITION_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

interface Condition {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What else shows that a namespace or a definition is about to go. */
export function toCompleteDeletion(type: ResourceType, object: KubeObject, now: Date): KubeObject {
  const kind = `${type.group}/${type.plural}`;
  if (kind === '/namespaces') return { ...object, status: { ...statusOf(object), phase: 'Terminating' } };
  if (kind !== 'apiextensions.k8s.io/customresourcedefinitions') return object;
  const finalizers = [...(object.metadata.finalizers ?? []), DEFINITION_CLEANUP];
  const terminating = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: toTime(now),
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  return {
    ...object,
    metadata: { ...object.metadata, finalizers: [...new Set(finalizers)] },
    status: { ...statusOf(object), conditions: withCondition(conditionsOf(object), terminating) },
  };
}

export const statusOf = ({ status }: KubeObject) => (status ?? {}) as Readonly<Record<string, unknown>>;

export function conditionsOf(object: KubeObject): readonly Condition[] {
  const { conditions } = statusOf(object);
  return Array.isArray(conditions) ? conditions : [];
}

export function withCondition(conditions: readonly Condition[], next: Condition): Condition[] {
  const isKnown = conditions.some(({ type }) => type === next.type);
  return isKnown ? conditions.map(each => (each.type === next.type ? next : each)) : [...conditions, next];
}
