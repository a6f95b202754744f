import type { Instant, UpgradeType } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText, earliest, type Blocker } from '../../decision';
import type { RolloutMemory } from '../state/rolloutMemory';
import type { SequenceEvent, SequenceEventName } from '../state/sequenceAction';
import type { QualifiedVersion, SequenceMemory } from '../state/sequenceMemory';
import type { DesiredUpgrade, SequenceRollout, SequenceState } from '../state/sequenceState';
import { compareVersions } from '../versions/compareVersions';
import { parseVersion, type KubeVersion } from '../versions/version';

/** A rollout that the engine created, as it is at this point of the pass. */
export interface OpenRollout extends SequenceRollout {
  readonly memory: RolloutMemory;
  readonly version: KubeVersion;
  /** This pass has made it. */
  readonly isNew?: true;
}

type NewEvent = Omit<SequenceEvent, 'at'>;

/** What one pass writes down on its way; opened when it starts, and never outlives it. */
export interface SequenceLedger {
  readonly now: Instant;
  /** Control planes first, and of each type the oldest version first: what is ahead makes way for what follows. */
  rollouts(): readonly OpenRollout[];
  rollout(name: string): OpenRollout | undefined;
  memory(): SequenceMemory;
  saveMemory(memory: SequenceMemory, events?: readonly NewEvent[]): void;
  save(name: string, memory: RolloutMemory, events?: readonly NewEvent[]): void;
  add(rollout: OpenRollout, events: readonly NewEvent[]): void;
  upgradeOf(cluster: string, type: UpgradeType): DesiredUpgrade | undefined;
  upgrades(): readonly DesiredUpgrade[];
  request(upgrade: DesiredUpgrade): void;
  clear(upgrade: DesiredUpgrade): void;
  qualify(version: QualifiedVersion): void;
  wait(blocker: Blocker, wakeAt?: Instant): void;
  remind(at: Instant | undefined): void;
  /** What waits is found anew by each round; what has happened stays. */
  beginRound(): void;
  /** Changes with everything that is to be saved. */
  changes(): number;
  /** Another one as soon as an upgrade of the type is asked for or cleared. */
  upgradesOf(type: UpgradeType): unknown;
  /**
   * Does it for the rollout unless everything that it reads is what it was when it was last done in this pass; of what it found
   * then, the reminders are repeated. `act` must do nothing but save the rollout and remind.
   */
  onceUnlessChanged(name: string, reads: readonly unknown[], act: () => void): void;
  readonly blockers: () => readonly Blocker[];
  readonly wakeAt: () => Instant | undefined;
  eventsOf(name: string): readonly SequenceEvent[];
  sequenceEvents(): readonly SequenceEvent[];
}

const keyOf = ({ cluster, upgradeType }: Pick<DesiredUpgrade, 'cluster' | 'upgradeType'>) =>
  `${upgradeType} ${cluster}`;

const byTypeAndVersion = (a: OpenRollout, b: OpenRollout) =>
  compareText(a.spec.upgradeType, b.spec.upgradeType) ||
  compareVersions(a.version, b.version) ||
  a.memory.createdAt - b.memory.createdAt ||
  compareText(a.name, b.name);

function openRollout(rollout: SequenceRollout): readonly OpenRollout[] {
  const version = parseVersion(rollout.spec.version);
  const { memory } = rollout;
  return memory === undefined || !version.ok ? [] : [{ ...rollout, memory, version: version.value }];
}

export function openSequenceLedger(
  state: SequenceState,
  begun: SequenceMemory,
  now: Instant,
): SequenceLedger {
  const rollouts = new Map(state.rollouts.flatMap(openRollout).map(one => [one.name, one] as const));
  const upgrades = openUpgrades(state.upgrades);
  const events = openEvents(now);
  let memory = begun;
  let changes = 0;
  let sorted: readonly OpenRollout[] | undefined;
  const changed = () => {
    changes += 1;
    sorted = undefined;
  };
  const waits = openWaits(now);
  return {
    now,
    ...waits,
    onceUnlessChanged: openRepeats(waits),
    rollouts: () => (sorted ??= [...rollouts.values()].sort(byTypeAndVersion)),
    rollout: name => rollouts.get(name),
    memory: () => memory,
    saveMemory: (next, found) => {
      memory = next;
      events.ofSequence(found);
      changed();
    },
    save: (name, next, found) => {
      const rollout = rollouts.get(name);
      if (rollout === undefined) return;
      rollouts.set(name, { ...rollout, memory: next });
      events.ofRollout(name, found);
      changed();
    },
    add: (rollout, found) => {
      rollouts.set(rollout.name, rollout);
      events.ofRollout(rollout.name, found);
      changed();
    },
    upgradeOf: upgrades.find,
    upgradesOf: upgrades.ofType,
    upgrades: upgrades.all,
    request: upgrade => {
      upgrades.set(upgrade);
      changed();
    },
    clear: upgrade => {
      upgrades.delete(upgrade);
      changed();
    },
    qualify: version => {
      memory = { ...memory, qualified: addQualified(memory.qualified, version) };
      changed();
    },
    changes: () => changes,
    eventsOf: events.eventsOf,
    sequenceEvents: events.sequenceEvents,
  };
}

/** The timeline of the sequence has them, too (E/EV-001, EV-007). */
const OF_BOTH: readonly SequenceEventName[] = [
  'RolloutCreated',
  'RolloutWaiting',
  'RolloutPaused',
  'RolloutResumed',
  'RolloutSuperseded',
  'RolloutCancelled',
  'RolloutCompleted',
];

function openEvents(now: Instant) {
  const events = new Map<string, SequenceEvent[]>();
  const own: SequenceEvent[] = [];
  const date = (found: readonly NewEvent[] = []) => found.map(event => ({ at: now, ...event }));
  return {
    ofSequence: (found?: readonly NewEvent[]) => own.push(...date(found)),
    ofRollout: (name: string, found: readonly NewEvent[] = []) => {
      events.set(name, [...(events.get(name) ?? []), ...date(found)]);
      const ofBoth = found.filter(({ event }) => OF_BOTH.includes(event));
      own.push(...date(ofBoth.map(event => ({ ...event, rollout: name }))));
    },
    eventsOf: (name: string): readonly SequenceEvent[] => events.get(name) ?? [],
    sequenceEvents: (): readonly SequenceEvent[] => own,
  };
}

interface Waits extends Pick<SequenceLedger, 'wait' | 'remind' | 'beginRound' | 'blockers' | 'wakeAt'> {
  /** The earliest reminder of what is done. */
  remindersOf(act: () => void): Instant | undefined;
}

function openWaits(now: Instant): Waits {
  let blockers: Blocker[] = [];
  let wake: Instant | undefined;
  return {
    wait: (blocker, wakeAt) => {
      blockers.push(blocker);
      wake = earliest(wake, wakeAt);
    },
    remind: at => {
      wake = earliest(wake, at !== undefined && at > now ? at : undefined);
    },
    beginRound: () => {
      blockers = [];
      wake = undefined;
    },
    remindersOf: act => {
      const before = wake;
      wake = undefined;
      act();
      const found = wake;
      wake = earliest(before, found);
      return found;
    },
    blockers: () => blockers,
    wakeAt: () => wake,
  };
}

function openRepeats(waits: Waits): SequenceLedger['onceUnlessChanged'] {
  const done = new Map<
    string,
    { readonly reads: readonly unknown[]; readonly wakeAt: Instant | undefined }
  >();
  return (name, reads, act) => {
    const last = done.get(name);
    if (last?.reads.length === reads.length && last.reads.every((one, index) => one === reads[index])) {
      waits.remind(last.wakeAt);
      return;
    }
    // As they were before it: what has happened to a target may be said in other words once it is remembered.
    done.set(name, { reads, wakeAt: waits.remindersOf(act) });
  };
}

/** By type and cluster; in the order in which they were asked for. */
function openUpgrades(known: readonly DesiredUpgrade[]) {
  const inOrder = new Map(known.map(one => [keyOf(one), one] as const));
  const byType = new Map<UpgradeType, ReadonlyMap<string, DesiredUpgrade>>();
  const ofType = (type: UpgradeType): ReadonlyMap<string, DesiredUpgrade> => {
    const found =
      byType.get(type) ??
      new Map(
        [...inOrder.values()]
          .filter(({ upgradeType }) => upgradeType === type)
          .map(one => [one.cluster, one] as const),
      );
    byType.set(type, found);
    return found;
  };
  return {
    ofType,
    find: (cluster: string, type: UpgradeType) => ofType(type).get(cluster),
    all: (): readonly DesiredUpgrade[] => [...inOrder.values()],
    set: (upgrade: DesiredUpgrade) => {
      inOrder.set(keyOf(upgrade), upgrade);
      byType.delete(upgrade.upgradeType);
    },
    delete: (upgrade: DesiredUpgrade) => {
      inOrder.delete(keyOf(upgrade));
      byType.delete(upgrade.upgradeType);
    },
  };
}

/** Versions that are remembered for a stage; older ones nobody rolls out again. */
const KEPT_VERSIONS = 10;

function addQualified(
  known: readonly QualifiedVersion[],
  added: QualifiedVersion,
): readonly QualifiedVersion[] {
  const isSamePlace = (one: QualifiedVersion) =>
    one.upgradeType === added.upgradeType && one.stage === added.stage;
  const here = known.filter(isSamePlace).filter(({ version }) => version !== added.version);
  const kept = [...here, added].slice(-KEPT_VERSIONS);
  return [...known.filter(one => !isSamePlace(one)), ...kept];
}
