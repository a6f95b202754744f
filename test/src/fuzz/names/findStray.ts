import { findSegmentFault } from '@fleetstage/kube-client';
import type { Intended } from './playDraw';

const PLURALS: Readonly<Record<string, string>> = {
  Secret: 'secrets',
  ConfigMap: 'configmaps',
  Namespace: 'namespaces',
  Deployment: 'deployments',
  ClusterRole: 'clusterroles',
  AppliedWork: 'appliedworks',
  ResourcePlacement: 'resourceplacements',
  ClusterStagedUpdateStrategy: 'clusterstagedupdatestrategies',
  ClusterStagedUpdateRun: 'clusterstagedupdateruns',
  ClusterApprovalRequest: 'clusterapprovalrequests',
  ResourceSnapshot: 'resourcesnapshots',
  InternalMemberCluster: 'internalmemberclusters',
  ClusterResourceBinding: 'clusterresourcebindings',
};
const CLUSTER_SCOPED = ['Namespace', 'ClusterRole', 'AppliedWork'];

/**
 * Why a path that came over the wire is none of what was meant; `undefined`: it is. It must mean the same to whoever
 * folds dots, and to whoever decodes it before it is split.
 */
export function findStray(
  path: string,
  { intended, plural }: { readonly intended: readonly Intended[]; readonly plural: string },
): string | undefined {
  if (new URL(`http://cluster${path}`).pathname !== path) return `${path} is folded`;
  const segments = path.split('/').slice(1).map(decodeURIComponent);
  const odd = segments.find(segment => findSegmentFault(segment) !== undefined);
  if (odd !== undefined) return `${path} holds ${JSON.stringify(odd)}`;
  const meant = intended.flatMap(one => [...pathsOf(one, plural)]);
  return meant.includes(segments.join('\0')) ? undefined : `${path} is of nothing that was meant`;
}

/** Its own, its status, its collection's where it has no name, and discovery of its group and version. */
function* pathsOf({ apiVersion, kind, namespace, name }: Intended, discovered: string): Generator<string> {
  const slash = apiVersion.indexOf('/');
  const root =
    slash <= 0
      ? ['api', apiVersion.slice(slash + 1)]
      : ['apis', apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
  yield root.join('\0');
  yield 'apis';
  // Without a namespace all of them are meant.
  const scope = namespace && !CLUSTER_SCOPED.includes(kind) ? ['namespaces', namespace] : [];
  const collection = [...root, ...scope, PLURALS[kind] ?? discovered];
  const own = name === undefined ? collection : [...collection, name];
  yield own.join('\0');
  if (name !== undefined) yield [...own, 'status'].join('\0');
}
