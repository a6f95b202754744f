import type { KubeObject, ResourceType } from '../contracts';
import { isDeepEqual } from '../schema/jsonValues';
import { compact } from './compact';

/** Built-in kinds that count changes of what is wished for; the others have no generation. */
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
  const isSame = isDeepEqual(wishOf(next, hasStatus), wishOf(live, hasStatus));
  return (live.metadata.generation ?? 0) + (isSame ? 0 : 1);
}

function wishOf(object: KubeObject, hasStatus: boolean): object {
  const { metadata: _metadata, status, ...wish } = object;
  return hasStatus ? wish : compact({ ...wish, status });
}
