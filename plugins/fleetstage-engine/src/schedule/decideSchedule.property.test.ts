import fc from 'fast-check';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding } from '../placement/state';
import { arbitraryBindings, arbitraryFleet, arbitraryPolicy } from '../testing/arbitraries';
import { aPlacement, aPolicySnapshot, NOON } from '../testing/builders';
import { decideSchedule } from './decideSchedule';
import { planBindings } from './planBindings';

interface Situation {
  readonly clusters: readonly ClusterFacts[];
  readonly policy: PlacementPolicy;
  readonly bindings: readonly Binding[];
}

const situations = fc.record({
  clusters: arbitraryFleet,
  policy: arbitraryPolicy,
  bindings: arbitraryBindings,
});
const placement = aPlacement();

function schedule({ clusters, policy, bindings }: Situation) {
  const snapshot = aPolicySnapshot({ index: 1, policy });
  const decision = decideSchedule({ placement, policy: snapshot, clusters, bindings }, NOON);
  const changes = planBindings(
    { placement, policy: snapshot, clusters, verdicts: decision.verdicts, bindings },
    NOON,
  );
  const changed = new Map(changes.map(({ binding }) => [binding.cluster, binding]));
  const after = [...bindings.filter(b => !changed.has(b.cluster)), ...changed.values()];
  return { decision, changes, after };
}

const selectedOf = ({ decision }: ReturnType<typeof schedule>) =>
  decision.verdicts.filter(v => v.selected).map(v => v.cluster);
const serving = (bindings: readonly Binding[]) =>
  bindings
    .filter(b => b.phase !== 'Unscheduled')
    .map(b => b.cluster)
    .sort();

describe('scheduling, whatever the fleet', () => {
  it('settles at once: a second pass on the result changes nothing', () => {
    fc.assert(
      fc.property(situations, situation => {
        const first = schedule(situation);
        const second = schedule({ ...situation, bindings: first.after });
        expect(second.changes).toEqual([]);
        expect(selectedOf(second)).toEqual(selectedOf(first));
      }),
    );
  });

  it('gives every cluster exactly one verdict with a reason, and bindings only to the selected', () => {
    fc.assert(
      fc.property(situations, situation => {
        const result = schedule(situation);
        const names = result.decision.verdicts.map(v => v.cluster);
        expect(new Set(names).size).toBe(names.length);
        expect(names).toEqual(expect.arrayContaining(situation.clusters.map(c => c.name)));
        expect(result.decision.verdicts.every(v => v.reason !== '' && v.code !== '')).toBe(true);
        expect(serving(result.after)).toEqual(selectedOf(result));
      }),
    );
  });

  it('does not depend on the order of its inputs', () => {
    fc.assert(
      fc.property(situations, situation => {
        const reversed = {
          ...situation,
          clusters: [...situation.clusters].reverse(),
          bindings: [...situation.bindings].reverse(),
        };
        expect(schedule(reversed).decision).toEqual(schedule(situation).decision);
      }),
    );
  });

  it('SAFETY: PickN never picks more than its number, and is short only when no eligible cluster is left', () => {
    fc.assert(
      fc.property(situations, situation => {
        const { policy } = situation;
        fc.pre(policy.placementType === 'PickN');
        const result = schedule(situation);
        const wanted = policy.numberOfClusters ?? 0;
        expect(selectedOf(result).length).toBeLessThanOrEqual(wanted);
        if (selectedOf(result).length < wanted) {
          expect(result.decision.outcome?.fulfilled).toBe(false);
          expect(result.decision.verdicts.map(v => v.code)).not.toContain('ScoredTooLow');
        }
      }),
    );
  });

  it('SAFETY: who is picked under the latest policy stays, sick and tainted or not, unless it leaves the fleet', () => {
    fc.assert(
      fc.property(situations, situation => {
        fc.pre(situation.policy.placementType === 'PickAll');
        const staying = new Set(situation.clusters.filter(c => !c.isLeaving).map(c => c.name));
        const current = situation.bindings
          .filter(b => b.policyIndex === 1 && b.phase !== 'Unscheduled' && staying.has(b.cluster))
          .map(b => b.cluster);
        const result = schedule(situation);
        expect(selectedOf(result)).toEqual(expect.arrayContaining(current));
        expect(selectedOf(result).every(cluster => staying.has(cluster))).toBe(true);
      }),
    );
  });
});
