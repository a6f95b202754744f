import {
  fromRfc3339,
  isJsonObject,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { ForbiddenError, NotFoundError, UnknownKindError, type KubeClient } from '@fleetstage/kube-client';

/** Where KubeFleet is installed; its hub agent elects a leader there. */
const AGENT_NAMESPACE = 'fleet-system';
const LEASE = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
};

interface Held {
  readonly holderIdentity?: string;
  readonly renewTime?: string;
  readonly leaseDurationSeconds?: number;
}

/**
 * Takes over nothing while KubeFleet's hub agent runs: each of the two would undo what the other decides. Without the right to
 * read its leases this is not found out; what it writes later is (`ForeignWriters`).
 *
 * @throws Error that names the lease and its holder; the ingest shows it and tries again
 */
export async function ensureAlone(client: KubeClient, hub: string, now: Instant): Promise<void> {
  const held = (await listLeases(client)).find(({ spec }) => isLive(spec as Held | undefined, now));
  if (held === undefined) return;
  const { holderIdentity, renewTime } = held.spec as Held;
  throw new Error(
    `hub "${hub}" is run by another controller: ${holderIdentity} holds Lease ${AGENT_NAMESPACE}/${held.metadata.name}, renewed at ` +
      `${renewTime}. Nothing is taken over while it runs: scale the hub agent of KubeFleet to 0 (docs/taking-over-kubefleet.md)`,
  );
}

async function listLeases(client: KubeClient): Promise<readonly KubeObject[]> {
  try {
    return (await client.list(LEASE, { namespace: AGENT_NAMESPACE })).items.filter(({ spec }) =>
      isJsonObject(spec),
    );
  } catch (error) {
    const isUnknown =
      error instanceof NotFoundError || error instanceof UnknownKindError || error instanceof ForbiddenError;
    if (isUnknown) return [];
    throw error;
  }
}

/** A leader that has ended in order leaves no holder; a killed one stops renewing. */
function isLive(
  { holderIdentity = '', renewTime, leaseDurationSeconds = 15 }: Held = {},
  now: Instant,
): boolean {
  const renewedAt = fromRfc3339(renewTime);
  return holderIdentity !== '' && renewedAt !== undefined && renewedAt + leaseDurationSeconds * 1000 > now;
}
