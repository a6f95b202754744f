import {
  kindOf,
  type KubeObject,
  type ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { toIdentifier } from './identifier';
import { PRIVILEGED_ADVICE } from './privilegedKinds';

export type ExclusionReason =
  | 'BeingDeleted'
  | 'MadeByController'
  | 'MadeForNamespace'
  | 'MadeForService'
  | 'PrivilegedKind'
  | 'ServiceAccountToken';

/** An object that a selector means and that is left out all the same (A/SEL-030…039). */
export interface ExcludedObject extends ResourceIdentifier {
  readonly reason: ExclusionReason;
  /** One sentence. */
  readonly message: string;
}

/**
 * Why an object of the hub is never placed: controllers of the hub made it for the hub, or it is being deleted
 * (A/SEL-030…039). `undefined` where it is placed. `hasService` says whether a Service of that name is there.
 */
export function findExclusion(
  object: KubeObject,
  hasService: (namespace: string, name: string) => boolean,
): ExclusionReason | undefined {
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return 'BeingDeleted';
  const { group, version, kind } = kindOf(object);
  const when = (isSo: boolean, reason: ExclusionReason) => (isSo ? reason : undefined);
  switch (`${group}/${version}/${kind}`) {
    case 'apps/v1/ReplicaSet':
    case 'apps/v1/ControllerRevision':
      return when((metadata.ownerReferences ?? []).length > 0, 'MadeByController');
    case '/v1/ConfigMap':
      return when(metadata.name === 'kube-root-ca.crt', 'MadeForNamespace');
    case '/v1/ServiceAccount':
      return when(metadata.name === 'default', 'MadeForNamespace');
    case '/v1/Secret':
      return when(object.type === 'kubernetes.io/service-account-token', 'ServiceAccountToken');
    case '/v1/Endpoints':
      return when(hasService(metadata.namespace ?? '', metadata.name), 'MadeForService');
    case 'discovery.k8s.io/v1/EndpointSlice':
      return when(
        metadata.labels?.['endpointslice.kubernetes.io/managed-by'] !== undefined,
        'MadeForService',
      );
    default:
      return undefined;
  }
}

export const toExcluded = (object: KubeObject, reason: ExclusionReason): ExcludedObject => ({
  ...toIdentifier(object),
  reason,
  message: explain(object, reason),
});

function explain({ kind, metadata }: KubeObject, reason: ExclusionReason): string {
  switch (reason) {
    case 'BeingDeleted':
      return 'It is being deleted on the hub';
    case 'MadeByController': {
      const [owner] = metadata.ownerReferences ?? [];
      return `Made by a controller of the hub for ${owner?.kind} ${owner?.name}; a member's own controller makes one there`;
    }
    case 'MadeForNamespace':
      return `Every cluster makes a ${kind} ${metadata.name} in each namespace by itself`;
    case 'MadeForService':
      return `Made by a controller of the hub for a Service; it names addresses of the hub`;
    case 'PrivilegedKind':
      return `A ${kind} can give rights on a member and is not placed by default: ${PRIVILEGED_ADVICE}`;
    default:
      return 'A token of the hub, which no other cluster accepts';
  }
}
