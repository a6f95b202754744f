import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { DEFAULT_SEQUENCE_SETTINGS } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { listObjects, loadObject } from '../../database/mirrorStore';
import { loadSequenceState, type LoadedSequence } from '../../database/sequences/loadSequenceState';
import { SEQUENCE } from '../../database/sequences/sequenceEvents';
import type { SequencesSettings } from '../../database/sequences/sequencesSettings';
import type { QueryDeps } from '../queryDeps';
import type { ShownRollout } from './rolloutViews';

/** A sequence on the hub, with all that its pass knows. */
export interface ReadSequence extends LoadedSequence {
  readonly object: KubeObject;
}

const DEFAULTS: SequencesSettings = {
  rules: DEFAULT_SEQUENCE_SETTINGS,
  holdWorkloads: false,
  catalogs: new Map(),
};

export const settingsOf = ({ sequences = DEFAULTS }: QueryDeps): SequencesSettings => sequences;

/** `undefined`: it is not on the hub. */
export async function readSequence(tx: Tx, deps: QueryDeps, name: string): Promise<ReadSequence | undefined> {
  const { hub } = deps;
  const object = await loadObject(tx, { hub, kind: SEQUENCE, name });
  return object && readObject(tx, deps, object);
}

/** All of the hub, by name. */
export async function readSequences(tx: Tx, deps: QueryDeps): Promise<ReadSequence[]> {
  const found: ReadSequence[] = [];
  for (const object of await listObjects(tx, deps.hub, SEQUENCE)) {
    const read = await readObject(tx, deps, object);
    if (read !== undefined) found.push(read);
  }
  return found;
}

async function readObject(tx: Tx, deps: QueryDeps, object: KubeObject): Promise<ReadSequence | undefined> {
  const at = { hub: deps.hub, name: object.metadata.name };
  const loaded = await loadSequenceState(tx, at, settingsOf(deps));
  return loaded && { ...loaded, object };
}

/** The rollouts of a sequence that the engine has created, by creation. */
export const rolloutsOf = ({ records, objects }: LoadedSequence): readonly ShownRollout[] =>
  [...records.values()].map(record => {
    const object = objects.get(record.name);
    return { record, ...(object && { object }) };
  });
