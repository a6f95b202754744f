import type { RemovalPort } from '../staged/items';
import type { RunContext } from './runContext';
import type { RunAction } from './state';

/** The removal of a run: clusters that the policy does not pick any more are cleaned (C/1.13). */
export const clusterRemovals = ({ bindingOf, ledger, state }: RunContext): RemovalPort<RunAction> => ({
  isAsked: cluster => bindingOf.get(cluster)?.releasedAt !== undefined || !bindingOf.has(cluster),
  ask: cluster => {
    const why = `run "${state.run.name}" has reached its deletion stage`;
    return [{ kind: 'releaseBinding', cluster, at: ledger.now, why }];
  },
  observe: cluster =>
    bindingOf.has(cluster)
      ? { kind: 'pending', message: 'being cleaned, the member has not confirmed yet' }
      : { kind: 'done' },
});
