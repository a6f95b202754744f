import { isError } from '@backstage/errors';
import { parsePlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database, Tx } from '../../database/db';
import { loadObject } from '../../database/mirrorStore';
import { placementObject } from '../../database/placementObject';
import { loadRunSubject } from '../commands/loadRunSubject';
import { newRunResource } from '../newRun';
import type { NewRunResource, PlacementResource, RunResource } from '../../permissions/resources';

/** What permission rules read, by reference: for the permission system and other plugins that ask it. */
export class FleetResources {
  constructor(private readonly database: Database) {}

  /** References are `hub/run`, or `hub/run/stage` for the approval of a stage. */
  runs(refs: readonly string[]): Promise<(RunResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadRunResource(tx, ref))));
  }

  /** References are `hub/placement/strategy`. */
  newRuns(refs: readonly string[]): Promise<(NewRunResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadNewRunResource(tx, ref))));
  }

  /** References are `hub/placement`, or `hub/namespace/placement` for a ResourcePlacement. */
  placements(refs: readonly string[]): Promise<(PlacementResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadPlacementResource(tx, ref))));
  }
}

async function loadRunResource(tx: Tx, ref: string): Promise<RunResource | undefined> {
  const [hub, name, stage] = ref.split('/');
  if (hub === undefined || name === undefined) return undefined;
  try {
    const { resource } = await loadRunSubject(tx, hub, name);
    return { ...resource, ...(stage !== undefined && { stage }) };
  } catch (error) {
    if (isError(error) && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}

async function loadNewRunResource(tx: Tx, ref: string): Promise<NewRunResource | undefined> {
  const [hub, name, strategy] = ref.split('/');
  if (hub === undefined || name === undefined || strategy === undefined) return undefined;
  const placement = await loadObject(tx, { hub, kind: 'ClusterResourcePlacement', name });
  return placement && newRunResource(hub, placement, strategy);
}

async function loadPlacementResource(tx: Tx, ref: string): Promise<PlacementResource | undefined> {
  const [hub, ...key] = ref.split('/');
  const name = key.join('/');
  if (hub === undefined || !parsePlacementKey(name).ok) return undefined;
  const object = await loadObject(tx, placementObject({ hub, name }));
  return object && { hub, name, labels: object.metadata.labels ?? {} };
}
