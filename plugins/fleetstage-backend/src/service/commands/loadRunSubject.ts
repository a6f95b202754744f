import {
  stagedKindsOf,
  type ClusterStagedUpdateRun,
  type KubeObject,
  type RunKind,
  type UpdateRunState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  explainOutcome,
  runOutcome,
  wantedState,
  type RunProgress,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, NotFoundError } from '@backstage/errors';
import type { Tx } from '../../database/db';
import { toRunFacts } from '../../database/facts';
import { loadObject } from '../../database/mirrorStore';
import { fromObjectKey } from '../../database/placementObject';
import { loadRunInitiators, NO_INITIATORS } from '../../database/runInitiators';
import { loadRun } from '../../database/runStore';
import { placementOfRun, runObject, strategyObject, strategyOfRun } from '../../database/stagedObjects';
import { approversOfRun } from '../runApprovers';
import type { RunResource } from '../../permissions/resources';

/** A run as commands need it: who it is, how far it is, and what permission rules read. */
export interface RunSubject {
  /** Its key. */
  readonly name: string;
  readonly uid: string;
  /** Where it is on the hub. */
  readonly object: { readonly kind: RunKind; readonly namespace?: string; readonly name: string };
  /** Key of the placement. */
  readonly placement: string;
  /** Key of the strategy. */
  readonly strategy: string;
  readonly isOver: boolean;
  readonly state: UpdateRunState;
  /** Absent: no pass has read it yet. */
  readonly progress?: RunProgress;
  readonly resource: RunResource;
  /** See `approversOfRun`. */
  readonly approvers?: readonly string[];
}

/** @throws NotFoundError where there is no run with this key */
export async function loadRunSubject(tx: Tx, hub: string, name: string): Promise<RunSubject> {
  const object = await loadObject(tx, runObject({ hub, name }));
  if (object === undefined) throw new NotFoundError(`run "${name}" does not exist on hub "${hub}"`);
  const { metadata, spec } = object as KubeObject & Pick<ClusterStagedUpdateRun, 'spec'>;
  const run = { ...metadata, spec };
  const placement = placementOfRun(hub, run).name;
  const uid = metadata.uid ?? '';
  const record = await loadRun(tx, hub, name);
  const progress = record?.uid === uid ? record.progress : undefined;
  const strategyRef = strategyOfRun(hub, run);
  const strategy = await loadObject(tx, strategyObject(strategyRef));
  const approvers = approversOfRun(progress?.plan, strategy);
  const initiators = await loadRunInitiators(tx, hub, [toRunFacts(object)]);
  const { startedBy: _, ...known } = initiators.get(uid) ?? NO_INITIATORS;
  return {
    name,
    uid,
    object: { kind: stagedKindsOf(metadata).run, ...fromObjectKey(name) },
    placement,
    strategy: strategyRef.name,
    isOver: runOutcome(progress) !== undefined,
    state: wantedState(spec, progress),
    ...(progress && { progress }),
    resource: {
      hub,
      name,
      placement,
      labels: metadata.labels ?? {},
      ...known,
    },
    ...(approvers && { approvers }),
  };
}

/** @throws ConflictError where nothing can happen to the run any more */
export function mustNotBeOver({ name, progress }: RunSubject): void {
  const end = runOutcome(progress);
  if (end !== undefined) throw new ConflictError(explainOutcome(name, end));
}
