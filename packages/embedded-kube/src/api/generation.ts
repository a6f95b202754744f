import type { KubeObject, ResourceType } from '../contracts';
import { isDeepEqual } from '../schema/jsonValues';
import { compact } from './compact';
import type { ObjectPlace } from './request';

/** Built-in kinds that count changes of the desired state; the others have no generation. */
const COUNTED = new Set([
  '/pods',
  '/replicationcontrollers',
  'apps/deployments',
  'apps/replicasets',
  'apps/statefulsets',
  'apps/daemonsets',
  'batch/jobs',
  'batch/cronjobs',
  'policy/poddisruptionbudgets',
  'networking.k8s.io/networkpolicies',
  'networking.k8s.io/ingresses',
  'scheduling.k8s.io/priorityclasses',
  'apiextensions.k8s.io/customresourcedefinitions',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
]);

export const hasGeneration = ({ isCustom, group, plural }: ResourceType) =>
  isCustom || COUNTED.has(`${group}/${plural}`);

/** The generation of what replaces `live`: one more where anything but metadata and status differs. */
export function nextGeneration(type: ResourceType, next: KubeObject, live: KubeObject): number | undefined {
  if (!hasGeneration(type)) return live.metadata.generation;
  const hasStatus = type.subresources.includes('status');
  const isSame = isDeepEqual(desiredOf(next, hasStatus), desiredOf(live, hasStatus));
  return (live.metadata.generation ?? 0) + (isSame ? 0 : 1);
}

/** A Deployment counts changes of its annotations, too: its controller reads some. */
const COUNTS_ANNOTATIONS = 'apps/deployments';

/** The same for a write of a client, whichever subresource it goes through. */
export function countedGeneration(
  { type, subresource }: ObjectPlace,
  next: KubeObject,
  live: KubeObject,
): number | undefined {
  const generation = nextGeneration(type, next, live);
  if (type.storageKey !== COUNTS_ANNOTATIONS || subresource !== undefined) return generation;
  const isCounted = generation !== live.metadata.generation;
  const isSame = isDeepEqual(next.metadata.annotations ?? {}, live.metadata.annotations ?? {});
  return isCounted || isSame ? generation : (generation ?? 0) + 1;
}

function desiredOf(object: KubeObject, hasStatus: boolean): object {
  const { metadata: _metadata, status, ...desired } = object;
  return hasStatus ? desired : compact({ ...desired, status });
}
