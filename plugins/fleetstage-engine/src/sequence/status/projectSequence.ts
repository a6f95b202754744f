import {
  toRfc3339,
  UPGRADE_TYPES,
  type Instant,
  type Result,
  type RolloutSequenceStatus,
  type SequenceStageStatus,
  type UpgradeType,
  type VersionByType,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { sentence } from '../../words';
import { designationsOf, isEligible } from '../decide/createRollouts';
import { sequenceHealth, type SequenceHealth } from '../facts/sequenceHealth';
import { openPass, type SequencePass } from '../facts/sequencePass';
import { openSequenceLedger, type OpenRollout, type SequenceLedger } from '../rollout/sequenceLedger';
import { isActive, isAtDoor, occupies } from '../rollout/stagePhase';
import type { SequenceMemory } from '../state/sequenceMemory';
import type { SequenceState } from '../state/sequenceState';
import { compareVersions } from '../versions/compareVersions';
import { formatVersion, parseVersion } from '../versions/version';
import { claim, stateClaims, type SequenceClaim } from './sequenceClaim';

export interface SequenceStatusInput {
  readonly now: Instant;
  readonly previous?: RolloutSequenceStatus;
  /** Where the caller has opened the pass of the state at that time. */
  readonly opened?: Result<SequencePass>;
}

/** The status of a RolloutSequence (E §2.3) from the state with its memory after the pass. */
export function projectSequence(
  state: SequenceState,
  { now, previous, opened = openPass(state, now) }: SequenceStatusInput,
): RolloutSequenceStatus {
  const { generation, memory, spec } = state.sequence;
  const statement = {
    generation,
    now,
    ...(previous?.conditions && { previous: previous.conditions }),
  };
  if (!opened.ok) {
    const ready = claim('RolloutSequence', 'Ready', 'False', ['InternalError', sentence(opened.error)]);
    return { observedGeneration: generation, conditions: stateClaims([ready], statement) };
  }
  const pass = opened.value;
  const health = sequenceHealth(pass);
  if (memory === undefined && health.ready.reason !== 'FleetInOtherSequence') {
    const ready = claim('RolloutSequence', 'Ready', 'Unknown', [
      'Initializing',
      'It is read for the first time.',
    ]);
    return { observedGeneration: generation, conditions: stateClaims([ready], statement) };
  }
  return {
    observedGeneration: generation,
    stageCount: spec.stages.length,
    ...(memory && projectMemory(pass, memory)),
    operationalState: operationalOf(health, memory, now),
    conditions: stateClaims(claimsOf(health), statement),
  };
}

function projectMemory(pass: SequencePass, memory: SequenceMemory): RolloutSequenceStatus {
  const { state, channel } = pass;
  const ledger = openSequenceLedger(state, memory, pass.now);
  const active = ledger.rollouts().filter(rollout => isActive(rollout.memory));
  const names = active.map(({ name }) => name);
  const target = targetOf(pass, ledger);
  const { lastChange, assignmentHash } = memory;
  return {
    activeRollouts: names,
    activeCount: names.length,
    ...(channel.ok && { channel: channel.value.channel.name }),
    ...(target && { target }),
    stages: pass.assignment.stages.map((stage, index) => ({
      name: stage.name,
      number: stage.number,
      clusters: stage.clusters.length,
      ...projectStage(active, memory, index),
    })),
    assignmentHash,
    ...(lastChange && {
      lastChange: {
        time: toRfc3339(lastChange.at),
        class: lastChange.class,
        ...(lastChange.cancelled.length > 0 && { cancelled: lastChange.cancelled }),
      },
    }),
  };
}

const KEYS: Readonly<Record<UpgradeType, keyof VersionByType>> = {
  ControlPlane: 'controlPlane',
  Node: 'node',
};

/** By type, without types that have nothing. */
function byType<T>(
  find: (type: UpgradeType) => T | undefined,
): Partial<Record<keyof VersionByType, T>> | undefined {
  const found = UPGRADE_TYPES.flatMap(type => {
    const value = find(type);
    return value === undefined ? [] : [[KEYS[type], value] as const];
  });
  return found.length === 0
    ? undefined
    : (Object.fromEntries(found) as Partial<Record<keyof VersionByType, T>>);
}

/** E/RS-033. */
function projectStage(
  active: readonly OpenRollout[],
  memory: SequenceMemory,
  index: number,
): Pick<SequenceStageStatus, 'qualified' | 'occupiedBy' | 'waiting'> {
  const ofType = (type: UpgradeType) => active.filter(({ spec }) => spec.upgradeType === type);
  const qualified = byType(type => newestQualified(memory, type, index + 1));
  const occupiedBy = byType(type => ofType(type).find(one => occupies(one.memory, index))?.name);
  const waiting = byType(type => {
    const names = ofType(type)
      .filter(one => isAtDoor(one.memory, index))
      .map(({ name }) => name);
    return names.length === 0 ? undefined : names;
  });
  return {
    ...(qualified && { qualified }),
    ...(occupiedBy && { occupiedBy }),
    ...(waiting && { waiting }),
  };
}

function newestQualified(
  { qualified }: SequenceMemory,
  type: UpgradeType,
  stage: number,
): string | undefined {
  const versions = qualified
    .filter(one => one.upgradeType === type && one.stage === stage)
    .flatMap(({ version }) => {
      const parsed = parseVersion(version);
      return parsed.ok ? [parsed.value] : [];
    })
    .sort(compareVersions);
  const newest = versions.at(-1);
  return newest && formatVersion(newest);
}

/** E/RS-032. */
function targetOf(pass: SequencePass, ledger: SequenceLedger): VersionByType | undefined {
  const designations = designationsOf(pass);
  return byType(type => {
    const highest = designations.find(one => one.upgradeType === type && isEligible(pass, ledger, one));
    return highest && formatVersion(highest.version);
  });
}

/** `Ready` is Unknown until the first pass. */
function operationalOf(health: SequenceHealth, memory: SequenceMemory | undefined, now: Instant) {
  const { state, ready, warnings } = health;
  const since = memory?.operational.state === state ? memory.operational.since : now;
  const reasons = [
    ...(ready.status === 'False' ? [ready.reason] : []),
    ...warnings.map(({ reason }) => reason),
  ];
  return { state, ...(reasons.length > 0 && { reasons }), stateChangeTime: toRfc3339(since) };
}

function claimsOf({ ready, warnings }: SequenceHealth): readonly SequenceClaim[] {
  const { status, reason, message } = ready;
  const [first] = warnings;
  return [
    { type: 'Ready', status, reason, message },
    first === undefined
      ? claim('RolloutSequence', 'Degraded', 'False', ['NoWarnings', 'There are no warnings.'])
      : claim('RolloutSequence', 'Degraded', 'True', [
          first.reason,
          warnings.map(warning => warning.message).join(' '),
        ]),
  ];
}
