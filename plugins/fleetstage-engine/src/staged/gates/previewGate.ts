import type { StageTask } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { GateProgress } from './gate';
import type { PlannedGateView } from './gateStatus';
import { findGateKind, gateKindOf } from './gateKinds';

/** What a preview says of a gate that nothing has happened at. */
export const previewGate = (gate: GateProgress): PlannedGateView => gateKindOf(gate.kind).preview(gate);

/** The same for tasks of a strategy that no run works by yet; names are of no account, and unknown types are left out. */
export const previewTasks = (tasks: readonly StageTask[] = []): PlannedGateView[] =>
  tasks.flatMap(task => {
    const kind = findGateKind(task.type);
    return kind === undefined
      ? []
      : [kind.preview(kind.plan(task, { run: '', stage: '', side: 'afterStage' }))];
  });
