import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export type Rollout = Schemas['VersionRollout'];
export type RolloutStage = Schemas['VersionStage'];
export type RolloutCluster = Schemas['VersionRolloutCluster'];

export interface RolloutProps {
  readonly rollout: Rollout;
}

export interface RolloutDialogProps extends RolloutProps {
  readonly onClose: () => void;
}
