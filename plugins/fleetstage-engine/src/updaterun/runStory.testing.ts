import { plus, type Instant, type UpdateRunSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever, compareText, earliest, type Blocker } from '../decision';
import { NO_OVERRIDES } from '../desired/desired';
import { decidePlacement } from '../placement/decidePlacement';
import type { PlacementState } from '../state/placement';
import { advanceBinding } from '../rollout/revision';
import { projectRun } from '../status/projectRun';
import { aPlacementState, aResourceSnapshot, aRun, aRunState, NOON } from '../testing/builders';
import { commitPlacement } from '../testing/commitPlacement';
import { nextMemberSteps } from '../testing/littleFleet';
import { clockOf, shuffler } from '../testing/storyTelling';
import { noGateFacts } from '../staged/gates/gateFacts';
import { concurrencyLimit } from '../staged/slots';
import { decideRun } from './decideRun';
import { isRunOver, newProgress } from './progress';
import type { ApprovalRequest } from '../staged/gates/request';
import type { RunAction, RunFacts, RunProgress, RunState } from './state';

const STEP_MS = 5000;
const MAX_STEPS = 2000;

interface Entry {
  readonly run: RunFacts;
  readonly progress: RunProgress | undefined;
}

export interface World {
  readonly placement: PlacementState;
  readonly strategies: Readonly<Record<string, RunState['strategy']>>;
  readonly runs: readonly Entry[];
  readonly approvals: readonly ApprovalRequest[];
  /** Of the strategies. */
  readonly approvers?: readonly string[];
  /** Hash of what the hub holds now; a capture makes a snapshot of it. */
  readonly content: string;
}

export interface StoryOptions {
  readonly placement?: Partial<PlacementState>;
  readonly strategies?: World['strategies'];
  /** Which member goes next: absent, the first by name; else a number that chooses. */
  readonly seed?: number;
}

/** A placement under External, its little members, and the runs that people create, steer and approve. */
export interface RunStory {
  world(): World;
  now(): Instant;
  run(name: string): RunProgress | undefined;
  blockers(name: string): readonly Blocker[];
  status(name: string): ReturnType<typeof projectRun>;
  edit(story: string, change: (world: World) => World): void;
  create(name: string, spec?: Partial<UpdateRunSpec>): void;
  steer(name: string, state: UpdateRunSpec['state']): void;
  /** By the annotation, so that nobody is named. */
  end(name: string, reason: string): void;
  remove(name: string): void;
  approve(request: string, generation?: number): void;
  revoke(request: string): void;
  /** Members work until they have nothing left to do; no clock runs out meanwhile unless its moment comes. */
  work(): void;
  /** One member does one thing, 5 s later. */
  step(): boolean;
  /** Time passes up to `seconds` after now; whatever becomes due happens in order. */
  pass(seconds: number): void;
  log(): string;
}

// Longer than 60 lines on purpose: one closure over the world of one story, whose parts mean nothing apart.
export function startRunStory(options: StoryOptions = {}): RunStory {
  const lines: string[] = [];
  const pickNext = options.seed === undefined ? () => 0 : shuffler(options.seed);
  let now = NOON;
  let wakes: (Instant | undefined)[] = [];
  let world: World = {
    placement: aPlacementState({
      resourceSnapshots: [aResourceSnapshot({ hash: 'good-0' })],
      ...options.placement,
    }),
    strategies: options.strategies ?? {},
    runs: [],
    approvals: [],
    content: 'good-0',
  };
  const record = (line: string) => lines.push(`${clockOf(now)} ${line}`);
  const decide = (name: string) => decideRun(runStateOf(world, name), now);

  /** Every pass that has something to do, until nobody has. */
  const settle = () => {
    for (let i = 0; ; i++) {
      if (i > 50) throw new Error(`passes never settle\n${lines.slice(-40).join('\n')}`);
      const isQuiet = [passPlacement(), ...world.runs.map(({ run }) => passRun(run.name))].every(Boolean);
      if (isQuiet) break;
    }
    wakes = [
      decidePlacement(world.placement, now).wakeAt,
      ...world.runs.map(({ run }) => decide(run.name).wakeAt),
    ];
  };
  const passPlacement = (): boolean => {
    const active = world.runs.filter(e => !isRunOver(e.progress ?? newProgress)).map(e => e.run.name);
    world = { ...world, placement: { ...world.placement, activeRuns: active } };
    const { actions } = decidePlacement(world.placement, now);
    world = { ...world, placement: commitPlacement(world.placement, actions) };
    return actions.length === 0;
  };
  const passRun = (name: string): boolean => {
    if (!world.runs.some(entry => entry.run.name === name)) return true;
    const { actions, blockers, wakeAt } = decide(name);
    const save = actions.find(action => action.kind === 'saveProgress');
    explainsItself({ actions, blockers, wakeAt }, name);
    for (const action of actions) describe(action).forEach(line => record(`  ${name}: ${line}`));
    world = actions.reduce((w, action) => commitRun(w, name, action), world);
    if (save !== undefined) assertPromises(world);
    const changesWorld = ({ kind }: RunAction) => kind === 'captureResources' || kind === 'removeApproval';
    if (save !== undefined && !actions.some(changesWorld)) {
      expect(decide(name).actions).toEqual([]);
    }
    return actions.length === 0;
  };
  const explainsItself = (d: ReturnType<typeof decideRun>, name: string) => {
    const { run, progress } = world.runs.find(e => e.run.name === name)!;
    const saved = d.actions.find(action => action.kind === 'saveProgress')?.progress ?? progress;
    // Its rows of blockers are what its status is published from: without any, no pass has decided yet.
    if (d.blockers.length === 0 && run.deletedAt === undefined && !isRunOver(saved ?? newProgress)) {
      throw new Error(`run ${name} neither finishes nor explains\n${lines.join('\n')}`);
    }
  };
  const step = (): boolean => {
    const steps = nextMemberSteps(world.placement, now);
    const next = steps[pickNext(steps.length)];
    if (next === undefined) return false;
    const at = plus(now, STEP_MS);
    runClocks(at);
    now = at;
    record(`${next.cluster} ${next.story}`);
    const reports = world.placement.reports.filter(r => r.cluster !== next.report.cluster);
    world = { ...world, placement: { ...world.placement, reports: [...reports, next.report] } };
    settle();
    return true;
  };
  /** Whatever is due up to and including `end`. */
  const runClocks = (end: Instant) => {
    for (let due = earliest(...wakes); due !== undefined && due <= end; due = earliest(...wakes)) {
      if (due <= now) throw new Error(`wakes in the past\n${lines.slice(-40).join('\n')}`);
      now = due;
      settle();
    }
  };
  const edit: RunStory['edit'] = (story, change) => {
    now = plus(now, 1000);
    record(story);
    world = change(world);
    settle();
  };
  const patchRun = (name: string, patch: (run: RunFacts) => RunFacts) => (w: World) => ({
    ...w,
    runs: w.runs.map(e => (e.run.name === name ? { ...e, run: patch(e.run) } : e)),
  });
  const patchApproval = (name: string, approved: ApprovalRequest['approved']) => (w: World) => {
    if (!w.approvals.some(a => a.name === name)) throw new Error(`no approval request ${name}`);
    return { ...w, approvals: w.approvals.map(a => (a.name === name ? { ...a, approved } : a)) };
  };

  settle();
  return {
    world: () => world,
    now: () => now,
    run: name => world.runs.find(e => e.run.name === name)?.progress,
    blockers: name => decide(name).blockers,
    status: name => {
      const { run, progress } = runStateOf(world, name);
      return projectRun(run, progress ?? newProgress, decide(name).blockers);
    },
    edit,
    create: (name, spec = {}) =>
      edit(`${name} is created${explainSpec(spec)}`, w => {
        const base = aRun();
        const run = {
          ...base,
          name,
          uid: `uid-${name}`,
          createdAt: now,
          hasFinalizer: false,
          spec: { ...base.spec, ...spec },
        };
        return { ...w, runs: [...w.runs, { run, progress: undefined }] };
      }),
    steer: (name, state) =>
      edit(
        `${name} is set to ${state}`,
        patchRun(name, run => ({ ...run, generation: run.generation + 1, spec: { ...run.spec, state } })),
      ),
    end: (name, reason) =>
      edit(
        `${name} is annotated to end: ${reason}`,
        patchRun(name, run => ({ ...run, end: { reason } })),
      ),
    remove: name =>
      edit(
        `${name} is deleted`,
        patchRun(name, run => ({ ...run, deletedAt: now })),
      ),
    approve: (name, observedGeneration = 1) =>
      edit(
        `${name} is approved${observedGeneration === 1 ? '' : ` for generation ${observedGeneration}`}`,
        patchApproval(name, { status: 'True', observedGeneration, at: now }),
      ),
    revoke: name =>
      edit(`${name} is taken back`, patchApproval(name, { status: 'False', observedGeneration: 1, at: now })),
    work: () => {
      let steps = 0;
      while (step()) if (++steps > MAX_STEPS) throw new Error(`never quiet\n${lines.slice(-40).join('\n')}`);
      record('members are quiet');
      for (const { run } of world.runs) {
        for (const b of decide(run.name).blockers)
          lines.push(`         ! ${run.name} ${b.cause}: ${b.message}`);
      }
    },
    step,
    pass: seconds => {
      const end = plus(now, seconds * 1000);
      runClocks(end);
      now = end;
      record(`${seconds} s have passed`);
    },
    log: () => `${lines.join('\n')}\n`,
  };
}

/** What the loader of the backend hands to the decision. */
export function runStateOf(world: World, name: string): RunState {
  const { run, progress } = world.runs.find(entry => entry.run.name === name)!;
  const { placement, clusters, policySnapshots, resourceSnapshots, schedule, bindings, reports } =
    world.placement;
  const siblings = world.runs
    .filter(
      e => e.run.name !== name && e.run.deletedAt === undefined && !isRunOver(e.progress ?? newProgress),
    )
    .map(e => ({ name: e.run.name, createdAt: e.run.createdAt, progress: e.progress }))
    .sort((a, b) => a.createdAt - b.createdAt || compareText(a.name, b.name));
  return aRunState({
    ...{
      run,
      progress,
      placement,
      clusters,
      policySnapshots,
      resourceSnapshots,
      schedule,
      bindings,
      reports,
      siblings,
    },
    strategy: world.strategies[run.spec.stagedRolloutStrategyName],
    approvers: world.approvers,
    isCaptureFresh: resourceSnapshots.at(-1)?.hash === world.content,
    gateFacts: { ...noGateFacts, requests: world.approvals.filter(a => a.run === name) },
  });
}

export function commitRun(world: World, name: string, action: RunAction): World {
  const { placement } = world;
  const patchRun = (patch: (entry: Entry) => Entry) => ({
    ...world,
    runs: world.runs.map(entry => (entry.run.name === name ? patch(entry) : entry)),
  });
  const patchBinding = (cluster: string, patch: (b: PlacementState['bindings'][number]) => typeof b) => ({
    ...world,
    placement: {
      ...placement,
      bindings: placement.bindings.map(b => (b.cluster === cluster ? patch(b) : b)),
    },
  });
  switch (action.kind) {
    case 'ensureFinalizer':
      return patchRun(e => ({ ...e, run: { ...e.run, hasFinalizer: true } }));
    case 'removeFinalizer':
      return { ...world, runs: world.runs.filter(e => e.run.name !== name) };
    case 'saveProgress':
      return patchRun(e => ({ ...e, progress: action.progress }));
    case 'advanceBinding': {
      const snapshot = placement.resourceSnapshots.find(s => s.index === action.resourceIndex)!;
      return patchBinding(action.cluster, b =>
        advanceBinding(b, { overrides: NO_OVERRIDES, ...action, snapshot }),
      );
    }
    case 'releaseBinding':
      return patchBinding(action.cluster, b => ({ ...b, releasedAt: action.at }));
    case 'ensureApproval': {
      const { name: request, stage } = action;
      const fresh = {
        name: request,
        uid: request,
        generation: 1,
        run: name,
        stage,
        isAccepted: false,
        isDeleting: false,
      };
      return { ...world, approvals: [...world.approvals.filter(a => a.name !== request), fresh] };
    }
    case 'removeApproval':
      return { ...world, approvals: world.approvals.filter(a => a.name !== action.name) };
    case 'acceptApproval':
      return {
        ...world,
        approvals: world.approvals.map(a => (a.name === action.name ? { ...a, isAccepted: true } : a)),
      };
    case 'deleteApprovals':
      return { ...world, approvals: world.approvals.filter(a => a.run !== name) };
    case 'captureResources': {
      const index = (placement.resourceSnapshots.at(-1)?.index ?? -1) + 1;
      const snapshot = aResourceSnapshot({ index, hash: world.content });
      return {
        ...world,
        placement: { ...placement, resourceSnapshots: [...placement.resourceSnapshots, snapshot] },
      };
    }
    default:
      return assertNever(action);
  }
}

/** What no story may ever break, whatever people do. */
export function assertPromises({ runs }: World): void {
  const writing = new Map<string, string>();
  for (const { run, progress } of runs) {
    const names = progress?.stages.flatMap(stage => stage.clusters.map(c => c.cluster)) ?? [];
    expect(new Set(names).size).toBe(names.length);
    progress?.stages.forEach((stage, index) => {
      const started = stage.clusters.filter(c => c.startedAt !== undefined);
      const inFlight = started.filter(c => c.succeededAt === undefined);
      const limit = concurrencyLimit(progress.plan?.stages[index].maxConcurrency, stage.clusters.length);
      expect(inFlight.length).toBeLessThanOrEqual(limit);
      if (started.length > 0) {
        expect(stage.before.every(task => task.doneAt !== undefined)).toBe(true);
        expect(progress.stages.slice(0, index).every(s => s.succeededAt !== undefined)).toBe(true);
      }
      if (isRunOver(progress)) return;
      for (const { cluster } of inFlight) {
        expect([cluster, writing.get(cluster)]).toEqual([cluster, undefined]);
        writing.set(cluster, run.name);
      }
    });
    if (progress?.deletion.startedAt !== undefined) {
      expect(progress.stages.every(s => s.succeededAt !== undefined)).toBe(true);
    }
  }
}

function describe(action: RunAction): string[] {
  switch (action.kind) {
    case 'saveProgress':
      return action.events.map(e =>
        [e.event, e.stage, e.cluster, e.task, e.message && `(${e.message})`].filter(Boolean).join(' '),
      );
    case 'advanceBinding':
      return [`→ ${action.cluster} to snapshot ${action.resourceIndex}`];
    case 'releaseBinding':
      return [`→ ${action.cluster} released: ${action.why}`];
    case 'ensureApproval':
    case 'removeApproval':
    case 'acceptApproval':
      return [`→ ${action.kind} ${action.name}`];
    default:
      return [`→ ${action.kind}`];
  }
}

const explainSpec = (spec: Partial<UpdateRunSpec>) => {
  const words = Object.entries(spec).map(([field, value]) => `${field} ${value}`);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
};
