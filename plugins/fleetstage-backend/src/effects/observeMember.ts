import { isJsonObject, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { CollectionFailure, MemberObservation } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf, type KubeClient } from '@fleetstage/kube-client';

export interface ObservedMember {
  readonly seen: MemberObservation;
  /** The namespaces could not be listed. */
  readonly failure?: CollectionFailure;
}

/**
 * Reads what the core properties of a member are made from (C/PP-002, PP-005, PP-007, PP-020). Credentials that may not
 * list namespaces give the rest all the same.
 */
export async function observeMember(client: KubeClient, timeoutMs: number): Promise<ObservedMember> {
  const list = async (kind: string, options: { metadataOnly?: boolean } = {}) => {
    const { items } = await client.list({ group: '', version: 'v1', kind }, { ...options, timeoutMs });
    return items as KubeObject[];
  };
  const listed = list('Namespace', { metadataOnly: true }).catch(toFailure);
  const [version, nodes, pods, namespaces] = await Promise.all([
    client.raw('/version', { timeoutMs }),
    list('Node'),
    list('Pod'),
    listed,
  ]);
  const seen = { version: versionOf(version.body), nodes, pods };
  return Array.isArray(namespaces) ? { seen: { ...seen, namespaces } } : { seen, failure: namespaces };
}

const toFailure = (error: unknown): CollectionFailure => ({
  reason: 'FleetstageCollectionFailed',
  message: `the namespaces of the cluster could not be listed: ${messageOf(error)}`,
});

function versionOf(body: string): string | undefined {
  const version: unknown = JSON.parse(body);
  return isJsonObject(version) && typeof version.gitVersion === 'string' ? version.gitVersion : undefined;
}
