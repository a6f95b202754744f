// eslint-disable-next-line @backstage/no-undeclared-imports -- only tests draw; the ./testing entry of the package leaves this file out
import fc from 'fast-check';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding } from '../state/placement';
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

const NODES = 'kubernetes-fleet.io/node-count';
const CPU = 'resources.kubernetes-fleet.io/available-cpu';

const clusterTraits = fc.record({
  env: fc.constantFrom('prod', 'test'),
  zone: fc.constantFrom('a', 'b', 'c', undefined),
  nodes: fc.constantFrom('1', '2', '5', '5000m', 'many', undefined),
  cpu: fc.constantFrom('0', '1500m', '2', undefined),
  isTainted: fc.boolean(),
  isSick: fc.boolean(),
  isLeaving: fc.boolean(),
});

/** Up to eight clusters, some tainted, long unhealthy or leaving; labelled `env`, most of them `zone`, with properties. */
export const arbitraryFleet: fc.Arbitrary<ClusterFacts[]> = fc
  .array(clusterTraits, { maxLength: MAX_CLUSTERS })
  .map(traits =>
    traits.map(({ env, zone, nodes, cpu, isTainted, isSick, isLeaving }, index) =>
      aCluster(name(index), {
        labels: { env, ...(zone && { zone }) },
        taints: isTainted ? [{ key: 'reserved', effect: 'NoSchedule' }] : [],
        properties: nodes === undefined ? {} : { [NODES]: nodes },
        ...(cpu !== undefined && { resourceUsage: { available: { cpu } } }),
        health: isSick
          ? aHealthyMember({ healthy: 'False', healthChangedAt: minutesBefore(30) })
          : aHealthyMember(),
        isLeaving,
      }),
    ),
  );

const weight = fc.integer({ min: -100, max: 100 });
const sortOrder = fc.constantFrom('Ascending' as const, 'Descending' as const);
const preferredTerm = fc.oneof(
  fc.record({
    weight,
    preference: fc.record({ propertySorter: fc.record({ name: fc.constantFrom(NODES, CPU), sortOrder }) }),
  }),
  weight.map(points => ({
    weight: points,
    preference: { labelSelector: { matchLabels: { env: 'prod' } } },
  })),
);
const constraint = fc.record({
  topologyKey: fc.constantFrom('zone', 'env'),
  maxSkew: fc.integer({ min: 1, max: 3 }),
  whenUnsatisfiable: fc.constantFrom('DoNotSchedule' as const, 'ScheduleAnyway' as const),
});
const tolerations = fc.constantFrom(undefined, [{ operator: 'Exists' as const }]);
const requirement = fc.constantFrom(undefined, requireEnv('prod'));

/** PickAll, PickN and PickFixed with all that a policy may ask for. */
export const arbitraryPolicy: fc.Arbitrary<PlacementPolicy> = fc.oneof(
  fc.record({
    placementType: fc.constant('PickAll' as const),
    affinity: requirement,
    tolerations,
  }),
  fc
    .record({
      numberOfClusters: fc.nat({ max: MAX_CLUSTERS }),
      required: requirement,
      preferred: fc.array(preferredTerm, { maxLength: 3 }),
      topologySpreadConstraints: fc.array(constraint, { maxLength: 2 }),
      tolerations,
    })
    .map(({ required, preferred, ...policy }) => ({
      ...policy,
      placementType: 'PickN' as const,
      affinity: {
        clusterAffinity: {
          ...required?.clusterAffinity,
          preferredDuringSchedulingIgnoredDuringExecution: preferred,
        },
      },
    })),
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
