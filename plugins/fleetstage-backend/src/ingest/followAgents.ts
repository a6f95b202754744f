import { memberNamespace } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient, KubeMetadata } from '@fleetstage/kube-client';
import { watchOptional, type OptionalWatchOptions } from './watchOptional';

/**
 * Reports members whose InternalMemberCluster has come, has changed or is gone (C/MC-023). Whoever asks what an agent has
 * reported reads it on the hub. Without the kind no member has an agent.
 */
export async function followAgents(
  client: KubeClient,
  options: OptionalWatchOptions,
  onChanged: (member: string) => Promise<void>,
): Promise<void> {
  for await (const event of watchOptional(client, 'InternalMemberCluster', options)) {
    // One that went while nobody watched is found by the pass of its member, which is due in any case.
    const member = event.type === 'SYNCED' ? undefined : memberOf(event.object.metadata);
    if (member !== undefined) await onChanged(member);
  }
}

/** An object elsewhere is that of no member, whatever its name. */
const memberOf = ({ namespace, name = '' }: KubeMetadata): string | undefined =>
  namespace === memberNamespace(name) ? name : undefined;
