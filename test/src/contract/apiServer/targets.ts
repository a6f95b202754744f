import { startEmbedded } from '../../embedded/startEmbedded';
import { startRealFleet, type FleetUser, type KubectlOptions, type KubectlResult } from '../../controlPlane';

/** A cluster of either kind, as its clients see it. */
export interface ContractCluster {
  readonly url: string;
  readonly caPem: string;
  readonly adminToken: string;
  kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult>;
  logs(): string;
}

export interface Target {
  readonly hub: ContractCluster;
  readonly member: ContractCluster;
  stop(): Promise<void>;
}

export type TargetName = 'embedded' | 'real';

/** People besides the administrator; what they may do is what a case allows them. */
export const USERS = {
  alice: { name: 'alice', token: 'contract-token-of-alice-0123456789', groups: ['developers'] },
  bob: { name: 'bob', token: 'contract-token-of-bob-0123456789ab', groups: [] },
} satisfies Record<string, FleetUser>;

const start: Readonly<Record<TargetName, () => Promise<Target>>> = {
  async embedded() {
    const fleet = await startEmbedded({ members: 1, pace: 0.2, users: Object.values(USERS) });
    return { hub: fleet.hub, member: fleet.members[0], stop: fleet.stop };
  },
  async real() {
    const fleet = await startRealFleet({ members: ['member-1'], users: Object.values(USERS) });
    return { hub: fleet.hub, member: fleet.members[0], stop: fleet.stop };
  },
};

export const startTarget = (name: TargetName): Promise<Target> => start[name]();
