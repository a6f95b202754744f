import {
  aBoundBinding,
  aCluster,
  aPlacement,
  aPlacementSpec,
  aPlacementState,
  aReleasedReport,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  anUnscheduledBinding,
  clusters,
  minutesBefore,
  NOON,
  secondsAfter,
} from '../testing/builders';
import { planBlockers } from '../blocker/planBlockers';
import { commitPlacement } from '../testing/commitPlacement';
import { decidePlacement } from './decidePlacement';
import type { PlacementAction, PlacementState } from '../state/placement';

const kinds = (actions: readonly PlacementAction[]) =>
  actions.map(a => {
    if (a.kind === 'saveBinding') return `${a.event} ${a.binding.cluster}`;
    return 'cluster' in a ? `${a.kind} ${a.cluster}` : a.kind;
  });

const decide = (state: PlacementState) => decidePlacement(state, NOON);
const external = aPlacement({ spec: aPlacementSpec({ strategy: { type: 'External' } }) });

/** The state that the passes of a new placement lead to, every member available. */
function settled(patch: Partial<PlacementState> = {}): PlacementState {
  const created = aPlacementState({ clusters: clusters(3), policySnapshots: [], ...patch });
  const bound = commitPlacement(created, decidePlacement(created, minutesBefore(30)).actions);
  const reports = bound.bindings
    .filter(b => b.revision !== undefined)
    .map(b => anAvailableReport(b.cluster, { revision: b.revision }));
  return { ...bound, reports };
}

const gone = (state: PlacementState, name: string) => ({
  ...state,
  clusters: state.clusters.filter(c => c.name !== name),
});
const leaving = (state: PlacementState, name: string) => ({
  ...state,
  clusters: state.clusters.map(c => (c.name === name ? { ...c, isLeaving: true } : c)),
});
const deleted = (state: PlacementState) => ({ ...state, placement: { ...state.placement, deletedAt: NOON } });

describe('decidePlacement', () => {
  it('asks for the finalizers before it makes any row (A/ST-002)', () => {
    const state = aPlacementState({ placement: aPlacement({ hasFinalizers: false }), clusters: clusters(1) });
    expect(decide(state)).toEqual({ actions: [{ kind: 'ensureFinalizers' }], blockers: [] });
  });

  it('is held on without a gap while finalizers that somebody took away are written again (B/RO-086)', () => {
    const state = leaving(settled(), 'c2');
    const held = {
      ...state,
      resourceSnapshots: [...state.resourceSnapshots, aResourceSnapshot({ index: 1 })],
    };
    const blockers = planBlockers([], decide(held).blockers, NOON).save;
    expect(blockers.map(({ cause }) => cause)).toContain('MaxUnavailable');
    const stripped = { ...held, blockers, placement: { ...held.placement, hasFinalizers: false } };
    const { actions, blockers: found } = decidePlacement(stripped, secondsAfter(60));
    expect(actions).toEqual([{ kind: 'ensureFinalizers' }]);
    expect(planBlockers(blockers, found, secondsAfter(60))).toMatchObject({ save: [], clear: [] });
  });

  it('B/RO-050: goes from nothing to bound clusters in one pass, one save per binding', () => {
    const state = aPlacementState({ clusters: clusters(2), policySnapshots: [] });
    expect(kinds(decide(state).actions)).toEqual([
      'savePolicySnapshot',
      'saveSchedule',
      'advanced c1',
      'advanced c2',
    ]);
  });

  it('has nothing to do when all is well', () => {
    expect(decide(settled())).toEqual({ actions: [], blockers: [] });
  });

  it('picks while the resources were not captured yet, and says what it waits for', () => {
    const decision = decide(
      aPlacementState({ clusters: clusters(1), policySnapshots: [], resourceSnapshots: [] }),
    );
    expect(kinds(decision.actions)).toEqual(['savePolicySnapshot', 'saveSchedule', 'scheduled c1']);
    expect(decision.blockers).toMatchObject([{ cause: 'ResourcesNotCaptured', clusters: ['c1'] }]);
  });

  it('reports refused selectors', () => {
    const captureFailure = { message: 'no kind "Foo" is served', placementGeneration: 1, at: NOON };
    expect(decide(settled({ captureFailure })).blockers).toMatchObject([
      { cause: 'InvalidResourceSelectors', since: NOON },
    ]);
  });
});

describe('clusters that leave the fleet (C/MC-060, MC-061, B/RO-049, B/FT-071)', () => {
  it.each([
    { how: 'leaving', change: leaving },
    { how: 'gone', change: gone },
  ])('RollingUpdate: $how → forgotten, nothing is removed', ({ change }) => {
    expect(kinds(decide(change(settled(), 'c2')).actions)).toEqual(['saveSchedule', 'forgetBinding c2']);
  });

  it('External: what a cluster showed before it left the fleet is no evidence after it came back (C/MC-060)', () => {
    const before = settled();
    const bound = {
      ...before,
      placement: { ...before.placement, spec: external.spec },
    };
    const left = commitPlacement(bound, decide(gone(bound, 'c2')).actions);
    const without = gone(left, 'c2');
    expect(without.bindings[1]).toMatchObject({ phase: 'Unscheduled', decision: { code: 'Left' } });
    expect(kinds(decide(without).actions)).toEqual([]);
    const [, old] = bound.bindings;
    const back = commitPlacement(without, decide({ ...without, clusters: before.clusters }).actions);
    expect(back.bindings[1]).toMatchObject({ phase: 'Bound', resourceIndex: old.resourceIndex });
    expect(back.bindings[1].revision).not.toBe(old.revision);
  });

  it('C/PL-010: what a rolling update has placed stays when the strategy becomes External', () => {
    const before = settled();
    const placement = {
      ...before.placement,
      spec: external.spec,
      generation: before.placement.generation + 1,
    };
    const { actions } = decide({ ...before, placement });
    expect(kinds(actions)).toEqual(['savePolicySnapshot', 'saveSchedule']);
    expect(commitPlacement({ ...before, placement }, actions).bindings).toEqual(before.bindings);
  });

  it('External: the binding stays until a run reaches its deletion stage', () => {
    const state = settled({ placement: external });
    const bindings = state.bindings.map(b =>
      aBoundBinding(b.cluster, { name: b.name, policyIndex: b.policyIndex, decision: b.decision }),
    );
    expect(kinds(decide(leaving({ ...state, bindings }, 'c2')).actions)).toEqual([
      'saveSchedule',
      'unscheduled c2',
    ]);
  });

  it('External: forgotten once a run has released it', () => {
    const state = leaving(settled({ placement: external }), 'c2');
    const unpicked = commitPlacement(state, decide(state).actions);
    const released = {
      ...unpicked,
      bindings: unpicked.bindings.map(b => (b.cluster === 'c2' ? { ...b, releasedAt: NOON } : b)),
    };
    expect(kinds(decide(released).actions)).toEqual(['forgetBinding c2']);
  });
});

describe('clean-up of one cluster (B/RO-051)', () => {
  const asked = anUnscheduledBinding('c9', { releasedAt: minutesBefore(1), revision: 'x-2' });
  const state = (report: PlacementState['reports'][number]) => {
    const before = settled();
    return {
      ...before,
      clusters: [...before.clusters, aCluster('c9', { taints: [{ key: 'gone', effect: 'NoSchedule' }] })],
      bindings: [...before.bindings, asked],
      reports: [...before.reports, report],
    };
  };

  it.each([
    {
      rule: 'forgets it when the member confirms',
      report: aReleasedReport('c9', { revision: 'x-2' }),
      forgets: true,
    },
    {
      rule: 'a confirmation of an earlier life is none',
      report: aReleasedReport('c9', { revision: 'x-1' }),
      forgets: false,
    },
    { rule: 'still there', report: anAvailableReport('c9', { revision: 'x-2' }), forgets: false },
  ])('$rule', ({ report, forgets }) => {
    const decision = decide(state(report));
    expect(kinds(decision.actions).includes('forgetBinding c9')).toBe(forgets);
    expect(decision.blockers.some(b => b.cause === 'ClusterLeaving')).toBe(!forgets);
  });

  it('B/RO-031: a cluster that is picked again is bound anew only after it was cleaned', () => {
    const before = settled();
    const bindings = before.bindings.map(b =>
      b.cluster === 'c2' ? { ...b, phase: 'Unscheduled' as const, releasedAt: minutesBefore(1) } : b,
    );
    const busy = { ...before, bindings };
    expect(decide(busy)).toMatchObject({
      actions: [],
      blockers: [{ cause: 'ReleaseInProgress' }, { cause: 'ClusterLeaving' }],
    });
    const revision = bindings.find(b => b.cluster === 'c2')?.revision;
    const clean = {
      ...busy,
      reports: busy.reports.map(r => (r.cluster === 'c2' ? aReleasedReport('c2', { revision }) : r)),
    };
    const next = decide(clean);
    expect(kinds(next.actions)).toEqual(['forgetBinding c2', 'advanced c2']);
    const again = next.actions.flatMap(a => (a.kind === 'saveBinding' ? [a.binding.revision] : []));
    expect(again).not.toContain(revision);
  });
});

describe('deletion (A/ST-080…083)', () => {
  it('asks every cluster to clean up, forgets those that never held anything, and waits', () => {
    const state = settled();
    const bindings = [...state.bindings, aScheduledBinding('c4')];
    const decision = decide(deleted({ ...state, bindings, clusters: [...state.clusters, aCluster('c4')] }));
    expect(kinds(decision.actions)).toEqual([
      'forgetBinding c4',
      'releaseBinding c1',
      'releaseBinding c2',
      'releaseBinding c3',
    ]);
    expect(decision.blockers).toMatchObject([
      { cause: 'PlacementLeaving', clusters: ['c1', 'c2', 'c3'], since: NOON },
    ]);
  });

  it('asks once', () => {
    const first = deleted(settled());
    expect(decidePlacement(commitPlacement(first, decide(first).actions), secondsAfter(60)).actions).toEqual(
      [],
    );
  });

  it('lets the object go in the pass in which the last cluster is forgotten', () => {
    const state = deleted(settled({ clusters: clusters(1) }));
    const asked = commitPlacement(state, decide(state).actions);
    const revision = asked.bindings[0].revision;
    const confirmed = { ...asked, reports: [aReleasedReport('c1', { revision })] };
    expect(kinds(decide(confirmed).actions)).toEqual(['forgetBinding c1', 'removeFinalizers']);
  });

  it('a cluster that leaves meanwhile holds nothing up', () => {
    const state = deleted(leaving(settled(), 'c2'));
    expect(kinds(decide(state).actions)).toEqual([
      'forgetBinding c2',
      'releaseBinding c1',
      'releaseBinding c3',
    ]);
  });

  it.each([
    { rule: 'nothing was ever placed', finalizers: { hasFinalizers: true }, actions: ['removeFinalizers'] },
    { rule: 'the finalizers are gone already', finalizers: { hasFinalizers: false }, actions: [] },
    {
      rule: 'A/ST-084: one of the two is left, and goes too',
      finalizers: { hasFinalizers: false, hasSomeFinalizer: true },
      actions: ['removeFinalizers'],
    },
  ])('$rule', ({ finalizers, actions }) => {
    const state = aPlacementState({ placement: aPlacement({ ...finalizers, deletedAt: NOON }) });
    expect(kinds(decide(state).actions)).toEqual(actions);
  });
});

describe('External (C/PL-008, PL-009)', () => {
  it('B/RO-004, B/RO-005: schedules, moves nobody, and says who waits', () => {
    const decision = decide(
      aPlacementState({ placement: external, clusters: clusters(2), policySnapshots: [] }),
    );
    expect(kinds(decision.actions)).toEqual([
      'savePolicySnapshot',
      'saveSchedule',
      'scheduled c1',
      'scheduled c2',
    ]);
    expect(decision.blockers).toEqual([
      {
        cause: 'WaitsForUpdateRun',
        message: 'nothing is placed until an update run reaches the cluster: c1, c2',
        clusters: ['c1', 'c2'],
      },
    ]);
  });

  it('names the run that is on its way', () => {
    const state = aPlacementState({
      placement: external,
      clusters: clusters(1),
      policySnapshots: [],
      activeRuns: ['run-1'],
    });
    expect(decide(state).blockers[0]?.message).toBe(
      'nothing is placed until update run run-1 reaches the cluster: c1',
    );
  });
});

describe('history of resource snapshots (A/SNP-020, B/FT-014)', () => {
  const indexes = Array.from({ length: 12 }, (_, index) => aResourceSnapshot({ index }));
  const pruned = (patch: Partial<PlacementState>) =>
    decide(settled({ resourceSnapshots: indexes, ...patch })).actions.flatMap(a =>
      a.kind === 'pruneResourceSnapshots' ? [...a.indexes] : [],
    );
  const all = (patch: Partial<PlacementState>) => {
    const created = aPlacementState({
      clusters: clusters(2),
      policySnapshots: [],
      resourceSnapshots: indexes,
      ...patch,
    });
    return decide(created).actions.flatMap(a => (a.kind === 'pruneResourceSnapshots' ? [...a.indexes] : []));
  };

  it('keeps the newest, as many as revisionHistoryLimit says', () => {
    expect(all({})).toEqual([0, 1]);
    expect(pruned({})).toEqual([]);
  });

  it('keeps what a cluster runs', () => {
    expect(all({ placement: external, bindings: [aBoundBinding('c1', { resourceIndex: 1 })] })).toEqual([0]);
  });

  it('RUL 29: keeps the one that the newest run brought', () => {
    expect(all({ placement: external, newestRun: { name: 'run-1', resourceIndex: 0 } })).toEqual([1]);
  });

  it('keeps everything while a run is going on', () => {
    expect(all({ activeRuns: ['run-1'] })).toEqual([]);
  });
});
