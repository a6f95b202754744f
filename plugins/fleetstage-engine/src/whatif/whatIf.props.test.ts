import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import fc from 'fast-check';
import { compareText } from '../decision';
import { decidePlacement } from '../placement/decidePlacement';
import type { PlacementState } from '../state/placement';
import { arbitraryBindings, arbitraryFleet, arbitraryPolicy } from '../testing/arbitraries';
import { aPlacement, aPlacementSpec, aPlacementState, NOON } from '../testing/builders';
import { commitPlacement } from '../testing/commitPlacement';
import { applyChange } from './applyChange';
import { textOfToleration } from './checkPolicy';
import type { ClusterChange, WhatIfChange } from './change';
import type { WhatIfView } from './views';
import { settled, tryOut } from './whatIf.testing';

const decided = fc
  .record({ policy: arbitraryPolicy, clusters: arbitraryFleet, bindings: arbitraryBindings })
  .map(({ policy, clusters, bindings }): PlacementState => {
    const placement = aPlacement({ spec: aPlacementSpec({ policy }) });
    return settled(aPlacementState({ placement, clusters, bindings, policySnapshots: [] }));
  });

/** A change of any of the clusters that are there, by their number. */
const clusterChange = fc.record({
  at: fc.nat({ max: 9 }),
  change: fc.constantFrom('edit' as const, 'add' as const, 'remove' as const),
  env: fc.constantFrom('prod', 'test', null),
  isTainted: fc.boolean(),
});

const change = fc.record({
  policy: fc.option(arbitraryPolicy, { nil: undefined }),
  clusters: fc.array(clusterChange, { maxLength: 4 }),
});

function toChange(
  state: PlacementState,
  { policy, clusters }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): WhatIfChange {
  const there = new Set(state.clusters.filter(({ isLeaving }) => !isLeaving).map(({ name }) => name));
  const changes = clusters.flatMap(({ at, change: wanted, env, isTainted }): ClusterChange[] => {
    const cluster = `c${at}`;
    const isThere = there.has(cluster);
    if (wanted === 'remove') there.delete(cluster);
    else there.add(cluster);
    if (!isThere && wanted !== 'add') return there.delete(cluster) ? [] : [];
    const kind = wanted === 'add' && isThere ? 'edit' : wanted;
    const taints = [{ key: 'reserved', effect: 'NoSchedule' as const }];
    return [
      {
        cluster,
        change: kind,
        labels: { env },
        ...(isTainted ? { addTaints: taints } : { removeTaints: taints }),
      },
    ];
  });
  const wanted = policy && admitted(state.placement.spec.policy, policy);
  return { ...(wanted && { policy: wanted }), clusters: changes };
}

/** A type never changes, and tolerations only come (A/PL-141, WH-050). */
function admitted(before: PlacementPolicy | undefined, wanted: PlacementPolicy): PlacementPolicy | undefined {
  if ((before?.placementType ?? 'PickAll') !== (wanted.placementType ?? 'PickAll')) return undefined;
  const { tolerations = [] } = before ?? {};
  const more = (wanted.tolerations ?? []).filter(
    one => !tolerations.some(old => textOfToleration(old) === textOfToleration(one)),
  );
  return tolerations.length + more.length > 0
    ? { ...wanted, tolerations: [...tolerations, ...more] }
    : wanted;
}

const pickedOf = ({ bindings }: PlacementState) =>
  bindings
    .filter(({ phase, releasedAt }) => phase !== 'Unscheduled' && releasedAt === undefined)
    .map(({ cluster }) => cluster)
    .sort();

describe('a what-if, whatever the fleet and the change', () => {
  it('moves nobody where nothing is changed', () => {
    fc.assert(
      fc.property(decided, state => {
        const { counts, items, today, then } = tryOut(state, {});
        expect({ gains: counts.gains, loses: counts.loses, items }).toEqual({
          gains: 0,
          loses: 0,
          items: [],
        });
        expect(then).toEqual(today);
      }),
    );
  });

  it('says what the pass does when the change is really made', () => {
    fc.assert(
      fc.property(decided, change, (state, drawn) => {
        const made = toChange(state, drawn);
        const { items } = tryOut(state, made, { show: 'all' });
        const changed = applyChange(state, made, NOON);
        if (!changed.ok) throw new Error(changed.error);
        const after = commitPlacement(changed.value, decidePlacement(changed.value, NOON).actions);
        const cleaned = new Set(
          after.bindings.filter(({ releasedAt }) => releasedAt !== undefined).map(({ cluster }) => cluster),
        );
        const result = items
          .filter(({ cluster, then }) => then?.isPicked === true && !cleaned.has(cluster))
          .map(({ cluster }) => cluster)
          .sort();
        expect(result).toEqual(pickedOf(after));
      }),
    );
  });

  it('A/SCH-052, SCH-071, C/MC-061 decides of a removal as of a fleet that never had the cluster', () => {
    const verdictsBut = (name: string, { items }: WhatIfView) =>
      items
        .filter(({ cluster }) => cluster !== name)
        .map(({ cluster, then }) => ({ cluster, then }))
        .sort((a, b) => compareText(a.cluster, b.cluster));
    fc.assert(
      fc.property(decided, fc.nat(), (state, at) => {
        const there = state.clusters.filter(({ isLeaving }) => !isLeaving);
        fc.pre(there.length > 0);
        const { name } = there[at % there.length];
        const without: PlacementState = {
          ...state,
          clusters: state.clusters.filter(cluster => cluster.name !== name),
          bindings: state.bindings.filter(({ cluster }) => cluster !== name),
        };
        const removed = tryOut(state, { clusters: [{ cluster: name, change: 'remove' }] }, { show: 'all' });
        const never = tryOut(without, {}, { show: 'all' });
        expect(removed.then).toEqual(never.then);
        expect(verdictsBut(name, removed)).toEqual(verdictsBut(name, never));
      }),
    );
  });

  it('counts every cluster exactly once, and adds up', () => {
    fc.assert(
      fc.property(decided, change, (state, drawn) => {
        const { counts, items, total, today, then } = tryOut(state, toChange(state, drawn), { show: 'all' });
        expect(new Set(items.map(({ cluster }) => cluster)).size).toBe(items.length);
        expect(items).toHaveLength(total);
        expect(counts.stays + counts.gains + counts.loses + counts.without).toBe(total);
        expect(counts.stays + counts.gains).toBe(then.found);
        expect(counts.stays + counts.loses).toBe(today.found);
      }),
    );
  });

  it('has a reason for everyone, and one where nobody moves', () => {
    fc.assert(
      fc.property(decided, change, (state, drawn) => {
        const { items, counts, nothingChanges } = tryOut(state, toChange(state, drawn), { show: 'all' });
        for (const { why } of items) expect(why).toMatch(/^[A-Z].*[.]$/s);
        expect(nothingChanges !== undefined).toBe(counts.gains + counts.loses === 0);
      }),
    );
  });
});
