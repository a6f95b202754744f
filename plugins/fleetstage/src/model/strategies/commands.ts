const KIND = 'clusterstagedupdatestrategies.placement.kubernetes-fleet.io';

/** Shows a strategy, changes it, and shows the runs by it. */
export const strategyCommands = (name: string) =>
  [
    `kubectl get ${KIND} ${name} -o yaml`,
    `kubectl edit ${KIND} ${name}`,
    `kubectl get clusterstagedupdateruns.placement.kubernetes-fleet.io -o wide | grep ${name}`,
  ].join('\n');

export const deleteStrategyCommand = (name: string) => `kubectl delete ${KIND} ${name}`;
