import { isJsonObject, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  addNodes,
  addRequests,
  toNamespaces,
  type CollectionFailure,
  type MemberObservation,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf, type KubeClient } from '@fleetstage/kube-client';

export interface ObservedMember {
  readonly seen: MemberObservation;
  /** The namespaces could not be listed. */
  readonly failure?: CollectionFailure;
}

/**
 * Reads what the core properties of a member are made from (C/PP-002, PP-005, PP-007, PP-020). Credentials that may not
 * list namespaces give everything else all the same. Of a list no more than a page is held at a time: as objects, the GiB
 * that a member may send would end the process.
 */
export async function observeMember(client: KubeClient, timeoutMs: number): Promise<ObservedMember> {
  const fold = async <T>(
    kind: string,
    add: (page: readonly KubeObject[], sum?: T) => T,
    options: { metadataOnly?: boolean; maxBytes?: number } = {},
  ): Promise<T> => {
    let sum = add([]);
    const target = { group: '', version: 'v1', kind };
    for await (const { items } of client.listPages(target, { ...options, timeoutMs }))
      sum = add(items as readonly KubeObject[], sum);
    return sum;
  };
  const listed = fold('Namespace', toNamespaces, {
    metadataOnly: true,
    // Their names are kept.
    maxBytes: client.limits.list,
  }).catch(toFailure);
  const [version, nodes, requested, namespaces] = await Promise.all([
    client.raw('/version', { timeoutMs }),
    fold('Node', addNodes),
    fold('Pod', addRequests),
    listed,
  ]);
  const seen = { version: versionOf(version.body), nodes, requested };
  return 'state' in namespaces ? { seen: { ...seen, namespaces } } : { seen, failure: namespaces };
}

const toFailure = (error: unknown): CollectionFailure => ({
  reason: 'FleetstageCollectionFailed',
  message: `the namespaces of the cluster could not be listed: ${messageOf(error)}`,
});

function versionOf(body: string): string | undefined {
  const version: unknown = JSON.parse(body);
  return isJsonObject(version) && typeof version.gitVersion === 'string' ? version.gitVersion : undefined;
}
