import type { ObservedCluster, ObservedNodePool, UpgradeRequest } from '../versionProviders';
import { VersionProviderError } from '../versionProviders';
import type { VersionProviderTrial } from './VersionProviderTrial';

/** Versions are compared without the `v` that some providers write. */
export const plain = (version: string) => version.replace(/^v/, '');

export const lowestOf = ({ versions, desired }: ObservedNodePool) => plain(versions[0]?.version ?? desired);

/** Calls of a provider as tests make them. */
export class TrialRun {
  readonly signal = new AbortController().signal;

  constructor(readonly trial: VersionProviderTrial) {}

  get provider() {
    return this.trial.provider;
  }

  async stateOf(cluster: string): Promise<ObservedCluster> {
    const state = await this.provider.getClusterState(cluster, this.signal);
    if (state === undefined) throw new Error(`the provider does not know ${cluster}`);
    return state;
  }

  check(request: UpgradeRequest) {
    return this.provider.checkUpgrade(request, this.signal);
  }

  start(request: UpgradeRequest) {
    return this.provider.startUpgrade(request, this.signal);
  }

  /** All states until one is good, the last included; fails with the last one. */
  async statesUntil(
    cluster: string,
    isGood: (state: ObservedCluster) => boolean,
  ): Promise<readonly ObservedCluster[]> {
    const states: ObservedCluster[] = [];
    const deadline = performance.now() + this.trial.upgradeWithinMs;
    for (;;) {
      const state = await this.stateOf(cluster);
      states.push(state);
      if (isGood(state)) return states;
      if (performance.now() > deadline)
        throw new Error(`not within ${this.trial.upgradeWithinMs} ms: ${JSON.stringify(state)}`);
      await this.trial.passTime();
    }
  }

  /** What a call throws, which must be of the one kind that providers throw. */
  async failureOf(call: Promise<unknown>): Promise<VersionProviderError> {
    const error = await call.then(
      answer => new Error(`it answered ${JSON.stringify(answer)}`),
      (thrown: unknown) => thrown,
    );
    if (error instanceof VersionProviderError) return error;
    throw error;
  }
}
