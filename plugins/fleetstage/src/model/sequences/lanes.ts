import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

type Sequence = Schemas['Sequence'];
type Stage = Schemas['SequenceStage'];
type Rollout = Schemas['VersionRolloutSummary'];

/** The lanes of a sequence: each type of upgrade goes through the stages by itself (D/RS-004). */
export const LANES = [
  { type: 'ControlPlane', key: 'controlPlane' },
  { type: 'Node', key: 'node' },
] as const;
export type Lane = (typeof LANES)[number];

/** One lane of one stage. */
export interface LaneCell {
  readonly lane: Lane;
  /** The rollout that is in it. */
  readonly rollout?: Rollout;
  /** Where that is there. */
  readonly bar?: Schemas['VersionStageBar'];
  /** Those that wait until it has left, in their order. */
  readonly waiting: readonly Rollout[];
  /** The newest version that went through the stage. */
  readonly qualified?: string;
  /** The sequence starts no upgrades of the type by itself (E/RS-010). */
  readonly isOff: boolean;
}

/** What stands in the lane of a stage; a rollout that the answer names but does not have is left out. */
export function laneCell(
  { activeRollouts, spec: { upgradeTypes } }: Pick<Sequence, 'activeRollouts' | 'spec'>,
  stage: Stage,
  lane: Lane,
): LaneCell {
  const find = (name: string | undefined) => activeRollouts.find(one => one.name === name);
  const rollout = find(stage.occupiedBy?.[lane.key]);
  const bar = rollout?.stages.find(({ number }) => number === stage.number);
  const qualified = stage.qualified?.[lane.key];
  return {
    lane,
    ...(rollout && { rollout }),
    ...(bar && { bar }),
    waiting: (stage.waiting?.[lane.key] ?? []).flatMap(name => find(name) ?? []),
    ...(qualified !== undefined && { qualified }),
    isOff: Array.isArray(upgradeTypes) && !upgradeTypes.some(one => String(one).startsWith(lane.type)),
  };
}

/** The first stage that a rollout is in: it is in view first. */
export const busyStage = ({ stages }: Pick<Sequence, 'stages'>): Stage | undefined =>
  stages.find(({ occupiedBy }) => (occupiedBy?.controlPlane ?? occupiedBy?.node) !== undefined);
