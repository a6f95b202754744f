import type { KubeObject, ObjectMeta, ResourceType } from '../contracts';
import { toTime } from '../text';

/** The definition waits until its objects are gone. */
export const DEFINITION_CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';

export interface Condition {
  readonly type: string;
  readonly lastTransitionTime?: string;
  readonly [field: string]: unknown;
}

/** What else shows that a namespace or a definition is about to go. */
export function toCompleteDeletion(type: ResourceType, object: KubeObject, now: Date): KubeObject {
  const kind = `${type.group}/${type.plural}`;
  if (kind === '/namespaces') {
    return {
      ...object,
      metadata: withoutMarks(object),
      status: { ...statusOf(object), phase: 'Terminating' },
    };
  }
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
    metadata: { ...withoutMarks(object), finalizers: [...new Set(finalizers)] },
    status: { ...statusOf(object), conditions: withCondition(conditionsOf(object), terminating) },
  };
}

/** A real server marks these in its own way, which counts no generation and gives no grace. */
function withoutMarks({ metadata }: KubeObject): ObjectMeta {
  const { deletionGracePeriodSeconds: _grace, generation, ...rest } = metadata;
  return generation === undefined ? rest : { ...rest, generation: generation - 1 };
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
