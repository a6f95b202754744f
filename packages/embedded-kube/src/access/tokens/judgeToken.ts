import type { Cluster } from '../../cluster/Cluster';
import { shownList } from '../rbac/coverage';
import { accountGroups, accountUsername, AUTHENTICATED, type User } from '../user';
import type { AccountClaims, Claims } from './TokenSigner';

/** An account or what a token is bound to holds on for so long after it was asked to go. */
const LEEWAY_MS = 60_000;

export type Judgement =
  | { readonly isValid: true; readonly user: User; readonly audiences: readonly string[] }
  | { readonly isValid: false; readonly why: string };

const BOUND = [
  ['pod', '/pods', 'Pod'],
  ['secret', '/secrets', 'Secret'],
  ['node', '/nodes', 'Node'],
] as const;

/** Whether a token with these claims still holds in this cluster, for one of the audiences. */
export function judgeToken(cluster: Cluster, claims: Claims, audiences: readonly string[]): Judgement {
  const why =
    explainTime(claims, cluster.now().getTime() / 1000) ??
    explainAudience(claims, audiences) ??
    explainAccount(cluster, claims['kubernetes.io']) ??
    explainBound(cluster, claims['kubernetes.io']);
  if (why !== undefined) return { isValid: false, why };
  const shared = claims.aud.filter(each => audiences.includes(each));
  return { isValid: true, user: toUser(cluster, claims), audiences: shared };
}

function explainTime({ exp, nbf }: Claims, now: number): string | undefined {
  if (now > exp) return 'service account token has expired';
  return now < nbf ? 'service account token is not valid yet' : undefined;
}

function explainAudience({ aud }: Claims, audiences: readonly string[]): string | undefined {
  if (aud.some(each => audiences.includes(each))) return undefined;
  return `token audiences ${shownList(aud)} is invalid for the target audiences ${shownList(audiences)}`;
}

function explainAccount(cluster: Cluster, { namespace, serviceaccount }: AccountClaims): string | undefined {
  const { name, uid } = serviceaccount;
  const account = cluster.objects.find('/serviceaccounts', namespace, name);
  if (!account) return `serviceaccounts ${JSON.stringify(name)} not found`;
  if (hasGone(cluster, account.object.metadata.deletionTimestamp))
    return `service account ${namespace}/${name} has been deleted`;
  if (account.uid === uid) return undefined;
  return `service account UID (${account.uid}) does not match claim (${uid})`;
}

function explainBound(cluster: Cluster, claims: AccountClaims): string | undefined {
  for (const [field, key, kind] of BOUND) {
    const reference = claims[field];
    if (!reference) continue;
    const home = field === 'node' ? '' : claims.namespace;
    const stored = cluster.objects.find(key, home, reference.name);
    if (!stored || hasGone(cluster, stored.object.metadata.deletionTimestamp))
      return 'service account token has been invalidated';
    if (stored.uid !== reference.uid)
      return `${kind.toLowerCase()} UID (${stored.uid}) does not match service account ${kind.toLowerCase()} ref claim (${reference.uid})`;
  }
  return undefined;
}

const hasGone = (cluster: Cluster, deletedAt: string | undefined) =>
  deletedAt !== undefined && Date.parse(deletedAt) + LEEWAY_MS < cluster.now().getTime();

function toUser(cluster: Cluster, { jti, 'kubernetes.io': claims }: Claims): User {
  const { namespace, serviceaccount, pod } = claims;
  const node = claims.node ?? (pod && nodeOf(cluster, namespace, pod.name));
  return {
    username: accountUsername({ namespace, name: serviceaccount.name }),
    uid: serviceaccount.uid,
    groups: [...accountGroups(namespace), AUTHENTICATED],
    extra: {
      'authentication.kubernetes.io/credential-id': [`JTI=${jti}`],
      ...(node && {
        'authentication.kubernetes.io/node-name': [node.name],
        'authentication.kubernetes.io/node-uid': [node.uid],
      }),
      ...(pod && {
        'authentication.kubernetes.io/pod-name': [pod.name],
        'authentication.kubernetes.io/pod-uid': [pod.uid],
      }),
    },
  };
}

function nodeOf(cluster: Cluster, namespace: string, podName: string) {
  const pod = cluster.objects.find('/pods', namespace, podName);
  const { nodeName } = (pod?.object.spec ?? {}) as { readonly nodeName?: string };
  const node = nodeName ? cluster.objects.find('/nodes', '', nodeName) : undefined;
  return node && { name: node.name, uid: node.uid };
}
