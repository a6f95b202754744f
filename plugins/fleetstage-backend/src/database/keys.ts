import { parsePlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import { queues } from './queue/queues';

/**
 * Keys of the queue: `hub/name` for passes and publications, `hub/placement/cluster` for apply-work,
 * `hub/Kind/name` for finalizers, `hub/provider/namespace/name` for the classes of catalogs. Names of Kubernetes objects hold no slash, and neither may the name of a hub.
 *
 * A placement is named by its key, `name` or `namespace/name` (A/PL-069), here and in every column of that meaning.
 */
export interface HubKey {
  readonly hub: string;
  /** Of a ResourcePlacement: `namespace/name`. */
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

/** A class of a provider, of which catalogs take their versions (E/VC-003). */
export interface ClassKey {
  readonly hub: string;
  readonly provider: string;
  readonly namespace: string;
  readonly name: string;
}

export const toHubKey = (hub: string, name: string) => `${hub}/${name}`;

export const toWorkKey = (hub: string, placement: string, cluster: string) =>
  `${hub}/${placement}/${cluster}`;

export const toFinalizerKey = (hub: string, kind: string, name: string) => `${hub}/${kind}/${name}`;

export function fromHubKey(key: string): HubKey {
  const { hub, rest } = afterHub(key);
  return { hub, name: named(rest, key) };
}

/** The cluster is what follows the last slash. */
export function fromWorkKey(key: string): WorkKey {
  const { hub, rest } = afterHub(key);
  const last = rest.lastIndexOf('/');
  const cluster = rest.slice(last + 1);
  if (last < 0 || cluster === '') throw malformed(key);
  return { hub, placement: named(rest.slice(0, last), key), cluster };
}

export function fromFinalizerKey(key: string): FinalizerKey {
  const { hub, rest } = afterHub(key);
  const slash = rest.indexOf('/');
  if (slash < 1) throw malformed(key);
  return { hub, kind: rest.slice(0, slash), name: named(rest.slice(slash + 1), key) };
}

export function fromClassKey(key: string): ClassKey {
  const { hub, rest } = afterHub(key);
  const [provider, namespace, name, ...more] = rest.split('/');
  if (!provider || !namespace || !name || more.length > 0) throw malformed(key);
  return { hub, provider, namespace, name };
}

function afterHub(key: string): { readonly hub: string; readonly rest: string } {
  const slash = key.indexOf('/');
  if (slash < 1) throw malformed(key);
  return { hub: key.slice(0, slash), rest: key.slice(slash + 1) };
}

/** A name, or a namespace and a name. */
function named(text: string, key: string): string {
  if (!parsePlacementKey(text).ok) throw malformed(key);
  return text;
}

const malformed = (key: string) => new Error(`malformed queue key ${JSON.stringify(key)}`);

/** The member that work on a key connects to; nothing: it connects to none. */
export function memberOfKey(queue: string, key: string): string | undefined {
  if (queue === queues.applyWork) return fromWorkKey(key).cluster;
  return queue === queues.member ? fromHubKey(key).name : undefined;
}
