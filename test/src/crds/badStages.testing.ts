import { approval, strategy, stage, after, before, run, member, LONG } from './objects.testing';
import type { Input, Refused } from './rows.testing';

export const badStagesRunsAndMembers: (Input & Refused)[] = [
  // stages
  {
    name: 'two stages of one name (C/ST-002, DX-019)',
    object: strategy([{ name: 'a' }, { name: 'b' }, { name: 'a' }]),
    says: /spec\.stages.*name must be unique.*rename/,
  },
  {
    name: 'two stages of one name through v1alpha1',
    object: strategy([{ name: 'a' }, { name: 'a' }], 'v1alpha1'),
    says: /name must be unique/,
  },
  {
    name: 'a stage name with a hyphen (C/ST-001)',
    object: strategy([{ name: 'eu-west' }]),
    says: /spec\.stages\[0\]\.name.*should match/,
  },
  {
    name: 'a stage name of 64 characters',
    object: strategy([{ name: LONG }]),
    says: /spec\.stages\[0\]\.name.*(may not be more than 63|Too long)/,
  },
  {
    name: '32 stages',
    object: strategy(Array.from({ length: 32 }, (_, i) => ({ name: `s${i}` }))),
    says: /spec\.stages.*must have at most 31 items/,
  },
  {
    name: 'a sortingLabelKey that no label can have',
    object: stage({ sortingLabelKey: 'the order' }),
    says: /sortingLabelKey must be a label key.*correct/,
  },
  {
    name: 'maxConcurrency 0',
    object: stage({ maxConcurrency: 0 }),
    says: /maxConcurrency must be at least 1.*raise it/,
  },
  {
    name: 'a maxConcurrency that is never read',
    object: stage({ maxConcurrency: 1_000_000_000 }),
    says: /maxConcurrency must be at most 999999999.*lower it/,
  },
  ...['0', '50', '0%', '101%'].map(maxConcurrency => ({
    name: `maxConcurrency "${maxConcurrency}" (C/ST-005)`,
    object: stage({ maxConcurrency }),
    says: /maxConcurrency.*should match/,
  })),
  {
    name: 'three tasks after a stage (C/ST-007)',
    object: after({ type: 'Approval' }, { type: 'TimedWait', waitTime: '1h' }, { type: 'Approval' }),
    says: /afterStageTasks.*must have at most 2 items/,
  },
  {
    name: 'two approvals after a stage (C/ST-008)',
    object: after({ type: 'Approval' }, { type: 'Approval' }),
    says: /afterStageTasks can hold one task of each type; remove/,
  },
  {
    name: 'two tasks before a stage (C/ST-006)',
    object: before({ type: 'Approval' }, { type: 'Approval' }),
    says: /beforeStageTasks.*must have at most 1 item/,
  },
  {
    name: 'a wait before a stage (C/ST-006)',
    object: before({ type: 'TimedWait', waitTime: '1h' }),
    says: /beforeStageTasks.*Approval only; move the TimedWait to afterStageTasks/,
  },
  {
    name: 'an Approval with a wait',
    object: after({ type: 'Approval', waitTime: '1h' }),
    says: /afterStageTasks\[0\].*waitTime belongs to type TimedWait; remove waitTime/,
  },
  {
    name: 'a TimedWait without a wait',
    object: after({ type: 'TimedWait' }),
    says: /afterStageTasks\[0\].*waitTime is required.*set it/,
  },
  {
    name: 'a task of an unknown type (C/ST-009)',
    object: after({ type: 'Ballot' }),
    says: /afterStageTasks\[0\]\.type.*supported values: "Approval", "TimedWait"|afterStageTasks\[0\]\.type.*supported values: "TimedWait", "Approval"/,
  },
  {
    name: 'an approval request without a stage (C/AP-002)',
    object: approval({ parentStageRollout: 'run' }),
    says: /spec\.targetStage.*[Rr]equired/,
  },
  ...['0s', '0.5s', '0h0m'].map(waitTime => ({
    name: `a wait of ${waitTime}`,
    object: after({ type: 'TimedWait', waitTime }),
    says: /waitTime must be at least 1s; raise it/,
  })),
  {
    name: 'a wait of 0 through v1alpha1',
    object: stage({ afterStageTasks: [{ type: 'TimedWait', waitTime: '0' }] }, 'v1alpha1'),
    says: /waitTime must be at least 1s/,
  },
  ...['1', '1d', '01h', '0abc', '-1h', ''].map(waitTime => ({
    name: `a wait of "${waitTime}" (C/ST-010)`,
    object: after({ type: 'TimedWait', waitTime }),
    says: /waitTime.*should match/,
  })),

  // runs
  ...['latest', '-1', '1.5', 'v1'].map(resourceSnapshotIndex => ({
    name: `a run of the index "${resourceSnapshotIndex}"`,
    object: run({ resourceSnapshotIndex }),
    says: /spec\.resourceSnapshotIndex must be a whole number in quotes.*leave it out/,
  })),
  {
    name: 'a run of the index 0 without quotes',
    object: run({ resourceSnapshotIndex: 0 }),
    says: /spec\.resourceSnapshotIndex.*(must be of type string|"integer")/,
  },
  {
    name: 'a run without a placement (C/UR-030)',
    object: run({ placementName: undefined }),
    says: /spec\.placementName.*[Rr]equired/,
  },
  {
    name: 'a run without a strategy (C/UR-032)',
    object: run({ stagedRolloutStrategyName: undefined }),
    says: /spec\.stagedRolloutStrategyName.*[Rr]equired/,
  },
  {
    name: 'a run in an unknown state (C/UR-033, RL-023)',
    object: run({ state: 'Pause' }),
    says: /spec\.state.*supported values: "Initialize", "Run", "Stop"/,
  },

  // member clusters
  {
    name: 'a member cluster without an identity (A/PL-071)',
    object: member({ identity: undefined }),
    says: /spec\.identity.*[Rr]equired/,
  },
  {
    name: 'a heartbeat of 601 seconds (A/PL-072)',
    object: member({ heartbeatPeriodSeconds: 601 }),
    says: /heartbeatPeriodSeconds.*less than or equal to 600/,
  },
  {
    name: 'a taint with another effect (A/PL-073)',
    object: member({ taints: [{ key: 'a', effect: 'NoExecute' }] }),
    says: /taints\[0\]\.effect.*supported values: "NoSchedule"/,
  },
  {
    name: 'a taint with a bad key (A/WH-060)',
    object: member({ taints: [{ key: 'a b', effect: 'NoSchedule' }] }),
    says: /taints\[0\]\.key.*must be a label key/,
  },
  {
    name: 'a taint with a bad value (A/WH-060)',
    object: member({ taints: [{ key: 'a', value: 'b c', effect: 'NoSchedule' }] }),
    says: /taints\[0\]\.value.*must be a label value/,
  },
  {
    name: 'a taint twice (A/WH-060)',
    object: member({
      taints: [
        { key: 'a', effect: 'NoSchedule' },
        { key: 'a', value: '', effect: 'NoSchedule' },
      ],
    }),
    says: /spec\.taints must be unique.*remove/,
  },
];
