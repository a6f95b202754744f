import { isSameJson, type RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { countOf } from '../../words';
import { parseAssigner } from '../assignment/assignClusters';
import { assignmentHash, classifyChange, type KeptStage, type SequenceEdit } from '../change/classifyChange';
import type { SequencePass } from '../facts/sequencePass';
import { cancelRollout } from '../rollout/endRollout';
import { moveStages } from '../rollout/moveStages';
import { saveIfChanged } from '../rollout/moveRollout';
import type { SequenceLedger } from '../rollout/sequenceLedger';
import { isActive } from '../rollout/stagePhase';
import type { QualifiedVersion, SequenceMemory } from '../state/sequenceMemory';

/** The memory of a sequence that was never decided on. */
export const newSequenceMemory = ({ state, now, assignment }: SequencePass): SequenceMemory => ({
  generation: state.sequence.generation,
  spec: state.sequence.spec,
  assignmentHash: assignmentHash(assignment),
  qualified: [],
  stopped: [],
  repetitions: {},
  designated: [],
  operational: { state: 'Initializing', since: now },
});

/**
 * What an edit of the sequence does (E §5, D §8): where a cluster is in another stage all active rollouts end, else they go on at
 * the same place of the list of stages. What the first stages have qualified stays where those stages are as they were.
 */
export function applyEdit(pass: SequencePass, ledger: SequenceLedger): void {
  const { sequence } = pass.state;
  const before = ledger.memory();
  const hash = assignmentHash(pass.assignment);
  if (before.generation === sequence.generation) {
    if (before.assignmentHash !== hash) ledger.saveMemory({ ...before, assignmentHash: hash });
    return;
  }
  const active = ledger.rollouts().filter(({ memory }) => isActive(memory));
  const edit = classify(
    pass,
    before.spec,
    active.map(({ name }) => name),
  );
  const { class: kind, cancels, kept } = edit;
  for (const rollout of ledger.rollouts()) {
    if (rollout.memory.isClosed === true) continue;
    if (kind !== 'Participants')
      saveIfChanged(
        ledger,
        rollout,
        moveStages(rollout.memory, { before: before.spec, after: sequence.spec, kept, now: pass.now }),
      );
    else if (isActive(rollout.memory))
      saveIfChanged(ledger, rollout, cancelRollout(rollout.memory, 'IncompatibleSequence', pass));
    else saveIfChanged(ledger, rollout, { ...rollout.memory, isClosed: true });
  }
  const isBig = cancels.length > 0;
  const message = `${kind}: ${isBig ? `${countOf(cancels.length, 'rollout')} cancelled` : 'no rollout is cancelled'}.`;
  ledger.saveMemory(
    {
      ...before,
      generation: sequence.generation,
      spec: sequence.spec,
      assignmentHash: hash,
      qualified: keepQualified(before.qualified, kept),
      stopped: startWanted(before, sequence.spec),
      lastChange: { at: pass.now, class: kind, cancelled: cancels },
    },
    [{ event: 'SequenceChanged', message, ...(isBig && { isWarning: true }) }],
  );
}

/** The spec before may not compile, where it went past admission: then nothing of it is kept. */
function classify(
  { state, assignment }: SequencePass,
  before: RolloutSequenceSpec,
  activeRollouts: readonly string[],
): Pick<SequenceEdit, 'class' | 'cancels' | 'kept'> {
  const { spec } = state.sequence;
  const assigner = parseAssigner(before);
  if (!assigner.ok) return { class: 'Participants', cancels: activeRollouts, kept: [] };
  return classifyChange({
    before: { spec: before, assignment: assigner.value(state.clusters) },
    after: { spec, assignment },
    activeRollouts,
  });
}

const keepQualified = (
  qualified: readonly QualifiedVersion[],
  kept: readonly KeptStage[],
): readonly QualifiedVersion[] =>
  qualified.flatMap(one => {
    const pair = kept.find(({ before }) => before === one.stage);
    return pair === undefined ? [] : [{ ...one, stage: pair.after }];
  });

/** Who sets `spec.target` anew wants that version, also where a rollout of it was cancelled (D/VS-005). */
const startWanted = ({ stopped, spec }: SequenceMemory, { target }: RolloutSequenceSpec) =>
  target === undefined || isSameJson(spec.target, target)
    ? stopped
    : stopped.filter(({ version }) => version !== target.version.replace(/^v/, ''));
