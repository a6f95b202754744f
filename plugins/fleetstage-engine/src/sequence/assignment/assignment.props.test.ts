import type { StagePhase } from '@fleetstage/backstage-plugin-fleetstage-common';
import fc from 'fast-check';
import { addCatchAlls } from './catchAll';
import { reassign } from './reassign';
import { aMember, aSequence, aStage, assignmentOf, labelled } from './sequence.testing';
import { validateSequence } from './validateSequence';

const fleet = fc.constantFrom('a', 'b', 'c', 'd');
const tier = fc.constantFrom('1', '2', '3');
const someStages = fc
  .array(
    fc.record({ fleets: fc.uniqueArray(fleet, { minLength: 1, maxLength: 2 }), tier: fc.option(tier) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map(stages =>
    stages.map(({ fleets, tier: wanted }, i) =>
      aStage(`s${i}`, { fleets, ...(wanted !== null && { clusterSelector: labelled({ tier: wanted }) }) }),
    ),
  );
const someClusters = fc
  .array(fc.record({ fleet: fc.option(fleet), tier: fc.option(tier), out: fc.boolean() }), { maxLength: 12 })
  .map(clusters =>
    clusters.map(({ fleet: own, tier: own1, out }, i) =>
      aMember(`c${i}`, own ?? undefined, {
        ...(own1 !== null && { tier: own1 }),
        ...(out && { out: 'yes' }),
      }),
    ),
  );
const ignoredClustersSelector = labelled({ out: 'yes' });

describe('assignment (D §3)', () => {
  it('puts each cluster into exactly one stage, or says that it is ignored or not handled', () => {
    fc.assert(
      fc.property(someStages, someClusters, (stages, clusters) => {
        const {
          stages: taken,
          ignored,
          unhandled,
        } = assignmentOf({ stages, ignoredClustersSelector }, clusters);
        const all = [...taken.flatMap(stage => stage.clusters), ...ignored, ...unhandled];
        expect([...all].sort()).toEqual(clusters.map(({ name }) => name).sort());
      }),
    );
  });

  it('leaves no cluster of its fleets unhandled once validation is content (D/RS-037)', () => {
    fc.assert(
      fc.property(someStages, someClusters, (drawn, clusters) => {
        const stages = addCatchAlls(drawn);
        expect(
          validateSequence(aSequence({ stages })).filter(({ code }) => code === 'CATCH_ALL_MISSING'),
        ).toEqual([]);
        const { unhandled } = assignmentOf({ stages, ignoredClustersSelector }, clusters);
        const named = new Set(stages.flatMap(({ fleets }) => fleets));
        for (const { name, labels } of clusters)
          expect(unhandled.includes(name)).toBe(!named.has(labels['fleetstage.io/fleet']));
      }),
    );
  });

  it('does not depend on the order of clusters', () => {
    fc.assert(
      fc.property(someStages, someClusters, (stages, clusters) => {
        expect(assignmentOf({ stages }, [...clusters].reverse())).toEqual(assignmentOf({ stages }, clusters));
      }),
    );
  });

  it('keeps each cluster of a rollout in one stage, and asking again changes nothing', () => {
    const phase = fc.constantFrom<StagePhase[]>('Completed', 'Running', 'Soaking', 'Pending');
    fc.assert(
      fc.property(
        someStages,
        someClusters,
        someClusters,
        fc.array(phase, { minLength: 5, maxLength: 5 }),
        (stages, before, after, phases) => {
          const kept = reassign({
            kept: [],
            today: assignmentOf({ stages }, before),
            existing: new Set(),
            phases: [],
          });
          const existing = new Set(after.map(({ name }) => name));
          const today = assignmentOf({ stages }, after);
          const once = reassign({ kept, today, existing, phases });
          expect(new Set(once.map(({ cluster }) => cluster)).size).toBe(once.length);
          expect(reassign({ kept: once, today, existing, phases })).toEqual(once);
        },
      ),
    );
  });
});
