import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Blocker, Decision } from '../decision';
import { decidePlacement } from '../placement/decidePlacement';
import { isIdle } from '../placement/isIdle';
import type { PlacementAction, PlacementState } from '../state/placement';
import { NOON } from './builders';
import { commitPlacement } from './commitPlacement';
import { nextMemberSteps, type MemberStep } from './littleFleet';
import { describeAction, describeBinding } from './describePlacement';
import { clockOf, shuffler } from './storyTelling';

const STEP_MS = 1000;
/** A story that takes longer than this runs in circles. */
const MAX_STEPS = 2000;

/** Checked after every change; throws where a promise is broken. */
export type Watcher = (before: PlacementState, after: PlacementState, now: Instant) => void;

export interface SimulationOptions {
  readonly state: PlacementState;
  /** Which member goes next: absent, the first by name; else a number that chooses. */
  readonly seed?: number;
  readonly watch?: Watcher;
}

/** A placement, the passes over it and its little members; time moves a second with each step of a member. */
export interface Simulation {
  state(): PlacementState;
  now(): Instant;
  /** What holds the rest back since the last pass. */
  blockers(): readonly Blocker[];
  /** Somebody edits the placement, the resources or the fleet. */
  edit(story: string, change: (state: PlacementState, now: Instant) => PlacementState): void;
  /** So many steps of members at most. */
  run(steps: number): void;
  runUntilQuiet(): void;
  log(): string;
}

// Longer than 60 lines on purpose: one closure over one world, whose parts mean nothing apart.
export function startSimulation({ state: first, seed, watch = () => {} }: SimulationOptions): Simulation {
  const lines: string[] = [];
  const pickNext = seed === undefined ? () => 0 : shuffler(seed);
  let state = first;
  let now = NOON;
  let decision: Decision<PlacementAction> = { actions: [], blockers: [] };

  const log = (line: string) => lines.push(`${clockOf(now)} ${line}`);
  const become = (next: PlacementState) => {
    try {
      watch(state, next, now);
    } catch (cause) {
      throw new Error(`${cause}\n${lines.join('\n')}`, { cause });
    }
    state = next;
  };
  const pass = () => {
    decision = decidePlacement(state, now);
    for (const action of decision.actions) log(`    ${describeAction(action)}`);
    become(commitPlacement(state, decision.actions));
    const hub = hubStep(state, decision.actions);
    if (hub) {
      state = hub;
      pass();
      return;
    }
    const again = decidePlacement(state, now);
    if (again.actions.length > 0)
      throw new Error(`decided twice: ${JSON.stringify(again.actions)}\n${lines.join('\n')}`);
    decision = again;
  };
  const play = (step: MemberStep) => {
    now = plus(now, STEP_MS);
    log(`  ${step.cluster} ${step.story}`);
    become(withReport(state, step));
    if (!isIdle(state, state.bindings)) {
      pass();
      return;
    }
    decision = decidePlacement(state, now);
    if (decision.actions.length > 0)
      throw new Error(`moved while idle: ${JSON.stringify(decision.actions)}\n${lines.join('\n')}`);
  };
  const advance = (): boolean => {
    const steps = nextMemberSteps(state, now);
    const step = steps[pickNext(steps.length)];
    if (step) play(step);
    else if (decision.wakeAt === undefined) return false;
    else {
      now = decision.wakeAt;
      log('  time passes');
      pass();
    }
    return true;
  };

  return {
    state: () => state,
    now: () => now,
    blockers: () => decision.blockers,
    edit: (story, change) => {
      now = plus(now, STEP_MS);
      log(story);
      state = change(state, now);
      pass();
    },
    run: steps => {
      for (let i = 0; i < steps && advance(); i += 1);
    },
    runUntilQuiet: () => {
      let steps = 0;
      while (advance()) {
        steps += 1;
        if (steps > MAX_STEPS) throw new Error(`never quiet\n${lines.slice(-50).join('\n')}`);
      }
      log('quiet');
      for (const binding of state.bindings) lines.push(`           ${describeBinding(state, binding)}`);
      for (const blocker of decision.blockers) lines.push(`         ! ${blocker.cause}: ${blocker.message}`);
    },
    log: () => `${lines.join('\n')}\n`,
  };
}

/** The hub does what it was asked for; the mirror sees it. */
function hubStep(state: PlacementState, actions: readonly PlacementAction[]): PlacementState | undefined {
  const asked = actions.find(a => a.kind === 'ensureFinalizers' || a.kind === 'removeFinalizers');
  if (!asked) return undefined;
  return { ...state, placement: { ...state.placement, hasFinalizers: asked.kind === 'ensureFinalizers' } };
}

const withReport = (state: PlacementState, { report }: MemberStep): PlacementState => ({
  ...state,
  reports: [...state.reports.filter(r => r.cluster !== report.cluster), report],
});
