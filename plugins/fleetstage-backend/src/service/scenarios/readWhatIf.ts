import { ConflictError, NotFoundError } from '@backstage/errors';
import { toPlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementState, RunState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { toHubKey } from '../../database/keys';
import { loadPlacementState } from '../../database/placementStore';
import { loadPlannedRun } from '../../database/views/plannedRun';
import { asRun } from '../preview';
import { CLUSTER_SCOPE, type QueryDeps } from '../queryDeps';
import { inScope } from '../scope';

export interface PlacementAsked {
  readonly scope: string;
  readonly name: string;
}

/** @throws NotFoundError where there is no such placement; ConflictError where it is being deleted */
export async function readState(tx: Tx, { hub }: QueryDeps, asked: PlacementAsked): Promise<PlacementState> {
  const state = await loadPlacementState(tx, toHubKey(hub, keyOf(asked)));
  if (state === undefined)
    throw new NotFoundError(`Placement "${keyOf(asked)}" does not exist on hub "${hub}"`);
  if (state.placement.deletedAt !== undefined)
    throw new ConflictError(`Placement "${keyOf(asked)}" is being deleted; there is nothing to try on it`);
  return state;
}

export const keyOf = ({ scope, name }: PlacementAsked) =>
  scope === CLUSTER_SCOPE ? name : toPlacementKey({ namespace: scope, name });

/** A run that nobody has created, which gives the stages; a missing strategy is a problem of it. */
export async function readRun(
  tx: Tx,
  { hub }: QueryDeps,
  { scope, name, strategy }: PlacementAsked & { readonly strategy: string },
): Promise<RunState> {
  const asked = { scope, placement: name, strategy };
  const planned = await loadPlannedRun(tx, hub, { ...asked, ...inScope(asked) });
  return asRun(planned, { ...asked, name: '' });
}
