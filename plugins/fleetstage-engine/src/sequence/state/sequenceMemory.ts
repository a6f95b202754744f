import type {
  ChangeClass,
  Instant,
  OperationalState,
  RolloutSequenceSpec,
  UpgradeType,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** A version that went through a stage with its soak (D/RS-008); it holds for the stages up to this one as they are now. */
export interface QualifiedVersion {
  readonly upgradeType: UpgradeType;
  /** From 1. */
  readonly stage: number;
  readonly version: string;
  readonly at: Instant;
  /** By a person who completed the stage, or although clusters were open. */
  readonly forced?: true;
}

/** A version that ended because somebody wanted it to, or had waited too long: the catalogue alone does not start it again. */
export interface StoppedVersion {
  readonly upgradeType: UpgradeType;
  readonly version: string;
}

/** What a sequence remembers beside its rollouts. */
export interface SequenceMemory {
  /** The generation and spec that were decided on last, by which an edit is known (E/MO-005). */
  readonly generation: number;
  readonly spec: RolloutSequenceSpec;
  readonly assignmentHash: string;
  readonly qualified: readonly QualifiedVersion[];
  readonly stopped: readonly StoppedVersion[];
  readonly lastChange?: {
    readonly at: Instant;
    readonly class: ChangeClass;
    readonly cancelled: readonly string[];
  };
  /** Repetitions of names of rollouts: 2 where `bank-cp-1-31-2-2` was the last. */
  readonly repetitions: Readonly<Record<string, number>>;
  /** `ControlPlane 1.31.2` and the like: what is designated has an event once. */
  readonly designated: readonly string[];
  readonly operational: { readonly state: OperationalState; readonly since: Instant };
}
