import type { Blocker } from '../decision';
import type { Binding } from '../placement/state';
import type { WorkReport } from '../work/report';
import type { GateContext } from '../staged/gates/decideGates';
import type { Ledger } from './ledger';
import type { RunPlan, RunState, StageProgress } from './state';

/** What the parts of one decision about a planned run share. */
export interface RunContext {
  readonly state: RunState;
  readonly plan: RunPlan;
  readonly ledger: Ledger;
  /** What gates may know of the run. */
  readonly gates: GateContext['gates'];
  /** Set while nothing new may start. */
  readonly hold?: Blocker;
  readonly bindingOf: ReadonlyMap<string, Binding>;
  readonly reportOf: ReadonlyMap<string, WorkReport>;
}

/** A stage after this pass; `failure` ends the run. */
export interface StageOutcome {
  readonly stage: StageProgress;
  readonly failure?: string;
}

export const openContext = (given: Pick<RunContext, 'state' | 'plan' | 'ledger' | 'hold'>): RunContext => ({
  ...given,
  gates: { run: given.state.run, requests: given.state.approvals },
  bindingOf: new Map(given.state.bindings.map(binding => [binding.cluster, binding])),
  reportOf: new Map(given.state.reports.map(report => [report.cluster, report])),
});
