import type { KubeObject } from '../contracts';
import { isObject } from '../schema/jsonValues';
import { forbidden } from './errors';
import type { Place } from './request';

/** They are there without being stored. */
const OWN_CLASSES = ['system-cluster-critical', 'system-node-critical'];

/** That what a new pod names is there; pods of the cluster's own controllers are not asked. @throws ApiError 403 */
export function checkPodReferences(
  { cluster, type, namespace }: Place,
  { metadata, spec }: KubeObject,
): void {
  if (type.storageKey !== '/pods' || !isObject(spec)) return;
  const { serviceAccountName, serviceAccount, priorityClassName } = spec;
  const name = metadata.name ?? '';
  const account = String(serviceAccountName || serviceAccount || '');
  // Every namespace gets its default account a moment after it is created.
  const isOther = account !== '' && account !== 'default';
  if (isOther && !cluster.objects.find('/serviceaccounts', namespace, account)) {
    const absent = `serviceaccount ${JSON.stringify(account)} not found`;
    throw forbidden(type, name, `error looking up service account ${namespace}/${account}: ${absent}`);
  }
  const priority = String(priorityClassName || '');
  if (priority === '' || OWN_CLASSES.includes(priority)) return;
  if (!cluster.objects.find('scheduling.k8s.io/priorityclasses', '', priority))
    throw forbidden(type, name, `no PriorityClass with name ${priority} was found`);
}
