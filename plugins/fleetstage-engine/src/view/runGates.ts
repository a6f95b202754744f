import { fromRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GateViewInput, Side } from '../staged/gates/gate';
import { gateKindOf, shownAs } from '../staged/gates/gateKinds';
import { isGateUsed } from '../staged/gates/isGateUsed';
import type { StageProgress } from '../updaterun/state';
import type { RunAssessment } from './runInputs';
import type { GateView } from './views';
import { ageInWords, sentence } from '../words';

type When = 'before' | 'after';

const sideOf: Readonly<Record<When, Side>> = { before: 'beforeStage', after: 'afterStage' };

/** The gates before or after a stage, in the order of the strategy. */
export const gatesOf = (assessment: RunAssessment, stage: StageProgress, when: When): GateView[] => {
  const input = viewInputOf(assessment, stage, when);
  return stage[when].map(gate => {
    const shown = gateKindOf(gate.kind).show(gate, input);
    const view = {
      task: when,
      stage: stage.name,
      ...shown,
      ...reasonOf(shown),
      ...overWords(assessment, shown),
    };
    return { kind: shownAs(gate.kind), ...view };
  });
};

function viewInputOf(assessment: RunAssessment, stage: StageProgress, when: When): GateViewInput {
  const { now, run, gateFacts, isOver, over, progress } = assessment;
  return {
    ...gateFacts,
    now,
    run,
    stage,
    side: sideOf[when],
    isOver,
    ...(over && { overAt: over.at }),
    ...(progress?.resumedAt !== undefined && { resumedAt: progress.resumedAt }),
    isUsed: progress === undefined || isGateUsed(progress, stage.name, when),
  };
}

/** The words of an added kind are those of its module. */
const reasonOf = ({ state, message }: Pick<GateView, 'state' | 'message'>) =>
  state === 'waiting' && message !== undefined ? { message: sentence(message) } : {};

/** A run that is over promises nothing of its gates. */
function overWords(
  { over }: RunAssessment,
  { state, beganAt }: Pick<GateView, 'state' | 'beganAt'>,
): Partial<GateView> {
  if (over === undefined || (state !== 'notReached' && state !== 'cutShort')) return {};
  const began = fromRfc3339(beganAt);
  const end = `the run ${over.how}.`;
  return {
    message: began === undefined ? sentence(end) : `Counted ${ageInWords(over.at - began)}, then ${end}`,
  };
}
