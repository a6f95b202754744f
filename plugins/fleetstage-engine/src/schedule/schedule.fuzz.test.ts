import fc from 'fast-check';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding } from '../state/placement';
import { NOON, aBoundBinding, aHealthyMember, aPlacement, aPolicySnapshot } from '../testing/builders';
import { decideSchedule, type ScheduleInput } from './decideSchedule';
import { explainCluster } from './explainCluster';
import { planBindings } from './planBindings';
import { policyHash } from './policyHash';
import { policyInputs } from './policyInputs';
import { suggestForCluster } from './suggestion/suggestForCluster';

/** How many; `npm run test:fuzz` plays 50,000. */
const RUNS = Number(process.env.FUZZ_PLACEMENTS ?? process.env.FUZZ ?? 1500);
/** Explaining decides several times over, so only some are asked for it. */
const EXPLAINED = 0.05;

// What no CRD lets through, too: an older release, another hub or a hand-made row may have it.
const text = fc.oneof(
  fc.constantFrom(
    '',
    'env',
    'prod',
    'a/b',
    'constructor',
    '__proto__',
    'toString',
    '1e999',
    '-1',
    'k8s.io/x-y',
  ),
  fc.string({ maxLength: 12 }),
);
const quantity = fc.oneof(fc.constantFrom('1', '500m', '4Gi', '1e3', '-2', '.5', '1e999', 'NaN', ''), text);
const propertyName = fc.oneof(
  fc.constantFrom(
    'kubernetes-fleet.io/node-count',
    'resources.kubernetes-fleet.io/available-cpu',
    'resources.kubernetes-fleet.io/available-ephemeral-storage',
    'resources.kubernetes-fleet.io/free-cpu',
    'resources.kubernetes-fleet.io/',
    'resources.kubernetes-fleet.io/available-constructor',
  ),
  text,
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const labels = fc.dictionary(text, text, { maxKeys: 3 });

const selectorTerm = fc.record(
  {
    labelSelector: maybe(
      fc.record(
        {
          matchLabels: maybe(labels),
          matchExpressions: maybe(
            few(
              fc.record({
                key: text,
                operator: fc.oneof(fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist'), text),
                values: maybe(few(text)),
              }),
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    propertySelector: maybe(
      fc.record({
        matchExpressions: few(
          fc.record({
            name: propertyName,
            operator: fc.oneof(fc.constantFrom('Eq', 'Ne', 'Gt', 'Ge', 'Lt', 'Le'), text),
            values: few(quantity),
          }),
        ),
      }),
    ),
    propertySorter: maybe(
      fc.record({
        name: propertyName,
        sortOrder: fc.oneof(fc.constantFrom('Ascending', 'Descending'), text),
      }),
    ),
  },
  { requiredKeys: [] },
);

const policies = fc.record(
  {
    placementType: maybe(fc.oneof(fc.constantFrom('PickAll', 'PickN', 'PickN', 'PickFixed'), text)),
    clusterNames: maybe(few(fc.oneof(fc.constantFrom('c0', 'c1', 'c1'), text))),
    numberOfClusters: maybe(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer())),
    affinity: maybe(
      fc.record(
        {
          clusterAffinity: maybe(
            fc.record(
              {
                requiredDuringSchedulingIgnoredDuringExecution: maybe(
                  fc.record({ clusterSelectorTerms: few(selectorTerm) }),
                ),
                preferredDuringSchedulingIgnoredDuringExecution: maybe(
                  few(fc.record({ weight: fc.integer({ min: -200, max: 200 }), preference: selectorTerm })),
                ),
              },
              { requiredKeys: [] },
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    topologySpreadConstraints: maybe(
      fc.array(
        fc.record(
          {
            topologyKey: text,
            maxSkew: maybe(fc.integer({ min: -1, max: 4 })),
            whenUnsatisfiable: maybe(fc.oneof(fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'), text)),
          },
          { requiredKeys: ['topologyKey'] },
        ),
        { maxLength: 22 },
      ),
    ),
    tolerations: maybe(
      few(
        fc.record(
          {
            key: text,
            operator: fc.oneof(fc.constantFrom('Equal', 'Exists'), text),
            value: text,
            effect: fc.oneof(fc.constant('NoSchedule'), text),
          },
          { requiredKeys: [] },
        ),
      ),
    ),
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<PlacementPolicy>;

const facts = fc.record({
  labels,
  taints: few(fc.record({ key: text, value: maybe(text), effect: fc.constant('NoSchedule') })),
  properties: fc.dictionary(propertyName, quantity, { maxKeys: 3 }),
  resourceUsage: maybe(
    fc.record({ available: maybe(fc.dictionary(fc.constantFrom('cpu', 'memory', 'x'), quantity)) }),
  ),
  health: fc.oneof(
    fc.constant(aHealthyMember()),
    fc.constant(undefined),
    fc.record({ joined: fc.boolean(), healthy: fc.constantFrom('True', 'False', 'Unknown') }),
  ),
  heartbeatPeriodMs: maybe(fc.integer()),
  namespaces: maybe(fc.dictionary(text, text, { maxKeys: 2 })),
  collectsNamespaces: maybe(fc.boolean()),
  isLeaving: fc.boolean(),
}) as unknown as fc.Arbitrary<Omit<ClusterFacts, 'name'>>;

const fleets = fc
  .array(facts, { maxLength: 6 })
  .map(all => all.map((one, i): ClusterFacts => ({ ...one, name: `c${i}` })));
const holders = fc
  .array(fc.nat({ max: 2 }), { maxLength: 4 })
  .map(indexes => indexes.map((policyIndex, i): Binding => aBoundBinding(`c${i * 2}`, { policyIndex })));

const inputs: fc.Arbitrary<ScheduleInput> = fc
  .record({ policy: maybe(policies), clusters: fleets, bindings: holders, namespace: maybe(text) })
  .map(({ policy, clusters, bindings, namespace }) => ({
    placement: aPlacement(namespace === undefined ? {} : { namespace }),
    policy: aPolicySnapshot({ policy, index: 1 }),
    clusters,
    bindings,
  }));

describe(`the scheduler, fed with anything (${RUNS} times)`, () => {
  it('decides, plans and explains without a crash; what it refuses it names', () => {
    fc.assert(
      fc.property(inputs, fc.double({ min: 0, max: 1, noNaN: true }), (input, chance) => {
        const { policy, clusters, bindings } = input;
        const { verdicts, outcome, blockers } = decideSchedule(input, NOON);
        const plan = planBindings({ placement: aPlacement(), policy, clusters, verdicts, bindings }, NOON);
        expect(new Set(plan.map(({ binding }) => binding.cluster)).size).toBe(plan.length);
        expect(policyHash(policy.policy)).toMatch(/^[0-9a-f]{64}$/);
        expect(policyInputs(policy.policy, input.placement).eligibility).toBe(true);
        for (const { reason } of verdicts) {
          expect(reason).not.toBe('');
          expect(reason).not.toMatch(/undefined|\[object/);
        }
        if (verdicts.some(({ code, reason }) => code === 'Held' && /cannot be evaluated/.test(reason))) {
          expect(outcome?.message).toMatch(
            /cannot be evaluated: a (required|preferred) cluster affinity term is invalid \(\w+DuringExecution\S*\[\d\]\): ./,
          );
          expect(blockers.map(({ cause }) => cause)).toEqual(['SchedulingHeld']);
        }
        if (chance > EXPLAINED) return;
        for (const { cluster } of verdicts) {
          expect(explainCluster(input, cluster, NOON).cluster).toBe(cluster);
          expect(suggestForCluster(input, cluster, NOON).message).not.toMatch(/undefined|\[object/);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
