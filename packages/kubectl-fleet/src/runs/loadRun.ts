import {
  fromRfc3339,
  type ClusterStagedUpdateRun,
  type Condition,
  type UpdateRunState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { shownOutcome, wantedState, type RunOutcome } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeObject } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { describe, keyOf, listingOf } from '../hub/address';
import { RUNS } from '../hub/families';
import { conditionsOf, type Address, type Hub } from '../hub/Hub';

/** A run as its object shows it. */
export interface ShownRun {
  readonly address: Address;
  /** `web-1`, or `shop/web-1`. */
  readonly key: string;
  readonly uid: string;
  readonly generation: number;
  readonly createdAt: number;
  readonly isDeleting: boolean;
  readonly spec: ClusterStagedUpdateRun['spec'];
  readonly status: ClusterStagedUpdateRun['status'];
  readonly conditions: readonly Condition[];
  readonly state: UpdateRunState;
  /** How it is over. */
  readonly outcome: RunOutcome | undefined;
}

/** @throws UserError where there is none */
export async function loadRun(hub: Hub, address: Address): Promise<ShownRun> {
  const object = await hub.find(address);
  if (object === undefined)
    throw new UserError(
      `${describe(RUNS, address)} does not exist on hub "${hub.name}"; see ${listingOf(address)}`,
    );
  return toShownRun(address, object);
}

export function toShownRun(address: Address, object: KubeObject): ShownRun {
  const { metadata } = object;
  // The API server has checked its schema.
  const { spec, status } = object as unknown as ClusterStagedUpdateRun;
  const conditions = conditionsOf(object);
  return {
    address,
    key: keyOf(address),
    uid: metadata.uid ?? '',
    generation: metadata.generation ?? 1,
    createdAt: fromRfc3339(metadata.creationTimestamp) ?? 0,
    isDeleting: metadata.deletionTimestamp !== undefined,
    spec,
    status,
    conditions,
    state: wantedState(spec, undefined),
    outcome: shownOutcome(conditions),
  };
}

export const conditionOf = (conditions: readonly Condition[], type: string) =>
  conditions.find(one => one.type === type);

/** The message of the condition that says most about where the run is. */
export function sayRun({ conditions, outcome }: Pick<ShownRun, 'conditions' | 'outcome'>): string {
  const type = outcome === 'couldNotPrepare' ? 'Initialized' : outcome ? 'Succeeded' : 'Progressing';
  const { status, reason, message } = conditionOf(conditions, type) ?? {};
  if (reason === undefined) return 'nothing is reported of it yet';
  return message ? message : `${type} ${status}, ${reason}`;
}

/** `2 of 3 clusters updated`. */
export function countClusters({ status }: Pick<ShownRun, 'status'>): string {
  const clusters = (status?.stagesStatus ?? []).flatMap(stage => stage.clusters);
  const done = clusters.filter(({ conditions = [] }) =>
    conditions.some(({ type, status: value }) => type === 'Succeeded' && value === 'True'),
  );
  return `${done.length} of ${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'} updated`;
}
