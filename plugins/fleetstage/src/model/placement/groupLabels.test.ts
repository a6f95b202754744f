import { areTooMany, groupLabels } from './groupLabels';
import { readPolicyLabels } from './requirements';

const many = Array.from({ length: 13 }, (_, i) => `a-${String(i + 1).padStart(2, '0')}`);

describe('the labels that clusters are counted by', () => {
  it('keep what the policy is about and the axes where some are left out', () => {
    const seen = new Set([...many, 'region', 'tier', 'ring']);
    expect(areTooMany(seen)).toBe(true);
    const keys = groupLabels(seen, { ofPolicy: ['tier', 'gone'], configured: ['ring'] });
    expect(keys).toEqual(['tier', 'ring', 'region', ...many.slice(0, 9)]);
  });

  it('are all there where they are few, each once', () => {
    const seen = new Set(['team', 'region', 'env']);
    expect(areTooMany(seen)).toBe(false);
    expect(groupLabels(seen, { ofPolicy: ['region'] })).toEqual(['region', 'env', 'team']);
  });
});

describe('the labels of a policy', () => {
  it('are what it spreads over, asks for and prefers', () => {
    const policy = {
      topologySpreadConstraints: [{ topologyKey: 'zone' }],
      affinity: {
        clusterAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            clusterSelectorTerms: [
              {
                labelSelector: {
                  matchLabels: { tier: 'gold' },
                  matchExpressions: [{ key: 'zone', operator: 'Exists' }],
                },
              },
            ],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { labelSelector: { matchLabels: { disk: 'ssd' } } } },
            { weight: 1, preference: { propertySorter: { name: 'cpu' } } },
          ],
        },
      },
    };
    expect(readPolicyLabels({ spec: { policy } })).toEqual(['zone', 'tier', 'disk']);
    expect(readPolicyLabels({})).toEqual([]);
  });
});
