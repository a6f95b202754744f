import type { ClusterFacts } from '../cluster/facts';
import type { Blocker } from '../decision';
import type { Binding } from '../state/placement';
import type { WorkReport } from '../work/report';
import type { Ledger } from './ledger';
import type { RunPlan, RunState } from './state';

/** What the parts of one decision about a planned run share. */
export interface RunContext {
  readonly state: RunState;
  readonly plan: RunPlan;
  readonly ledger: Ledger;
  /** Set while nothing new may start. */
  readonly hold?: Blocker;
  readonly bindingOf: ReadonlyMap<string, Binding>;
  readonly reportOf: ReadonlyMap<string, WorkReport>;
  readonly factsOf: ReadonlyMap<string, ClusterFacts>;
}

export const openContext = (given: Pick<RunContext, 'state' | 'plan' | 'ledger' | 'hold'>): RunContext => ({
  ...given,
  bindingOf: new Map(given.state.bindings.map(binding => [binding.cluster, binding])),
  reportOf: new Map(given.state.reports.map(report => [report.cluster, report])),
  factsOf: new Map(given.state.clusters.map(facts => [facts.name, facts])),
});
