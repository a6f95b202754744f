import { aVersion } from '../versions/version.testing';
import {
  DEFAULT_MINOR_STEP,
  DEFAULT_NO_PROGRESS_MS,
  DEFAULT_NODE_SKEW,
  type ObservedUnit,
  type RolloutFacts,
  type TargetFacts,
} from './targetFacts';

export const aUnit = (current: string, unit: Partial<ObservedUnit> = {}): ObservedUnit => ({
  current: aVersion(current),
  isUpgrading: false,
  isHealthy: true,
  ...unit,
});

/** A control plane that nothing holds. */
export const aTarget = (current: string, facts: Partial<TargetFacts> = {}): TargetFacts => ({
  cluster: 'c1',
  presence: 'Present',
  provider: 'Known',
  unit: aUnit(current),
  readiness: { isReady: true },
  isOptedOut: false,
  path: { ok: true },
  maintenance: { kind: 'Open' },
  past: { kind: 'Untouched' },
  stage: 'Open',
  isSkippedByUser: false,
  ...facts,
});

/** A node pool whose control plane runs `controlPlane`. */
export const aPool = (current: string, controlPlane: string, facts: Partial<TargetFacts> = {}): TargetFacts =>
  aTarget(current, { nodePool: 'blue', controlPlane: { current: aVersion(controlPlane) }, ...facts });

export const aRolloutTo = (version: string, rollout: Partial<RolloutFacts> = {}): RolloutFacts => ({
  upgradeType: 'ControlPlane',
  version: aVersion(version),
  state: 'Running',
  ignoresMaintenance: false,
  maxMinorStep: DEFAULT_MINOR_STEP,
  maxNodeSkew: DEFAULT_NODE_SKEW,
  noProgressMs: DEFAULT_NO_PROGRESS_MS,
  ...rollout,
});
