import {
  NOON,
  aBoundBinding,
  aPlacement,
  aPlacementState,
  aReleasedReport,
  aScheduledBinding,
  anOutcome,
  clusters,
  minutesBefore,
} from '../testing/builders';
import { decidePlacement } from './decidePlacement';
import type { PlacementAction, PlacementFacts, PlacementState } from '../state/placement';

/** Of a placement that is asked to go, with bindings on c1 and c2. */
const going = (patch: Partial<PlacementState> = {}, facts: Partial<PlacementFacts> = {}) =>
  aPlacementState({
    placement: aPlacement({ deletedAt: minutesBefore(5), ...facts }),
    clusters: clusters(2),
    bindings: [aBoundBinding('c1'), aBoundBinding('c2')],
    ...patch,
  });
const toldTo = (action: PlacementAction) =>
  'cluster' in action ? `${action.kind} ${action.cluster}` : action.kind;
const asked = (cluster: string) => aBoundBinding(cluster, { releasedAt: minutesBefore(4) });
const clean = (cluster: string) => aReleasedReport(cluster, { revision: asked(cluster).revision });

describe('a placement that is asked to go', () => {
  it.each([
    {
      rule: 'A/ST-080, B/RO-001, B/RO-082, B/WG-074 cleans its clusters and does nothing else, whatever it would have scheduled',
      state: going({ schedule: undefined }),
      does: ['releaseBinding c1', 'releaseBinding c2'],
      waitsFor: ['c1', 'c2'],
    },
    {
      rule: 'A/ST-083 asks each cluster once, and stays until all have confirmed',
      state: going({ bindings: [asked('c1'), asked('c2')] }),
      does: [],
      waitsFor: ['c1', 'c2'],
    },
    {
      rule: 'A/ST-083 forgets a cluster that is clean, and waits for the other',
      state: going({ bindings: [asked('c1'), asked('c2')], reports: [clean('c1')] }),
      does: ['forgetBinding c1'],
      waitsFor: ['c2'],
    },
    {
      rule: 'A/ST-081, A/ST-082 lets go of both finalizers with the last cluster',
      state: going({ bindings: [asked('c1'), asked('c2')], reports: [clean('c1'), clean('c2')] }),
      does: ['forgetBinding c1', 'forgetBinding c2', 'removeFinalizers'],
      waitsFor: [],
    },
    {
      rule: 'A/ST-083 a cluster that never got anything holds nobody up',
      state: going({ bindings: [aScheduledBinding('c1', { revision: undefined })] }),
      does: ['forgetBinding c1', 'removeFinalizers'],
      waitsFor: [],
    },
    {
      rule: 'A/ST-083 neither does one that has left the fleet',
      state: going({ clusters: [], bindings: [aBoundBinding('c1')] }),
      does: ['forgetBinding c1', 'removeFinalizers'],
      waitsFor: [],
    },
    {
      rule: 'A/ST-084 goes at once where nothing was ever placed, with the one finalizer that it has',
      state: going({ bindings: [] }, { hasFinalizers: false, hasSomeFinalizer: true }),
      does: ['removeFinalizers'],
      waitsFor: [],
    },
    {
      rule: 'A/ST-081 does nothing more when none is left',
      state: going({ bindings: [] }, { hasFinalizers: false, hasSomeFinalizer: false }),
      does: [],
      waitsFor: [],
    },
    {
      rule: 'A/ST-081 without word on single ones, both count',
      state: going({ bindings: [] }, { hasFinalizers: false }),
      does: [],
      waitsFor: [],
    },
  ])('$rule', ({ state, does, waitsFor }) => {
    const decision = decidePlacement(state, NOON);
    expect(decision.actions.map(toldTo)).toEqual(does);
    expect(decision.blockers.flatMap(blocker => blocker.clusters ?? [])).toEqual(waitsFor);
  });

  it('A/ST-083, B/FT-070: says what it waits for, and since when', () => {
    const [blocker] = decidePlacement(going({ schedule: anOutcome() }), NOON).blockers;
    expect(blocker).toEqual({
      cause: 'PlacementLeaving',
      message: 'the placement is being deleted: c1, c2 must be cleaned up first',
      clusters: ['c1', 'c2'],
      since: minutesBefore(5),
    });
  });

  it('B/WG-073: of a pull member it says what its agent still does', () => {
    const message = 'the agent of cluster c2 removes the objects of Work web-work';
    const synchronized = { status: 'False', reason: 'WorkNotSynchronizedYet', message, at: NOON } as const;
    const reports = [{ ...aReleasedReport('c2'), isReleased: false, synchronized }];
    const [blocker] = decidePlacement(going({ schedule: anOutcome(), reports }), NOON).blockers;
    expect(blocker.message).toBe(
      `the placement is being deleted: c1, c2 must be cleaned up first (${message})`,
    );
  });
});
