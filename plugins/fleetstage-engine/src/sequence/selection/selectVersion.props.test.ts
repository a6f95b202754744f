import fc from 'fast-check';
import { aPool, aRolloutTo, aTarget } from '../eligibility/eligibility.testing';
import { judgeTargets } from '../eligibility/judgedTarget';
import { holdsStage } from '../eligibility/targetVerdict';
import { at } from '../maintenance/maintenance.testing';
import { compareVersions, minorDistance } from '../versions/compareVersions';
import { formatVersion, type KubeVersion } from '../versions/version';
import { selectVersion } from './selectVersion';

const NOW = at('2026-06-01T00:00:00Z');
const someVersion = fc
  .tuple(fc.integer({ min: 29, max: 32 }), fc.integer({ min: 0, max: 3 }))
  .map(([minor, patch]): KubeVersion => ({ major: 1, minor, patch, suffix: '' }));
const someClusters = fc.array(
  fc.record({ controlPlane: someVersion, nodes: someVersion, optedOut: fc.boolean(), paused: fc.boolean() }),
  { maxLength: 5 },
);
const someBound = fc.constantFrom('Stage' as const, 'Cluster' as const);
const someType = fc.constantFrom('ControlPlane' as const, 'Node' as const);

type Clusters = typeof someClusters extends fc.Arbitrary<infer T> ? T : never;

function candidatesOf(type: 'ControlPlane' | 'Node', versions: readonly KubeVersion[], clusters: Clusters) {
  return versions.map(version => ({
    rollout: formatVersion(version),
    version,
    isPaused: false,
    targets: judgeTargets(
      clusters.map(({ controlPlane, nodes, optedOut }, i) => {
        const facts = { cluster: `c${i}`, isOptedOut: optedOut };
        return type === 'Node'
          ? aPool(formatVersion(nodes), formatVersion(controlPlane), facts)
          : aTarget(formatVersion(controlPlane), facts);
      }),
      aRolloutTo(formatVersion(version), { upgradeType: type }),
      NOW,
    ),
  }));
}

const anyInput = fc.tuple(
  someType,
  fc.uniqueArray(someVersion, { maxLength: 4, selector: formatVersion }),
  someClusters,
  someBound,
);

describe('selection (D §9)', () => {
  it('never starts a cluster above its bound, and never a downgrade (D/RO-043, RO-044)', () => {
    fc.assert(
      fc.property(anyInput, ([type, versions, clusters, bound]) => {
        const candidates = candidatesOf(type, versions, clusters);
        const selection = selectVersion(candidates, bound);
        if (selection.kind !== 'Enter') return;
        const { targets } = candidates.find(({ rollout }) => rollout === selection.rollout)!;
        const starting = targets.filter(({ verdict }) => holdsStage(verdict));
        expect(starting).not.toEqual([]);
        for (const { cluster } of starting) {
          const { controlPlane, nodes } = clusters[Number(cluster.slice(1))];
          const current = type === 'Node' ? nodes : controlPlane;
          expect(compareVersions(selection.version, current)).toBeGreaterThan(0);
          if (type === 'ControlPlane')
            expect(minorDistance(current, selection.version)).toBeLessThanOrEqual(1);
          else expect(compareVersions(selection.version, controlPlane)).toBeLessThanOrEqual(0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('takes one of its candidates or says why of each, and supersedes only older ones (D/RO-045)', () => {
    fc.assert(
      fc.property(anyInput, ([type, versions, clusters, bound]) => {
        const selection = selectVersion(candidatesOf(type, versions, clusters), bound);
        const chosen = selection.kind === 'Wait' ? [] : [selection.rollout];
        expect([...chosen, ...selection.refused.map(({ rollout }) => rollout)].sort()).toEqual(
          versions.map(formatVersion).sort(),
        );
        if (selection.kind === 'Wait') return;
        for (const older of versions.filter(version => selection.supersedes.includes(formatVersion(version))))
          expect(compareVersions(older, selection.version)).toBeLessThan(0);
      }),
    );
  });

  it('leaves no cluster without an upgrade that superseding takes away', () => {
    fc.assert(
      fc.property(anyInput, ([type, versions, clusters, bound]) => {
        const candidates = candidatesOf(type, versions, clusters);
        const selection = selectVersion(candidates, bound);
        if (selection.kind === 'Wait') return;
        const openFor = (rollout: string) =>
          candidates
            .find(one => one.rollout === rollout)!
            .targets.filter(({ verdict, isBehind }) => holdsStage(verdict) && !isBehind)
            .map(({ cluster }) => cluster);
        const served = openFor(selection.rollout);
        for (const rollout of selection.supersedes)
          expect(served).toEqual(expect.arrayContaining(openFor(rollout)));
      }),
    );
  });

  it('does not depend on the order of candidates', () => {
    fc.assert(
      fc.property(anyInput, ([type, versions, clusters, bound]) => {
        const candidates = candidatesOf(type, versions, clusters);
        expect(selectVersion([...candidates].reverse(), bound)).toEqual(selectVersion(candidates, bound));
      }),
    );
  });
});
