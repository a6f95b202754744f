import {
  labelKeys,
  type ClusterResourceBinding,
  type ClusterResourcePlacement,
  type MemberCluster,
  type ResourcePlacement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeObject } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { describe, keyOf, listingOf } from '../hub/address';
import { BINDINGS, PLACEMENTS, resourceOf, RUNS, siblingOf, type Family } from '../hub/families';
import type { Address, Hub } from '../hub/Hub';
import { toShownRun, type ShownRun } from '../runs/loadRun';

// The API server has checked the schema of what is read here.
export const typed = <T>(objects: readonly KubeObject[]) => objects as unknown as readonly T[];

export interface ShownPlacement {
  readonly address: Address;
  /** `web`, or `shop/web`. */
  readonly key: string;
  readonly object: ClusterResourcePlacement | ResourcePlacement;
}

export type Binding = ClusterResourceBinding;

/** @throws UserError where there is none */
export async function loadPlacement(hub: Hub, address: Address): Promise<ShownPlacement> {
  const object = await hub.find(address);
  if (object === undefined)
    throw new UserError(
      `${describe(PLACEMENTS, address)} does not exist on hub "${hub.name}"; see ${listingOf(address)}`,
    );
  const [placement] = typed<ClusterResourcePlacement>([object]);
  return { address, key: keyOf(address), object: placement };
}

/** Objects of the placement by its label, such as bindings and snapshots. */
export const listOwn = async (
  hub: Hub,
  { name, namespace }: Pick<Address, 'name' | 'namespace'>,
  family: Family,
): Promise<readonly KubeObject[]> =>
  hub.listServed(siblingOf(family, namespace), {
    ...(namespace !== undefined && { namespace }),
    labelSelector: `${labelKeys.parentPlacement}=${name}`,
  });

export const listBindings = async (hub: Hub, address: Address): Promise<readonly Binding[]> =>
  typed<Binding>(await listOwn(hub, address, BINDINGS));

export const listMembers = async (hub: Hub): Promise<readonly MemberCluster[]> =>
  typed<MemberCluster>(await hub.list(resourceOf('MemberCluster')));

/** Runs of the placement, over or not, newest first. */
export async function listRuns(
  hub: Hub,
  { name, namespace }: Pick<Address, 'name' | 'namespace'>,
): Promise<readonly ShownRun[]> {
  const resource = siblingOf(RUNS, namespace);
  const objects = await hub.listServed(resource, { ...(namespace !== undefined && { namespace }) });
  return objects
    .map(object => toShownRun({ resource, name: object.metadata.name, namespace }, object))
    .filter(({ spec }) => spec.placementName === name)
    .sort((a, b) => b.createdAt - a.createdAt);
}
