import type { PlacementState } from '../placement/state';
import {
  NOON,
  aBoundBinding,
  aPick,
  aPlacement,
  aPolicySnapshot,
  anAvailableReport,
  anOutcome,
  anUnscheduledBinding,
} from '../testing/builders';
import { threeReady } from '../status/projectPlacement.testing';
import { placementClusters, summarizePlacement, toPlacementSight } from './placementView';

describe('summarizePlacement', () => {
  /** Scheduled anew, everything available of what generation 1 selected. */
  const edited = (patch: Partial<PlacementState>) =>
    summarizePlacement(
      toPlacementSight(
        threeReady({
          placement: aPlacement({ generation: 2 }),
          policySnapshots: [aPolicySnapshot({ placementGeneration: 2 })],
          schedule: anOutcome({ placementGeneration: 2 }),
          ...patch,
        }),
      ),
    );
  const captureFailure = { message: 'no', placementGeneration: 2, at: NOON };

  it.each<[string, Partial<PlacementState>, string, number]>([
    ['A/ST-002 whose selectors nobody has read', { capturedGeneration: 1 }, 'deciding', 1],
    ['A/SEL-024 whose selectors are refused', { capturedGeneration: 2, captureFailure }, 'invalid', 1],
    ['whose selectors were read', { capturedGeneration: 2 }, 'available', 6],
  ])('a new generation %s', (_rule, patch, state, conditions) => {
    const view = edited(patch);
    expect([view.state, view.conditions.length]).toEqual([state, conditions]);
  });
});

describe('placementClusters', () => {
  it('tells trouble first, then what works, what is not gone yet, the picked ones, and all others by cause', () => {
    const refused = (cluster: string, code: string) => ({ cluster, code, selected: false, reason: '' });
    const fails = { reason: 'ApplyFailed', status: 'False', message: 'no', at: NOON } as const;
    const state = threeReady({
      verdicts: [
        ...['a', 'b', 'c'].map(cluster => aPick(cluster)),
        ...[
          refused('x', 'UntoleratedTaint'),
          refused('y', 'AffinityMismatch'),
          refused('going', 'NotEligible'),
        ],
      ],
      bindings: [...['a', 'b', 'c'].map(cluster => aBoundBinding(cluster)), anUnscheduledBinding('going')],
      reports: [anAvailableReport('a'), { ...anAvailableReport('c'), applied: fails }],
    });
    expect(placementClusters(state).map(({ cluster }) => cluster)).toEqual([
      'c',
      'b',
      'going',
      'a',
      'y',
      'x',
    ]);
  });
});
