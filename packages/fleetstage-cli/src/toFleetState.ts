import {
  CLUSTER_GROUP,
  contentHash,
  instant,
  kindOf,
  PLACEMENT_GROUP,
  toPlacementKey,
  type KubeObject,
  type MemberCluster,
  type PlacementSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { OverrideSnapshot, PlacementState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Found } from './readDocuments';
import { UserError } from './UserError';

/** What files say of a fleet. */
export interface FleetState {
  readonly placements: readonly FilePlacement[];
  readonly overrides: readonly OverrideSnapshot[];
  readonly clusters: PlacementState['clusters'];
  /** What placements may select. */
  readonly resources: readonly KubeObject[];
}

export interface FilePlacement {
  /** `web`, or `namespace/web`. */
  readonly key: string;
  readonly name: string;
  readonly namespace?: string;
  readonly spec: PlacementSpec;
}

const PLACEMENTS = new Set(['ClusterResourcePlacement', 'ResourcePlacement']);
const OVERRIDES = new Set(['ClusterResourceOverride', 'ResourceOverride']);
const ENVELOPES = new Set(['ClusterResourceEnvelope', 'ResourceEnvelope']);

/** Sorts the objects by what they are to Fleetstage; what is neither written twice nor of its kinds may be selected. */
export function toFleetState(found: readonly Found[]): FleetState {
  refuseTwins(found);
  const isOf = ({ object }: Found, group: string, kinds: ReadonlySet<string>) =>
    kindOf(object).group === group && kinds.has(object.kind);
  const members = found.filter(one => isOf(one, CLUSTER_GROUP, new Set(['MemberCluster'])));
  return {
    placements: found.filter(one => isOf(one, PLACEMENT_GROUP, PLACEMENTS)).map(toPlacement),
    overrides: found.filter(one => isOf(one, PLACEMENT_GROUP, OVERRIDES)).map(toSnapshot),
    clusters: members.map(({ object }) => toCluster(object)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    resources: found
      .map(({ object }) => object)
      .filter(object => {
        const { group } = kindOf(object);
        return (group !== PLACEMENT_GROUP && group !== CLUSTER_GROUP) || ENVELOPES.has(object.kind);
      }),
  };
}

function refuseTwins(found: readonly Found[]): void {
  const seen = new Map<string, string>();
  for (const { object, from } of found) {
    const { group, kind } = kindOf(object);
    const { name, namespace = '' } = object.metadata;
    const key = [group, kind, namespace, name].join('/');
    const earlier = seen.get(key);
    if (earlier !== undefined)
      throw new UserError(
        `${kind} ${namespace ? `${namespace}/` : ''}${name} is in ${earlier} and in ${from}; remove one`,
      );
    seen.set(key, from);
  }
}

function specOf<S>({ object, from }: Found): S {
  if (typeof object.spec !== 'object' || object.spec === null)
    throw new UserError(`${from}: ${object.kind} ${object.metadata.name} has no spec`);
  return object.spec as S;
}

function toPlacement(found: Found): FilePlacement {
  const { kind, metadata } = found.object;
  const { name, namespace } = metadata;
  if ((kind === 'ResourcePlacement') !== (namespace !== undefined))
    throw new UserError(
      `${found.from}: ${kind} ${name} ${namespace === undefined ? 'needs a metadata.namespace' : 'has no namespace; remove metadata.namespace'}`,
    );
  const key = toPlacementKey({ name, ...(namespace !== undefined && { namespace }) });
  return { key, name, ...(namespace !== undefined && { namespace }), spec: specOf(found) };
}

/** Under the name that its first snapshot would have. */
function toSnapshot(found: Found): OverrideSnapshot {
  const { kind, metadata } = found.object;
  const { name, namespace } = metadata;
  const own = { name: `${name}-0`, hash: contentHash(specOf(found)) };
  if (kind === 'ClusterResourceOverride')
    return { ...own, kind: 'ClusterResourceOverrideSnapshot', spec: specOf(found) };
  if (namespace === undefined)
    throw new UserError(`${found.from}: ${kind} ${name} needs a metadata.namespace`);
  return { ...own, kind: 'ResourceOverrideSnapshot', namespace, spec: specOf(found) };
}

/** Joined and healthy: what it takes to be picked is in the files, how the fleet is today is not. */
function toCluster(object: KubeObject): PlacementState['clusters'][number] {
  const { metadata, spec, status } = object as unknown as MemberCluster;
  const properties = Object.entries(status?.properties ?? {}).map(([name, { value }]) => [name, value]);
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    taints: spec?.taints ?? [],
    properties: Object.fromEntries(properties),
    ...(status?.resourceUsage && { resourceUsage: status.resourceUsage }),
    health: { joined: true, healthy: 'True', lastHeartbeatAt: FILE_TIME, healthChangedAt: FILE_TIME },
    isLeaving: false,
  };
}

/** Files have no clock: the same ones give the same answer on any day. */
export const FILE_TIME = instant(0);
