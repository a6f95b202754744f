import type {
  ClusterStagedUpdateRun,
  KubeObject,
  UpdateRunState,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  explainOutcome,
  runOutcome,
  wantedState,
  type RunProgress,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, NotFoundError } from '@backstage/errors';
import type { Tx } from '../../database/db';
import { toKeyText } from '../../database/keyText';
import { toRunFacts } from '../../database/facts';
import { loadObject } from '../../database/mirrorStore';
import { loadRunInitiators, NO_INITIATORS } from '../../database/runInitiators';
import { loadRun } from '../../database/runStore';
import { approversOfRun } from '../runApprovers';
import type { RunResource } from '../../permissions/resources';

/** A run as commands need it: who it is, how far it is, and what permission rules read. */
export interface RunSubject {
  readonly name: string;
  readonly uid: string;
  readonly placement: string;
  readonly strategy: string;
  readonly isOver: boolean;
  readonly state: UpdateRunState;
  /** Absent: no pass has read it yet. */
  readonly progress?: RunProgress;
  readonly resource: RunResource;
  /** See `approversOfRun`. */
  readonly approvers?: readonly string[];
}

export async function loadRunSubject(tx: Tx, hub: string, name: string): Promise<RunSubject> {
  const object = await loadObject(tx, { hub, kind: 'ClusterStagedUpdateRun', name });
  if (object === undefined) throw new NotFoundError(`run "${name}" does not exist on hub "${hub}"`);
  const { metadata, spec } = object as KubeObject & Pick<ClusterStagedUpdateRun, 'spec'>;
  const uid = metadata.uid ?? '';
  const record = await loadRun(tx, hub, name);
  const progress = record?.uid === uid ? record.progress : undefined;
  const strategy = await loadObject(tx, {
    hub,
    kind: 'ClusterStagedUpdateStrategy',
    name: toKeyText(spec.stagedRolloutStrategyName),
  });
  const approvers = approversOfRun(progress?.plan, strategy);
  const initiators = await loadRunInitiators(tx, hub, [toRunFacts(object)]);
  const { startedBy: _, ...known } = initiators.get(uid) ?? NO_INITIATORS;
  return {
    name,
    uid,
    placement: spec.placementName,
    strategy: spec.stagedRolloutStrategyName,
    isOver: runOutcome(progress) !== undefined,
    state: wantedState(spec, progress),
    ...(progress && { progress }),
    resource: {
      hub,
      name,
      placement: spec.placementName,
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
