import {
  instant,
  type ClusterResourcePlacement,
  type PlacementSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  placementStateOf,
  whatIf,
  type WhatIfChange,
  type WhatIfView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { readDocuments, UserError } from 'fleetstage';
import { askedOnly, manyOption, textOption, type Act, type Result } from '../command';
import { describe } from '../hub/address';
import { PLACEMENTS } from '../hub/families';
import type { Address, Hub } from '../hub/Hub';
import { toClusterChanges } from './clusterChanges';
import { listBindings, listMembers, loadPlacement } from './loadPlacement';

/** Tries a change of a placement or of clusters by the scheduler itself, on the clusters of the hub; nothing is written. */
export async function tryChange(act: Act): Promise<Result> {
  const { hub } = act;
  const address = askedOnly(act, PLACEMENTS);
  const wanted = readWanted(act, address);
  const { placement, isNew } = await findPlacement(hub, address, wanted);
  const change = toChange(act, wanted?.spec ?? placement.spec, wanted !== undefined);
  const [members, bindings] = await Promise.all([listMembers(hub), isNew ? [] : listBindings(hub, address)]);
  const now = instant(Date.now());
  const decided = whatIf(placementStateOf({ placement, members, bindings }, now), change, now, { isNew });
  if (!decided.ok) throw new UserError(decided.error);
  const { counts, items, today, then, nothingChanges } = decided.value;
  return {
    text: sayView(decided.value).join('\n'),
    data: { counts, today, then, clusters: items, ...(nothingChanges && { nothingChanges }) },
    ...(counts.gains + counts.loses > 0 && { code: 2 }),
  };
}

/** One of a file may be new. @throws UserError where there is none */
async function findPlacement(hub: Hub, address: Address, wanted: ClusterResourcePlacement | undefined) {
  if (wanted !== undefined && (await hub.find(address)) === undefined)
    return { placement: wanted, isNew: true };
  return { placement: (await loadPlacement(hub, address)).object, isNew: false };
}

/** The placement as `-f` has it. @throws UserError where it is not there */
function readWanted(act: Act, { resource, name, namespace }: Address): ClusterResourcePlacement | undefined {
  const path = textOption(act, 'filename');
  if (path === undefined) return undefined;
  const found = readDocuments(path).find(
    ({ object: { kind, metadata } }) =>
      kind === resource.kind && metadata.name === name && (metadata.namespace ?? namespace) === namespace,
  );
  if (found === undefined)
    throw new UserError(
      `-f ${path} has no ${describe(PLACEMENTS, { name, namespace })}; name the file that has it`,
    );
  return found.object as unknown as ClusterResourcePlacement;
}

/** @throws UserError */
function toChange(act: Act, spec: PlacementSpec, isWhole: boolean): WhatIfChange {
  const number = textOption(act, 'numberOfClusters');
  const clusters = toClusterChanges({
    labels: manyOption(act, 'label'),
    taints: manyOption(act, 'taint'),
    added: manyOption(act, 'add'),
    removed: manyOption(act, 'remove'),
  });
  if (number === undefined && !isWhole && clusters.length === 0)
    throw new UserError(
      'say what to try: -f FILE, --number-of-clusters, --label, --taint, --add or --remove',
    );
  return {
    ...(isWhole && { spec }),
    ...(number !== undefined && { policy: { ...pickN(spec), numberOfClusters: countOf(number) } }),
    ...(clusters.length > 0 && { clusters }),
  };
}

function pickN({ policy }: PlacementSpec) {
  if (policy?.placementType === 'PickN') return policy;
  throw new UserError(
    `--number-of-clusters needs a policy of type PickN, and the placement has ${policy?.placementType ?? 'PickAll'}; try another policy with -f`,
  );
}

function countOf(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new UserError(`--number-of-clusters ${text} is no number of clusters`);
}

function sayView({ today, then, items, nothingChanges }: WhatIfView): string[] {
  const lines = items
    .filter(({ effect }) => effect !== 'without')
    .map(({ cluster, effect, why }) => `  ${cluster}  ${effect}: ${why}`);
  return [
    `today  ${today.message}`,
    `then   ${then.message}`,
    ...(nothingChanges ? [`nothing changes: ${nothingChanges}`] : []),
    ...lines,
  ];
}
