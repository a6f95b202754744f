import {
  instant,
  type Instant,
  type RolloutSequenceSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  validateFleets,
  validateSequence,
  type SequenceIssue,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { loadSequenceClusters, loadSiblings } from '../../database/sequences/loadSequenceState';

export interface SequenceToJudge {
  readonly name: string;
  /** `undefined`: it is not saved yet, and younger than all. */
  readonly createdAt: Instant | undefined;
  readonly spec: RolloutSequenceSpec;
}

const NOT_SAVED = instant(Number.MAX_SAFE_INTEGER);

/** Everything that is wrong with a sequence, or worth a warning, among the others of its hub (E/RV-001…011); errors first. */
export async function judgeSequence(
  tx: Tx,
  hub: string,
  { name, createdAt = NOT_SAVED, spec }: SequenceToJudge,
): Promise<readonly SequenceIssue[]> {
  const claim = { name, createdAt, stages: spec.stages };
  const others = await loadSiblings(tx, { hub, name });
  const issues = [
    ...validateSequence(spec),
    ...validateFleets(claim, others, await loadSequenceClusters(tx, hub)),
  ];
  const isWarning = ({ severity }: SequenceIssue) => severity === 'Warning';
  return [...issues.filter(one => !isWarning(one)), ...issues.filter(isWarning)];
}
