import { isError } from '@backstage/errors';
import { parsePlacementKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Database, Tx } from '../../database/db';
import { loadObject } from '../../database/mirrorStore';
import { placementObject } from '../../database/placementObject';
import { loadRunSubject } from '../commands/loadRunSubject';
import { strategyObject } from '../../database/stagedObjects';
import { newRunResource } from '../newRun';
import { sequenceResource } from '../sequences/sequenceResource';
import type {
  NewRunResource,
  PlacementResource,
  RunResource,
  SequenceResource,
  StrategyResource,
} from '../../permissions/resources';

/** What permission rules read, by reference: for the permission system and other plugins that ask it. */
export class FleetResources {
  constructor(private readonly database: Database) {}

  /**
   * References are `hub/run`, or `hub/run/stage` for the approval of a stage; in a namespace `hub/namespace/run/stage`, with
   * nothing behind the last slash where the entire run is meant.
   */
  runs(refs: readonly string[]): Promise<(RunResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadRunResource(tx, ref))));
  }

  /** References are `hub/placement/strategy`, or `hub/namespace/placement/strategy`. */
  newRuns(refs: readonly string[]): Promise<(NewRunResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadNewRunResource(tx, ref))));
  }

  /** References are `hub/placement`, or `hub/namespace/placement` for a ResourcePlacement. */
  placements(refs: readonly string[]): Promise<(PlacementResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadPlacementResource(tx, ref))));
  }

  /** References are `hub/strategy`, or `hub/namespace/strategy` for a StagedUpdateStrategy. */
  strategies(refs: readonly string[]): Promise<(StrategyResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadStrategyResource(tx, ref))));
  }

  /** References are `hub/sequence`; of a rollout that of its sequence. */
  sequences(refs: readonly string[]): Promise<(SequenceResource | undefined)[]> {
    return this.database.transact(tx => Promise.all(refs.map(ref => loadSequenceResource(tx, ref))));
  }
}

async function loadRunResource(tx: Tx, ref: string): Promise<RunResource | undefined> {
  const [hub, ...parts] = ref.split('/');
  const [stage, ...key] = parts.length === 1 ? ['', ...parts] : [parts.at(-1), ...parts.slice(0, -1)];
  const name = key.join('/');
  if (hub === undefined || !parsePlacementKey(name).ok) return undefined;
  try {
    const { resource } = await loadRunSubject(tx, hub, name);
    return { ...resource, ...(stage && { stage }) };
  } catch (error) {
    if (isError(error) && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}

async function loadNewRunResource(tx: Tx, ref: string): Promise<NewRunResource | undefined> {
  const [hub, ...parts] = ref.split('/');
  const [name, strategy] = [parts.slice(0, -1).join('/'), parts.at(-1)];
  if (hub === undefined || !strategy || !parsePlacementKey(name).ok) return undefined;
  const placement = await loadObject(tx, placementObject({ hub, name }));
  return placement && newRunResource(hub, placement, strategy);
}

async function loadPlacementResource(tx: Tx, ref: string): Promise<PlacementResource | undefined> {
  const [hub, ...key] = ref.split('/');
  const name = key.join('/');
  if (hub === undefined || !parsePlacementKey(name).ok) return undefined;
  const object = await loadObject(tx, placementObject({ hub, name }));
  return object && { hub, name, labels: object.metadata.labels ?? {} };
}

async function loadStrategyResource(tx: Tx, ref: string): Promise<StrategyResource | undefined> {
  const [hub, ...key] = ref.split('/');
  const name = key.join('/');
  if (hub === undefined || !parsePlacementKey(name).ok) return undefined;
  const object = await loadObject(tx, strategyObject({ hub, name }));
  return object && { hub, name, labels: object.metadata.labels ?? {} };
}

async function loadSequenceResource(tx: Tx, ref: string): Promise<SequenceResource | undefined> {
  const [hub, name, ...more] = ref.split('/');
  if (hub === undefined || !name || more.length > 0) return undefined;
  const object = await loadObject(tx, { hub, kind: 'RolloutSequence', name });
  return object && sequenceResource(hub, object);
}
