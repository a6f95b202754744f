import type { LabelSelector, PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { policyHash } from './policyHash';

const ENV_PROD: PlacementPolicy = {
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }],
      },
    },
  },
  placementType: 'PickN',
};

const requiring = (labelSelector: LabelSelector): Pick<PlacementPolicy, 'affinity'> => ({
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: [{ labelSelector }] },
    },
  },
});

describe('policyHash (A/POL-001)', () => {
  it.each<[string, PlacementPolicy | undefined, string]>([
    ['row 1: none', undefined, '74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b'],
    [
      'row 2: PickAll',
      { placementType: 'PickAll' },
      '8cc57dee59684ff88766e26936c8fb125f4bde234a2beb5c54aded4569db0d5a',
    ],
    [
      'row 3: PickN',
      { placementType: 'PickN' },
      '479f405eb7808cfc58366b2648680a3a815ef914fe6756ae8df0d6f74885416a',
    ],
    ['row 4: affinity', ENV_PROD, 'f14b98b6215cce774516d5daf4b64574869e55236d80dc92bdd0e79271a09925'],
    [
      'the number of clusters and empty lists do not count',
      { ...ENV_PROD, numberOfClusters: 3, tolerations: [], clusterNames: [] },
      'f14b98b6215cce774516d5daf4b64574869e55236d80dc92bdd0e79271a09925',
    ],
    [
      'an empty map of labels is left out, as Go leaves it out',
      { ...ENV_PROD, ...requiring({ matchLabels: {} }) },
      policyHash({ ...ENV_PROD, ...requiring({}) }),
    ],
  ])('%s', (_rule, policy, hash) => {
    expect(policyHash(policy)).toBe(hash);
  });

  it('does not depend on the order in which fields were written', () => {
    const key = { operator: 'Equal', value: 'v', key: 'k' } as const;
    const sameKey = { key: 'k', operator: 'Equal', value: 'v' } as const;
    expect(policyHash({ tolerations: [key], placementType: 'PickAll' })).toBe(
      policyHash({ placementType: 'PickAll', tolerations: [sameKey] }),
    );
  });

  it('keeps labels that are called like fields of a policy', () => {
    const labelled = (value: string): PlacementPolicy => ({
      placementType: 'PickN',
      affinity: {
        clusterAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            clusterSelectorTerms: [{ labelSelector: { matchLabels: { tier: value, name: 'x' } } }],
          },
        },
      },
    });
    expect(policyHash(labelled('a'))).not.toBe(policyHash(labelled('b')));
  });
});
