import type { MemberState } from '../status/member';

const GROUPS = {
  trouble: ['unreachable', 'credentialsRefused', 'noHeartbeat', 'unhealthy'],
  joining: ['joining', 'leaving'],
  healthy: ['healthy'],
} as const satisfies Record<string, readonly MemberState[]>;

export type ClusterGroup = keyof typeof GROUPS;
export const CLUSTER_GROUPS = Object.keys(GROUPS) as readonly ClusterGroup[];

export const isGroup = (text: string): text is ClusterGroup => Object.hasOwn(GROUPS, text);

/** The `state` of the request; a single state in the address passes as it is. */
export function clusterStateCodes(value: string): string | undefined {
  const codes = value
    .split(',')
    .filter(Boolean)
    .flatMap(one => (isGroup(one) ? GROUPS[one] : [one]));
  return codes.length === 0 ? undefined : [...new Set(codes)].join(',');
}
