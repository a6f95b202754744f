import { plus, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import type { StagedBlocker, StagedContext, StagedEvent } from './context';
import type { ApprovalRequest } from './gates/request';
import type { GateEffect } from './gates/gate';
import { noGateFacts } from './gates/gateFacts';
import type { Observation } from './items';
import { placeItems } from './placeItems';
import { runStages } from './runStages';
import type { StagedProgress, StagedStage } from './state';
import { stopStages } from './stopStages';

/** A second adapter: machines of a lab, which are given versions of an image. Nothing of it is a placement. */
interface Machine {
  readonly labels: Readonly<Record<string, string>>;
  version: number;
  /** What it boots at the moment. */
  booting?: { readonly version: number; readonly isBroken?: boolean };
}

type Lab = Map<string, Machine>;
type Flash =
  { readonly kind: 'flash'; readonly machine: string } | { readonly kind: 'scrap'; readonly machine: string };

const STAGES = [
  { name: 'bench', labelSelector: { matchLabels: { room: 'bench' } } },
  { name: 'hall', labelSelector: { matchLabels: { room: 'hall' } }, maxConcurrency: '50%' },
];

const newLab = (): Lab =>
  new Map<string, Machine>([
    ['m1', { labels: { room: 'bench' }, version: 1 }],
    ['m2', { labels: { room: 'hall' }, version: 2 }],
    ['m3', { labels: { room: 'hall' }, version: 1 }],
    ['m4', { labels: { room: 'hall' }, version: 1 }],
    ['old', { labels: {}, version: 1 }],
  ]);

const observe = ({ version, booting }: Machine, wanted: number): Observation => {
  if (version === wanted) return { kind: 'done' };
  if (booting?.version !== wanted) return { kind: 'failed', message: 'somebody flashed another version' };
  return booting.isBroken
    ? { kind: 'failing', message: 'does not boot', causes: [{ sign: 'boot', message: 'no boot device' }] }
    : { kind: 'pending', message: 'is being flashed' };
};

function plan(lab: Lab, patch: Partial<Pick<StagedStage, 'after' | 'before'>> = {}): StagedProgress {
  const machines = [...lab].filter(([name]) => name !== 'old');
  const placed = placeItems(STAGES, {
    items: machines.map(([name, { labels }]) => ({ name, labels })),
    names: machines.map(([name]) => name),
    words: { item: 'machine', expected: 'machine' },
  });
  if (!placed.ok) throw new Error(placed.message);
  const stages = placed.stages.map((names, i) => ({
    name: STAGES[i].name,
    items: names.map(key => ({ key })),
    before: [],
    after: [],
    ...(i === 0 && patch),
  }));
  return { stages, removal: { name: 'scrap', items: [{ key: 'old' }], before: [], after: [] } };
}

interface World {
  readonly lab: Lab;
  readonly requests?: readonly ApprovalRequest[];
  readonly hold?: StagedBlocker;
  readonly busyStage?: number;
  /** Machines that cannot be started now. */
  readonly locked?: readonly string[];
  /** Of the hall. */
  readonly closeAfterMs?: number;
  readonly stuckAfterMs?: number | 'never';
}

/** One pass, carried out on the lab. */
function pass(
  { lab, requests = [], hold, busyStage, locked = [], closeAfterMs, stuckAfterMs }: World,
  progress: StagedProgress,
  { now = NOON, decide = runStages }: { now?: Instant; decide?: typeof runStages } = {},
) {
  const events: StagedEvent[] = [];
  const blockers: StagedBlocker[] = [];
  const actions: (Flash | GateEffect)[] = [];
  const reminders: Instant[] = [];
  const machine = (name: string) => lab.get(name) as Machine;
  const ctx: StagedContext<Flash> = {
    gates: { ...noGateFacts, run: { name: 'lab', uid: 'u' }, requests },
    ledger: {
      now,
      blockers,
      act: action => actions.push(action),
      record: event => events.push(event),
      wait: blocker => blockers.push(blocker),
      remind: at => reminders.push(at),
      ...(stuckAfterMs !== undefined && { stuckAfterMs }),
    },
    settings: STAGES.map(stage => (stage.name === 'hall' ? { ...stage, closeAfterMs } : stage)),
    items: {
      start: key => {
        if (locked.includes(key)) return undefined;
        const { version } = machine(key);
        if (version === 2) return { actions: [], observed: { kind: 'done' }, from: version };
        const observed = { kind: 'pending', message: 'is being flashed' } as const;
        return { actions: [{ kind: 'flash', machine: key }], observed, from: version };
      },
      observe: key => observe(machine(key), 2),
    },
    removals: {
      isAsked: key => !lab.has(key),
      ask: key => [{ kind: 'scrap', machine: key }],
      observe: key => (lab.has(key) ? { kind: 'pending', message: 'waits for the van' } : { kind: 'done' }),
    },
    ...(hold && { hold }),
    findEntryHold: index =>
      index === busyStage ? { cause: 'OtherCrew', message: 'another crew is in the hall' } : undefined,
    words: { item: 'machine', stopped: 'the crew rests' },
  };
  const { progress: next, failure } = decide(ctx, progress);
  for (const action of actions) {
    if (action.kind === 'flash') machine(action.machine).booting = { version: 2 };
    if (action.kind === 'scrap') lab.delete(action.machine);
  }
  return {
    progress: next,
    failure,
    blockers,
    reminders,
    causes: blockers.map(({ cause }) => cause),
    actions: actions.map(one => `${one.kind} ${'machine' in one ? one.machine : one.name}`),
    events: events.map(({ event, item, stage }) => [event, item ?? stage].filter(Boolean).join(' ')),
  };
}

const finish = (lab: Lab, ...names: string[]) => {
  for (const name of names) Object.assign(lab.get(name) as Machine, { version: 2, booting: undefined });
};

describe('the executor of stages moves what is no placement', () => {
  it('stage by stage, within the limit, and takes away what is to go (C/UR-091, UR-095, RV-026, TR-061)', () => {
    const lab = newLab();
    const first = pass({ lab }, plan(lab));
    expect(first.actions).toEqual(['flash m1']);
    expect(first.causes).toEqual(['ItemUpdating']);
    finish(lab, 'm1');
    const second = pass({ lab }, first.progress);
    // m2 has the version: it takes no place of the one that 50% of 3 are.
    expect(second.actions).toEqual(['flash m3']);
    expect(second.events).toContain('itemSucceeded m2');
    expect(second.blockers.at(-1)?.message).toBe(
      '1 more machine(s) of stage "hall" wait for their turn, 1 at a time',
    );
    finish(lab, 'm3');
    const third = pass({ lab }, second.progress);
    expect(third.actions).toEqual(['flash m4']);
    finish(lab, 'm4');
    const fourth = pass({ lab }, third.progress);
    expect(fourth.actions).toEqual(['scrap old']);
    const last = pass({ lab }, fourth.progress);
    expect(last.progress.succeededAt).toBe(NOON);
    expect(last.events).toEqual(['itemSucceeded old', 'stageSucceeded scrap', 'succeeded']);
    expect(lab.has('old')).toBe(false);
  });

  it('through gates of the kinds that there are (C/UR-119, AP-014, RUL 7)', () => {
    const lab = newLab();
    finish(lab, 'm1');
    const gates = [
      { kind: 'Approval', request: 'lab-bench' },
      { kind: 'TimedWait', waitMs: 60_000 },
    ];
    const asked = pass({ lab }, plan(lab, { after: gates }));
    expect(asked.actions).toEqual(['ensureApproval lab-bench']);
    expect(asked.causes).toEqual(['ApprovalPending', 'WaitTime']);
    const request: ApprovalRequest = {
      name: 'lab-bench',
      uid: 'r',
      generation: 1,
      run: 'lab',
      stage: 'bench',
      approved: { status: 'True', observedGeneration: 1, at: NOON },
      isAccepted: false,
      isDeleting: false,
    };
    const world = { lab, requests: [request] };
    const early = pass(world, asked.progress, { now: plus(NOON, 59_000) });
    expect(early.causes).toEqual(['WaitTime']);
    const open = pass({ ...world, busyStage: 1 }, early.progress, { now: plus(NOON, 60_000) });
    expect(open.causes).toEqual(['OtherCrew']);
    const revoked = pass({ lab, requests: [{ ...request, approved: undefined }] }, open.progress);
    expect(revoked.causes).toEqual(['ApprovalRevoked']);
    const on = pass(world, open.progress, { now: plus(NOON, 61_000) });
    expect(on.actions).toEqual(['acceptApproval lab-bench', 'flash m3']);
  });

  it('stops when nothing is being written, and goes on (C/UR-149, RUL 7)', () => {
    const lab = newLab();
    const begun = pass({ lab }, plan(lab));
    const stopping = pass({ lab }, begun.progress, { decide: stopStages });
    expect(stopping.progress.phase?.kind).toBe('Stopping');
    expect(stopping.blockers.at(-1)?.message).toBe(
      'the run stops when 1 machine(s) that are being written are done',
    );
    finish(lab, 'm1');
    const stopped = pass({ lab }, stopping.progress, { decide: stopStages });
    expect(stopped.progress.phase?.kind).toBe('Stopped');
    expect(stopped.actions).toEqual([]);
    expect(stopped.blockers.at(-1)?.message).toBe('the crew rests');
    const resumed = pass({ lab }, stopped.progress);
    expect(resumed.events[0]).toBe('resumed');
    expect(resumed.actions).toEqual(['flash m3']);
  });

  it('says of an item that it fails, once for each cause, and after 5 minutes that the run is stuck (C/UR-114, RUL 6)', () => {
    const lab = newLab();
    const begun = pass({ lab }, plan(lab));
    (lab.get('m1') as Machine).booting = { version: 2, isBroken: true };
    const failing = pass({ lab }, begun.progress, { now: plus(NOON, 299_000) });
    expect(failing.blockers).toMatchObject([
      { cause: 'ItemFailing', message: 'm1: does not boot', items: ['m1'] },
    ]);
    expect(failing.events).toEqual(['itemTroubled m1']);
    const stuck = pass({ lab }, failing.progress, { now: plus(NOON, 300_000) });
    expect(stuck.causes).toEqual(['ItemFailing']);
    expect(stuck.events).toEqual(['stuck']);
    expect(stuck.progress.phase?.kind).toBe('Stuck');
  });

  it('fails with an item that somebody else has moved (C/UR-100)', () => {
    const lab = newLab();
    const begun = pass({ lab }, plan(lab));
    (lab.get('m1') as Machine).booting = { version: 3 };
    const { failure, progress } = pass({ lab }, begun.progress);
    expect(failure).toBe('somebody flashed another version');
    expect(progress.stages[0].items[0].failed).toEqual({ at: NOON, message: failure });
  });

  it('starts nothing while the adapter holds it', () => {
    const lab = newLab();
    const { actions, causes } = pass(
      { lab, hold: { cause: 'Inventory', message: 'is being counted' } },
      plan(lab),
    );
    expect(actions).toEqual([]);
    expect(causes).toEqual(['Inventory']);
  });

  const HOUR = 60 * 60_000;

  it('gives the place of an item that cannot be started now to the next one', () => {
    const lab = newLab();
    lab.get('m1')!.version = 2;
    const { actions, blockers } = pass({ lab, locked: ['m3'] }, plan(lab));
    expect(actions).toEqual(['flash m4']);
    expect(blockers.map(({ message }) => message)).toEqual(['m4: is being flashed']);
  });

  describe('closes a stage whose items have had their time (D/ST-103, ST-105)', () => {
    const inHall = () => {
      const lab = newLab();
      lab.get('m1')!.version = 2;
      const world = { lab, closeAfterMs: HOUR, stuckAfterMs: 'never' as const };
      const first = pass(world, plan(lab));
      return { lab, world, first, hallOf: (one: typeof first) => one.progress.stages[1] };
    };

    it('not before, and reminds of it', () => {
      const { world, first, hallOf } = inHall();
      expect([first.actions, first.reminders]).toEqual([['flash m3'], [plus(NOON, HOUR)]]);
      const early = pass(world, first.progress, { now: plus(NOON, HOUR - 1) });
      expect(hallOf(early).updatedAt).toBeUndefined();
    });

    it('what is open goes on within its limit, and nothing waits for it', () => {
      const { lab, world, first, hallOf } = inHall();
      const closed = pass(world, first.progress, { now: plus(NOON, HOUR) });
      expect(hallOf(closed)).toMatchObject({ updatedAt: plus(NOON, HOUR), isClosedEarly: true });
      expect(hallOf(closed).succeededAt).toBe(plus(NOON, HOUR));
      expect(closed.actions).toEqual(['scrap old']);
      finish(lab, 'm3');
      const late = pass(world, closed.progress, { now: plus(NOON, 2 * HOUR) });
      expect([late.actions, late.events]).toMatchObject([
        ['flash m4'],
        expect.arrayContaining(['itemStarted m4']),
      ]);
      expect(late.progress.succeededAt).toBeDefined();
    });

    it('stopped, it starts nothing more and still observes', () => {
      const { lab, world, first, hallOf } = inHall();
      const closed = pass({ ...world, busyStage: 2 }, first.progress, { now: plus(NOON, HOUR) });
      finish(lab, 'm3');
      const stopped = pass(world, closed.progress, { now: plus(NOON, 2 * HOUR), decide: stopStages });
      expect([stopped.actions, stopped.events]).toEqual([[], ['itemSucceeded m3', 'stopped scrap']]);
      expect(hallOf(stopped).items.map(({ key, succeededAt }) => [key, succeededAt !== undefined])).toEqual([
        ['m2', true],
        ['m3', true],
        ['m4', false],
      ]);
    });

    it('at once, where somebody ends the wait for it (D/ST-109)', () => {
      const { world, first, hallOf } = inHall();
      const forced = pass({ ...world, closeAfterMs: 0 }, first.progress, { now: plus(NOON, 1) });
      expect(hallOf(forced).succeededAt).toBe(plus(NOON, 1));
    });
  });

  it.each([
    [undefined, ', for more than 5 minutes', 'ItemStuck'],
    [2 * HOUR, ', for more than 120 minutes', 'ItemStuck'],
    ['never' as const, '', 'ItemUpdating'],
  ])('counts an item as stuck after %s ms', (stuckAfterMs, said, cause) => {
    const lab = newLab();
    const world = { lab, ...(stuckAfterMs !== undefined && { stuckAfterMs }) };
    const { blockers } = pass(world, pass(world, plan(lab)).progress, { now: plus(NOON, 3 * HOUR) });
    expect(blockers).toMatchObject([{ cause, message: `m1: is being flashed${said}` }]);
  });
});
