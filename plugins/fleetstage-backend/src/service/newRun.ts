import {
  stagedKindsOf,
  toPlacementKey,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuseStrategy } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { namedBy } from '../database/keyText';
import { toPlacementFacts } from '../database/facts';
import type { NewRunResource } from '../permissions/resources';
import type { Permit, Viewer } from './viewer';

/** `strategy`: its name in the scope of the placement. */
export const newRunResource = (
  hub: string,
  { metadata }: Pick<KubeObject, 'metadata'>,
  strategy: string,
): NewRunResource => ({
  hub,
  placement: toPlacementKey(metadata),
  strategy: namedBy(metadata, strategy),
  labels: metadata.labels ?? {},
});

/** May the viewer create a run of this placement by this strategy, as far as the placement accepts it? */
export function permitNewRun(
  viewer: Viewer,
  hub: string,
  { placement, strategy }: { readonly placement: KubeObject | undefined; readonly strategy: string },
): Permit {
  if (placement === undefined) return viewer.mayCreateRun();
  const refusal = refuseStrategy(toPlacementFacts(placement), strategy);
  if (refusal !== undefined) return { isAllowed: false, reason: capitalized(refusal) };
  return viewer.mayCreateRun(newRunResource(hub, placement, strategy));
}

/** By one strategy or another; where none will do, why the first one does not. */
export function permitSomeRun(
  viewer: Viewer,
  hub: string,
  { placement, strategies }: { readonly placement: KubeObject; readonly strategies: readonly string[] },
): Permit {
  const permits = strategies.map(strategy => permitNewRun(viewer, hub, { placement, strategy }));
  return permits.find(({ isAllowed }) => isAllowed) ?? permits.at(0) ?? viewer.mayCreateRun();
}

/** Names of the strategies that runs of a namespace, or of none, may work by; sorted. */
export async function loadStrategyNames(
  tx: Tx,
  hub: string,
  { namespace }: { readonly namespace?: string },
): Promise<string[]> {
  const names = await tx
    .sql('objects')
    .where({ hub, kind: stagedKindsOf({ namespace }).strategy, namespace: namespace ?? '' })
    .pluck('name');
  return names.sort();
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
