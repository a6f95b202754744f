import type { PlacementAction } from '../state/placement';
import { NOON, secondsAfter } from '../testing/builders';
import { aRolloutRow } from '../testing/rolloutNotation';
import { decideRollout } from './decideRollout';
import type { RolloutState } from './bindingState';

const pickAll = { placementType: 'PickAll' } as const;
const pickN = (numberOfClusters: number) => ({ placementType: 'PickN', numberOfClusters }) as const;

/** Positions of the clusters, as the table of the specification names them. */
const position = (cluster: string) => Number(cluster.slice(1));

function movesOf(state: RolloutState) {
  const { actions, wakeAt } = decideRollout(state, NOON);
  const saved = (event: string) =>
    actions.flatMap(a =>
      a.kind === 'saveBinding' && a.event === event ? [position(a.binding.cluster)] : [],
    );
  return {
    moved: saved('advanced').sort((a, b) => a - b),
    left: actions.flatMap(a => (a.kind === 'releaseBinding' ? [position(a.cluster)] : [])),
    blocked: saved('blocked').sort((a, b) => a - b),
    wakesAfter: wakeAt === undefined ? undefined : (wakeAt - NOON) / 1000,
  };
}

const kinds = (actions: readonly PlacementAction[]) =>
  actions.map(a =>
    a.kind === 'saveBinding'
      ? `${a.event} ${a.binding.cluster}`
      : `${a.kind} ${'cluster' in a ? a.cluster : ''}`,
  );

describe('B §1.8 (B/RO-006, B/RO-033, B/RO-046, B/RO-053, B/RO-061…066, B/DC-02), computed again under RUL 8, 9 and 10', () => {
  it.each([
    { id: 'B/RO-T01', bindings: 'Sp', policy: pickAll, mU: '20%', mS: 3, period: 3, moved: [0] },
    { id: 'B/RO-T02', bindings: 'Bp*', policy: pickAll, mU: '20%', mS: 3, period: 3 },
    { id: 'B/RO-T03', bindings: 'Bf', policy: pickN(5), mU: '20%', mS: 3, period: 3, moved: [0] },
    {
      id: 'B/RO-T04',
      bindings: 'Bf Bp Bp Bp Bp',
      policy: pickN(5),
      mU: '20%',
      mS: 3,
      period: 3,
      moved: [0],
      blocked: [1, 2, 3, 4],
    },
    {
      id: 'B/RO-T05',
      bindings: 'Bf Bf Bf Br Br',
      policy: pickN(5),
      mU: '20%',
      mS: 3,
      period: 3,
      moved: [0, 1, 2],
      blocked: [3, 4],
    },
    {
      id: 'B/RO-T06 (RUL 10: 0 counts as 1)',
      bindings: 'Br Br Br Br Br',
      policy: pickN(5),
      mU: 0,
      mS: 3,
      period: 1,
      moved: [0],
      blocked: [1, 2, 3, 4],
    },
    { id: 'B/RO-T07', bindings: '', policy: pickN(5), mU: '20%', mS: 3, period: 3 },
    { id: 'B/RO-T08', bindings: 'Sp Sp', policy: pickN(2), mU: '20%', mS: 3, period: 3, moved: [0, 1] },
    { id: 'B/RO-T09', bindings: 'Ba Sp', policy: pickN(3), mU: '20%', mS: 3, moved: [1], blocked: [0] },
    { id: 'B/RO-T10', bindings: '* Ur Ur', policy: pickN(2), mU: '20%', mS: 3, period: 3, left: [0] },
    {
      id: 'B/RO-T11',
      bindings: 'Bn35 Ba Br*',
      policy: pickN(3),
      mU: '20%',
      mS: 3,
      blocked: [0, 1],
      wakesAfter: 25,
    },
    {
      id: 'B/RO-T12 (RUL 9: the target is what still serves)',
      bindings: 'Un60 Un35',
      policy: pickN(3),
      mU: '20%',
      mS: 3,
      left: [0],
      wakesAfter: 25,
    },
    { id: 'B/RO-T13', bindings: 'Bp!', policy: pickAll, mU: '20%', mS: 3, period: 3 },
    {
      id: 'B/RO-T14',
      bindings: '* Ua! Ua Sp Sp',
      policy: pickN(2),
      mU: 0,
      mS: 1,
      period: 1,
      moved: [2],
      blocked: [3],
    },
    {
      id: 'B/RO-T15',
      bindings: '* Ur! Ur Sp Sp',
      policy: pickN(2),
      mU: 2,
      mS: 0,
      period: 1,
      left: [1],
      blocked: [2, 3],
    },
    { id: 'B/RO-T16', bindings: 'Br! Br', policy: pickN(2), mU: 2, mS: 0, period: 1, moved: [1] },
    { id: 'B/RO-T17, B/RO-085', bindings: 'Br! Ba', policy: pickN(2), mU: 2, mS: 0, period: 1, blocked: [1] },
    { id: 'B/RO-T18', bindings: 'Br! Bf', policy: pickN(2), mU: 0, mS: 0, period: 1, moved: [1] },
    { id: 'B/RO-T19', bindings: '* Br! Br Sp Sp', policy: pickN(4), mU: 0, mS: 0, period: 1, moved: [2, 3] },
    {
      id: 'B/RO-T20',
      bindings: '* Ua! Ua Sp Sp Sp Sp',
      policy: pickN(4),
      mU: 0,
      mS: 1,
      period: 1,
      moved: [2, 3, 4],
      blocked: [5],
    },
    { id: 'B/RO-T21', bindings: 'Br! Br Sp Sp', policy: pickN(4), mU: 4, mS: 0, period: 1, moved: [1, 2, 3] },
    {
      id: 'B/RO-T22 (RUL 10: one more may go)',
      bindings: '* Br Br Ur! Ur',
      policy: pickN(2),
      mU: 0,
      mS: 0,
      period: 1,
      left: [3],
    },
    { id: 'B/RO-T23', bindings: '* Br! Br Ur Ur', policy: pickN(2), mU: 1, mS: 0, period: 1, left: [2, 3] },
    {
      id: 'B/RO-T24 (RUL 10)',
      bindings: '* Ur! Ur Ur Ur Sp Sp',
      policy: pickN(2),
      mU: 0,
      mS: 0,
      period: 1,
      left: [1, 2],
      blocked: [4, 5],
    },
    {
      id: 'B/RO-T25',
      bindings: '* Uf! Uf Uf Uf Sp Sp',
      policy: pickN(2),
      mU: 0,
      mS: 0,
      period: 3,
      moved: [4, 5],
    },
    {
      id: 'B/RO-T26 (RUL 10)',
      bindings: 'Br! Br Ur Ur',
      policy: pickN(2),
      mU: 0,
      mS: 0,
      period: 1,
      left: [2, 3],
      blocked: [1],
    },
    {
      id: 'B/RO-T27',
      bindings: 'Br Br Ur! Ur',
      policy: pickN(2),
      mU: 1,
      mS: 0,
      period: 1,
      moved: [0],
      left: [3],
      blocked: [1],
    },
    {
      id: 'B/RO-T28',
      bindings: 'Br Br Br Br Br Br Br Br Br Br',
      policy: pickN(10),
      mU: '25%',
      mS: '25%',
      moved: [0, 1, 2],
      blocked: [3, 4, 5, 6, 7, 8, 9],
    },
    {
      id: 'B/RO-T29',
      bindings: 'Sp Sp Sp Sp Sp Sp Sp Sp Sp Sp',
      policy: pickN(10),
      mU: '25%',
      mS: 0,
      moved: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    },
  ])('$id: $bindings', ({ moved = [], left = [], blocked = [], wakesAfter, ...row }) => {
    expect(movesOf(aRolloutRow(row))).toEqual({ moved, left, blocked, wakesAfter });
  });
});

describe('what the table does not say', () => {
  it.each([
    {
      rule: 'RUL 9: a short fleet is updated in place (B/RO-X3)',
      bindings: 'Br Br',
      policy: pickN(3),
      mU: '25%',
      moved: [0],
      blocked: [1],
    },
    {
      rule: 'an unavailable outdated cluster gets the fix at once (B/RO-060, B/RO-081, B/DC-20)',
      bindings: 'Bu Br Br',
      policy: pickN(3),
      mU: 1,
      moved: [0],
      blocked: [1, 2],
    },
    {
      rule: 'only as many unavailable ones as maxUnavailable get it at once (B/RO-060)',
      bindings: 'Bu Bu Bu',
      policy: pickN(3),
      mU: 1,
      moved: [0],
      blocked: [1, 2],
    },
    {
      rule: 'the fix waits while another cluster tries it',
      bindings: 'Bp* Bu Bu',
      policy: pickN(3),
      mU: 1,
      blocked: [1, 2],
    },
    {
      rule: 'bad content never reaches a second cluster',
      bindings: 'Bu* Br Br',
      policy: pickN(3),
      mU: 1,
      blocked: [1, 2],
    },
    {
      rule: 'a broken leaver keeps no new cluster out',
      bindings: '* Uu Uu Sp Sp',
      policy: pickN(2),
      mU: 1,
      mS: 0,
      moved: [2, 3],
    },
    {
      rule: 'a move keeps its promise while the new cluster is not ready',
      bindings: '* Ur Ur Sp',
      policy: pickN(2),
      mU: '25%',
      moved: [2],
      left: [0],
    },
    {
      rule: 'everything may leave when nothing is picked',
      bindings: '* Ur',
      policy: pickN(0),
      mU: 1,
      left: [0],
    },
    {
      rule: 'PickFixed counts the names, not the clusters found',
      bindings: 'Br Br',
      policy: { placementType: 'PickFixed', clusterNames: ['c00', 'c01', 'x'] } as const,
      mU: 1,
      blocked: [0, 1],
    },
  ])('$rule', ({ moved = [], left = [], blocked = [], mS = 1, ...row }) => {
    expect(movesOf(aRolloutRow({ ...row, mS }))).toEqual({ moved, left, blocked, wakesAfter: undefined });
  });

  it('binds new clusters before it releases old ones in the same round (RUL 31, B/RO-035, B/RO-X2)', () => {
    const state = aRolloutRow({ bindings: '* Ur Ur Sp Sp', policy: pickN(2), mU: '25%', mS: 2 });
    expect(kinds(decideRollout(state, NOON).actions)).toEqual([
      'advanced c02',
      'advanced c03',
      'releaseBinding c00',
    ]);
  });

  it('forgets an unpicked cluster to which nothing was ever sent', () => {
    const state = aRolloutRow({ bindings: 'Br* Sp', policy: pickN(1), mU: 1, mS: 1 });
    const unpicked = state.bindings.map(b =>
      b.phase === 'Scheduled' ? { ...b, phase: 'Unscheduled' as const } : b,
    );
    expect(kinds(decideRollout({ ...state, bindings: unpicked }, NOON).actions)).toEqual([
      'forgetBinding c01',
    ]);
  });

  it('a changed apply strategy respects the limits (RUL 9)', () => {
    const state = aRolloutRow({ bindings: '* Br Br Br', policy: pickN(3), mU: 1, mS: 1 });
    const { placement } = state;
    const strategy = { ...placement.spec.strategy, applyStrategy: { type: 'ServerSideApply' as const } };
    const changed = { ...state, placement: { ...placement, spec: { ...placement.spec, strategy } } };
    expect(movesOf(changed)).toMatchObject({ moved: [0], blocked: [1, 2] });
  });

  it('marks a cluster started again when the change that it waited for is taken back (B/RO-034)', () => {
    const state = aRolloutRow({ bindings: '* Br', policy: pickN(1), mU: 1, mS: 1 });
    const blocked = { status: 'False', reason: 'RolloutNotStartedYet', message: '', at: NOON } as const;
    const bindings = state.bindings.map(b => ({ ...b, rollout: blocked }));
    expect(kinds(decideRollout({ ...state, bindings }, NOON).actions)).toEqual(['confirmed c00']);
  });

  it('same content under a new index moves every cluster at once and keeps the evidence', () => {
    const state = aRolloutRow({ bindings: 'Sp Sp Sp', policy: pickN(3), mU: 1, mS: 1 });
    const bound = decideRollout(state, NOON).actions.flatMap(a =>
      a.kind === 'saveBinding' ? [a.binding] : [],
    );
    const [older, latest] = state.resourceSnapshots;
    const again = { ...latest!, index: 6 };
    const next = decideRollout(
      { ...state, bindings: bound, resourceSnapshots: [older!, latest!, again] },
      NOON,
    );
    const moved = next.actions.flatMap(a => (a.kind === 'saveBinding' ? [a.binding] : []));
    expect(moved.map(b => [b.resourceIndex, b.revision])).toEqual(bound.map(b => [6, b.revision]));
  });

  it('B/RO-052: says the index in the words of requirement 000', () => {
    const { actions } = decideRollout(aRolloutRow({ bindings: 'Sp', policy: pickAll, mU: 1, mS: 1 }), NOON);
    expect(actions).toMatchObject([
      {
        binding: {
          phase: 'Bound',
          resourceIndex: 5,
          rollout: {
            status: 'True',
            reason: 'RolloutStarted',
            message:
              'Detected the new changes on the resources and started the rollout process, resourceSnapshotIndex: 5',
            at: NOON,
          },
        },
      },
    ]);
  });

  it('a report of an older revision is no evidence', () => {
    const state = aRolloutRow({ bindings: '* Br Br Br', policy: pickN(3), mU: 1, mS: 1 });
    const newer = [
      ...state.resourceSnapshots,
      { ...state.resourceSnapshots[1]!, index: 6, hash: 'content-6' },
    ];
    const first = decideRollout({ ...state, resourceSnapshots: newer }, NOON);
    const moved = new Map(
      first.actions.flatMap(a => (a.kind === 'saveBinding' ? [[a.binding.cluster, a.binding] as const] : [])),
    );
    const bindings = state.bindings.map(b => moved.get(b.cluster) ?? b);
    const second = decideRollout({ ...state, resourceSnapshots: newer, bindings }, secondsAfter(1));
    expect(second.actions).toEqual([]);
    expect(second.blockers.map(b => [b.cause, b.message])).toEqual([
      [
        'MaxUnavailable',
        '2 of 3 clusters ready, at most 1 may be unavailable; waiting for resource snapshot 6: c01, c02',
      ],
      ['ClusterProgressing', 'c00 has not reported on resource snapshot 6 yet'],
    ]);
  });

  it('B/RO-007: waits for the first capture and says so', () => {
    const state = aRolloutRow({ bindings: 'Sp', policy: pickAll, mU: 1, mS: 1 });
    expect(decideRollout({ ...state, resourceSnapshots: [] }, NOON)).toMatchObject({
      actions: [],
      blockers: [{ cause: 'ResourcesNotCaptured', clusters: ['c00'] }],
    });
  });
});
