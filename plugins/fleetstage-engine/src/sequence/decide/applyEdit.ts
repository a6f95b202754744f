import { isSameJson, type RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { countOf } from '../../words';
import { parseAssigner } from '../assignment/assignClusters';
import { assignmentHash, classifyChange, type KeptStage, type SequenceEdit } from '../change/classifyChange';
import type { SequencePass } from '../facts/sequencePass';
import { cancelRollout } from '../rollout/endRollout';
import { moveStages } from '../rollout/moveStages';
import { saveIfChanged } from '../rollout/moveRollout';
import type { OpenRollout, SequenceLedger } from '../rollout/sequenceLedger';
import { isActive } from '../rollout/stagePhase';
import type { QualifiedVersion, SequenceMemory } from '../state/sequenceMemory';
import { formatVersion, parseVersion } from '../versions/version';

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
    if (kind === 'Participants') endByEdit(pass, ledger, rollout);
    else moveByEdit(pass, ledger, { rollout, before: before.spec, kept });
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

function endByEdit(pass: SequencePass, ledger: SequenceLedger, rollout: OpenRollout): void {
  const { memory } = rollout;
  const ended = isActive(memory)
    ? cancelRollout(memory, 'IncompatibleSequence', pass)
    : { ...memory, isClosed: true as const };
  saveIfChanged(ledger, rollout, ended);
}

interface Moved {
  readonly rollout: OpenRollout;
  readonly before: RolloutSequenceSpec;
  readonly kept: readonly KeptStage[];
}

/** Nothing has happened to a stage that has another name or number now, so there are no events. */
function moveByEdit(
  { state, now }: SequencePass,
  ledger: SequenceLedger,
  { rollout, before, kept }: Moved,
): void {
  const { memory, name } = rollout;
  const moved = moveStages(memory, { before, after: state.sequence.spec, kept, now });
  if (moved !== memory) ledger.save(name, moved);
}

/** Rollouts whose stages are not the sequence's: its memory was lost, so what they were is not known any more. */
export function endUnknown(pass: SequencePass, ledger: SequenceLedger): void {
  const count = pass.state.sequence.spec.stages.length;
  for (const rollout of ledger.rollouts())
    if (rollout.memory.isClosed !== true && rollout.memory.progress.stages.length !== count)
      endByEdit(pass, ledger, rollout);
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
function startWanted({ stopped, spec }: SequenceMemory, { target }: RolloutSequenceSpec) {
  const wanted = target && parseVersion(target.version);
  if (!wanted?.ok || isSameJson(spec.target, target)) return stopped;
  return stopped.filter(({ version }) => version !== formatVersion(wanted.value));
}
