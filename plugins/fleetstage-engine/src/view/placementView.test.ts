import type { PlacementState } from '../placement/state';
import { NOON, aPlacement, aPolicySnapshot, anOutcome } from '../testing/builders';
import { threeReady } from '../status/projectPlacement.testing';
import { summarizePlacement, toPlacementSight } from './placementView';

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
