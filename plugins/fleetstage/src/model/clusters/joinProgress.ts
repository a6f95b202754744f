import type { Cluster } from './now';

export const JOIN_STEPS = ['prepared', 'joined', 'beating', 'known'] as const;
export type JoinStep = (typeof JOIN_STEPS)[number];

/** Shown while a cluster joins by a join token. */
export interface JoinProgress {
  readonly steps: readonly { readonly step: JoinStep; readonly state: 'done' | 'now' | 'later' }[];
  readonly isOver: boolean;
}

/** What the cluster has reached on its way into the fleet (C/MC-024…041), counting heartbeats after `since` only, in milliseconds. */
export function joinProgress(
  cluster: Pick<Cluster, 'conditions' | 'lastSeenAt' | 'nodes' | 'kubernetesVersion'>,
  since: number | undefined,
): JoinProgress {
  const { lastSeenAt, nodes, kubernetesVersion } = cluster;
  const isHeard = lastSeenAt !== undefined && (since === undefined || Date.parse(lastSeenAt) >= since);
  const has: Readonly<Record<JoinStep, boolean>> = {
    prepared: isPrepared(cluster),
    joined: isTrue(cluster, 'Joined') && isHeard,
    beating: isHeard,
    known: isHeard && (nodes !== undefined || kubernetesVersion !== undefined),
  };
  const open = JOIN_STEPS.findIndex(step => !has[step]);
  const stateOf = (at: number) => (open === -1 || at < open ? 'done' : at === open ? 'now' : 'later');
  return { steps: JOIN_STEPS.map((step, at) => ({ step, state: stateOf(at) })), isOver: open === -1 };
}

/** A join token can be issued. */
export const isPrepared = (cluster: Pick<Cluster, 'conditions'>) => isTrue(cluster, 'ReadyToJoin');

const isTrue = ({ conditions }: Pick<Cluster, 'conditions'>, wanted: string) =>
  conditions.some(({ type, status }) => type === wanted && status === 'True');
