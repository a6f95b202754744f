import { runResource } from '../kubectl';

interface Strategy {
  readonly scope: string;
  readonly name: string;
}

const resourceOf = ({ scope }: Strategy) =>
  scope === '_'
    ? 'clusterstagedupdatestrategies.placement.kubernetes-fleet.io'
    : `stagedupdatestrategies.placement.kubernetes-fleet.io -n ${scope}`;

/** Shows a strategy, changes it, and shows the runs by it. */
export const strategyCommands = (strategy: Strategy) =>
  [
    `kubectl get ${resourceOf(strategy)} ${strategy.name} -o yaml`,
    `kubectl edit ${resourceOf(strategy)} ${strategy.name}`,
    `kubectl get ${runResource(strategy.scope)} -o wide | grep ${strategy.name}`,
  ].join('\n');

export const deleteStrategyCommand = (strategy: Strategy) =>
  `kubectl delete ${resourceOf(strategy)} ${strategy.name}`;
