// eslint-disable-next-line @backstage/no-undeclared-imports -- only tests draw
import fc from 'fast-check';
import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, pickN } from '../../testing/builders';

const MAX_CLUSTERS = 6;

const clusters = fc
  .array(
    fc.record({
      zone: fc.constantFrom('a', 'b'),
      rack: fc.constantFrom('1', '2', '3'),
      isTainted: fc.constantFrom(false, false, true),
    }),
    { minLength: 2, maxLength: MAX_CLUSTERS },
  )
  .map(traits =>
    traits.map(({ isTainted, ...labels }, i) =>
      aCluster(`c${i}`, { labels, taints: isTainted ? [{ key: 'reserved', effect: 'NoSchedule' }] : [] }),
    ),
  );

const policy: fc.Arbitrary<PlacementPolicy> = fc
  .record({
    wanted: fc.integer({ min: 1, max: MAX_CLUSTERS }),
    keys: fc.subarray(['zone', 'rack'], { minLength: 1 }),
  })
  .map(({ wanted, keys }) =>
    pickN(wanted, { topologySpreadConstraints: keys.map(topologyKey => ({ topologyKey, maxSkew: 1 })) }),
  );

/** A small fleet, one in three tainted, under a spread so tight that it keeps many out. */
export const arbitraryJam = fc.record({ clusters, policy });
