import fc from 'fast-check';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding } from '../state/placement';
import { arbitraryBindings, arbitraryFleet, arbitraryPolicy } from '../testing/arbitraries';
import { aPlacement, aPolicySnapshot, NOON } from '../testing/builders';
import { decideEligibility } from '../cluster/eligibility';
import { decideSchedule } from './decideSchedule';
import { isSameSchedule } from './isSameSchedule';
import { explainCluster } from './explainCluster';
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
        expect(isSameSchedule(first.decision, second.decision)).toBe(true);
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

  it('A/SCH-010, A/SCH-031: does not depend on the order of its inputs', () => {
    fc.assert(
      fc.property(situations, situation => {
        const reversed = {
          ...situation,
          clusters: [...situation.clusters].reverse(),
          bindings: [...situation.bindings].reverse(),
        };
        const shown = ({ decision, changes }: ReturnType<typeof schedule>) =>
          JSON.stringify([decision, changes]);
        expect(shown(schedule(reversed))).toBe(shown(schedule(situation)));
      }),
    );
  });

  it('gives the same answer to the same question, byte for byte', () => {
    fc.assert(
      fc.property(situations, situation => {
        const copy = structuredClone(situation);
        expect(JSON.stringify(schedule(situation))).toBe(JSON.stringify(schedule(copy)));
        expect(situation).toEqual(copy);
      }),
    );
  });

  it('SAFETY: never two bindings on one cluster', () => {
    fc.assert(
      fc.property(situations, situation => {
        const clusters = schedule(situation).after.map(b => b.cluster);
        expect(new Set(clusters).size).toBe(clusters.length);
      }),
    );
  });

  it('SAFETY: nobody joins that is not eligible, or tainted without a toleration', () => {
    fc.assert(
      fc.property(situations, situation => {
        const { policy, clusters, bindings } = situation;
        const facts = new Map(clusters.map(c => [c.name, c]));
        const held = new Set(bindings.filter(b => b.policyIndex === 1).map(b => b.cluster));
        for (const name of selectedOf(schedule(situation)).filter(one => !held.has(one))) {
          const cluster = facts.get(name);
          expect(cluster && decideEligibility(cluster, NOON).ok).toBe(true);
          if (policy.placementType === 'PickFixed' || policy.tolerations) continue;
          expect(cluster?.taints).toEqual([]);
        }
      }),
    );
  });

  it('acts, is finished, or explains', () => {
    fc.assert(
      fc.property(situations, situation => {
        const { decision, changes } = schedule(situation);
        const isFinished = decision.outcome?.fulfilled === true;
        expect(changes.length > 0 || isFinished || decision.blockers.length > 0).toBe(true);
        if (!isFinished) expect(decision.outcome?.message).toMatch(/clusters are picked/);
      }),
    );
  });

  it('returns parts that add up to the score, and a hash of what was read', () => {
    fc.assert(
      fc.property(situations, situation => {
        for (const { score, parts = [], inputs, code } of schedule({ ...situation, bindings: [] }).decision
          .verdicts) {
          if (code !== 'NotFound') expect(inputs).toMatch(/^[0-9a-f]{12}$/);
          if (score === undefined) continue;
          const sum = (part: 'topology' | 'affinity') => parts.reduce((a, b) => a + (b[part] ?? 0), 0);
          expect([sum('topology'), sum('affinity')]).toEqual([score.priorityScore, score.affinityScore]);
        }
      }),
    );
  });

  it('explains each cluster as it decides', () => {
    fc.assert(
      fc.property(situations, ({ clusters, policy, bindings }) => {
        const input = { placement, policy: aPolicySnapshot({ index: 1, policy }), clusters, bindings };
        const decision = decideSchedule(input, NOON);
        for (const verdict of decision.verdicts) {
          const shown = explainCluster(input, verdict.cluster, NOON);
          expect(shown.verdict).toEqual(verdict);
          const refusal = shown.filters.find(({ outcome }) => outcome === 'refused');
          if (verdict.filter !== undefined) expect(refusal?.filter).toBe(verdict.filter);
          if (verdict.selected && !shown.isKept) expect(refusal).toBeUndefined();
        }
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
