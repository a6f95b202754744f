// eslint-disable-next-line @backstage/no-undeclared-imports -- only tests draw; the ./testing entry of the package leaves this file out
import fc from 'fast-check';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding } from '../placement/state';
import {
  aBoundBinding,
  aCluster,
  aHealthyMember,
  aScheduledBinding,
  anUnscheduledBinding,
  minutesBefore,
} from './builders';

// Names and indexes are not drawn: shrinking then works on what matters, which clusters are tainted, sick or leaving.
const MAX_CLUSTERS = 8;
const name = (index: number) => `c${index}`;

const clusterTraits = fc.record({
  env: fc.constantFrom('prod', 'test'),
  isTainted: fc.boolean(),
  isSick: fc.boolean(),
  isLeaving: fc.boolean(),
});

/** Up to eight clusters, some tainted, long unhealthy or leaving; labelled `env`. */
export const arbitraryFleet: fc.Arbitrary<ClusterFacts[]> = fc
  .array(clusterTraits, { maxLength: MAX_CLUSTERS })
  .map(traits =>
    traits.map(({ env, isTainted, isSick, isLeaving }, index) =>
      aCluster(name(index), {
        labels: { env },
        taints: isTainted ? [{ key: 'reserved', effect: 'NoSchedule' }] : [],
        health: isSick
          ? aHealthyMember({ healthy: 'False', healthChangedAt: minutesBefore(30) })
          : aHealthyMember(),
        isLeaving,
      }),
    ),
  );

/** PickAll, PickN and PickFixed, with and without required affinity; only what the scheduler evaluates. */
export const arbitraryPolicy: fc.Arbitrary<PlacementPolicy> = fc.oneof(
  fc.record({
    placementType: fc.constant('PickAll' as const),
    affinity: fc.constantFrom(undefined, requireEnv('prod')),
  }),
  fc.record({
    placementType: fc.constant('PickN' as const),
    numberOfClusters: fc.nat({ max: MAX_CLUSTERS }),
    affinity: fc.constantFrom(undefined, requireEnv('prod')),
  }),
  fc.record({
    placementType: fc.constant('PickFixed' as const),
    clusterNames: fc.uniqueArray(fc.nat({ max: MAX_CLUSTERS }).map(name), { minLength: 1 }),
  }),
);

const bindingMakers = [aScheduledBinding, aBoundBinding, anUnscheduledBinding];

/** Bindings on some of the clusters that can exist, of the latest policy (index 1) or an older one (index 0). */
export const arbitraryBindings: fc.Arbitrary<Binding[]> = fc
  .array(
    fc.option(fc.record({ maker: fc.constantFrom(...bindingMakers), policyIndex: fc.nat({ max: 1 }) })),
    {
      maxLength: MAX_CLUSTERS,
    },
  )
  .map(drawn =>
    drawn.flatMap((traits, index) =>
      traits ? [traits.maker(name(index), { policyIndex: traits.policyIndex })] : [],
    ),
  );

function requireEnv(env: string): PlacementPolicy['affinity'] {
  const clusterSelectorTerms = [{ labelSelector: { matchLabels: { env } } }];
  return { clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } } };
}
