import fc from 'fast-check';
import { scheduleInputOf } from '../placement/planPlacement';
import type { PlacementState } from '../state/placement';
import { suggestForCluster } from '../schedule/suggestion/suggestForCluster';
import { arbitraryJam } from '../schedule/suggestion/jams.testing';
import { arbitraryBindings, arbitraryFleet, arbitraryPolicy } from '../testing/arbitraries';
import { aPlacement, aPlacementSpec, aPlacementState, NOON } from '../testing/builders';
import { suggestForShortage } from './suggestForShortage';
import { viewSuggestion } from './viewSuggestion';
import { settled, tryOut } from './whatIf.testing';

const drawn = fc.oneof(
  fc.record({ policy: arbitraryPolicy, clusters: arbitraryFleet, bindings: arbitraryBindings }),
  arbitraryJam.map(jam => ({ ...jam, bindings: [] })),
);
const decided = drawn.map(({ policy, clusters, bindings }): PlacementState => {
  const placement = aPlacement({ spec: aPlacementSpec({ policy }) });
  return settled(aPlacementState({ placement, clusters, bindings, policySnapshots: [] }));
});

describe('a way as a change to try, whatever the fleet', () => {
  it('each suggested change is a change that picks the cluster, unless the cluster must recover by itself', () => {
    fc.assert(
      fc.property(decided, state => {
        for (const { name } of state.clusters) {
          const { ways } = suggestForCluster(scheduleInputOf(state, NOON), name, NOON);
          const views = viewSuggestion(state, name, NOON).ways;
          expect(views).toHaveLength(ways.length);
          for (const [i, { text, change, clusters }] of views.entries()) {
            const mustRecover = ways[i].changes.some(({ kind }) => kind === 'mendCluster');
            expect([text, change === undefined]).toEqual([text, mustRecover]);
            if (change === undefined) continue;
            const effect = tryOut(state, change).items.find(({ cluster }) => cluster === name)?.effect;
            expect([text, clusters.includes(name), effect]).toEqual([text, true, 'gains']);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a suggested change brings in whom it names, and there is one where the spread keeps somebody out (A/SCH-073)', () => {
    fc.assert(
      fc.property(decided, state => {
        const { missing, way } = suggestForShortage(state, NOON);
        const isJammed = state.verdicts.some(({ code }) => code === 'BreaksSpread');
        // A taint that came later lets a picked cluster stay, and drops it with the next change of the policy.
        const mayDrop = state.clusters.some(
          ({ name, taints }) =>
            taints.length > 0 && state.verdicts.some(({ cluster, selected }) => cluster === name && selected),
        );
        if (isJammed && missing > 0 && !mayDrop) expect(way?.clusters).not.toHaveLength(0);
        if (way?.change === undefined) return;
        const { items, then } = tryOut(state, way.change);
        const gained = items.filter(({ effect }) => effect === 'gains').map(({ cluster }) => cluster);
        expect(way.clusters).toEqual(gained);
        expect(then.isFulfilled).toBe(way.isFulfilled);
      }),
      { numRuns: 60 },
    );
  });
});
