/**
 * Keys of the queue: `hub/name` for passes and publications, `hub/placement/cluster` for apply-work,
 * `hub/Kind/name` for finalizers. Names of Kubernetes objects hold no slash, and neither may the name of a hub.
 */
export interface HubKey {
  readonly hub: string;
  readonly name: string;
}

/** Names a placement of a hub. */
export type PlacementRef = HubKey;

export interface WorkKey {
  readonly hub: string;
  readonly placement: string;
  readonly cluster: string;
}

export interface FinalizerKey {
  readonly hub: string;
  readonly kind: string;
  readonly name: string;
}

export const toHubKey = (hub: string, name: string) => `${hub}/${name}`;

export const toWorkKey = (hub: string, placement: string, cluster: string) =>
  `${hub}/${placement}/${cluster}`;

export const toFinalizerKey = (hub: string, kind: string, name: string) => `${hub}/${kind}/${name}`;

export function fromHubKey(key: string): HubKey {
  const [hub, name] = split(key, 2);
  return { hub, name };
}

export function fromWorkKey(key: string): WorkKey {
  const [hub, placement, cluster] = split(key, 3);
  return { hub, placement, cluster };
}

export function fromFinalizerKey(key: string): FinalizerKey {
  const [hub, kind, name] = split(key, 3);
  return { hub, kind, name };
}

function split(key: string, count: number): string[] {
  const parts = key.split('/');
  if (parts.length !== count || parts.includes(''))
    throw new Error(`malformed queue key ${JSON.stringify(key)}`);
  return parts;
}
