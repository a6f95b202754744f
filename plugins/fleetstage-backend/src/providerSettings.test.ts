import { parseSettings } from './settings';

const hubs = [{ name: 'hub', kubeconfig: 'kc' }];
const read = (providers: unknown) => parseSettings({ hubs, providers }, '/base').providers;

describe('E/FL-007: fleetstage.providers', () => {
  it('are none by default', () => {
    expect(read(undefined)).toEqual([]);
  });

  it('have their objects on the hub, and hold nodes, unless they say otherwise', () => {
    expect(
      read([
        { name: 'management', type: 'clusterApi' },
        {
          name: 'other',
          type: 'clusterApi',
          kubeconfig: 'management.yaml',
          context: 'm',
          nodeUpgrades: 'Coupled',
          copyLabels: ['example.com/'],
        },
        { name: 'demo', type: 'simulated' },
      ]),
    ).toEqual([
      { name: 'management', type: 'clusterApi', nodeUpgrades: 'Held', copyLabels: [] },
      {
        name: 'other',
        type: 'clusterApi',
        access: { kubeconfig: '/base/management.yaml', context: 'm' },
        nodeUpgrades: 'Coupled',
        copyLabels: ['example.com/'],
      },
      { name: 'demo', type: 'simulated', nodeUpgrades: 'Held', copyLabels: [] },
    ]);
  });

  it.each([
    {
      rule: 'no name',
      provider: { type: 'simulated' },
      says: /providers\[0\]\.name is missing: give the name/,
    },
    {
      rule: 'a slash in the name',
      provider: { name: 'a/b', type: 'simulated' },
      says: /name is "a\/b": use lower-case/,
    },
    { rule: 'no type', provider: { name: 'a' }, says: /type is missing: write clusterApi or simulated/ },
    {
      rule: 'another type',
      provider: { name: 'a', type: 'gke' },
      says: /type is "gke": write one of clusterApi, simulated/,
    },
    {
      rule: 'another mode',
      provider: { name: 'a', type: 'clusterApi', nodeUpgrades: 'Later' },
      says: /nodeUpgrades is "Later": write one of Held, Coupled/,
    },
  ])('refuses $rule', ({ provider, says }) => {
    expect(() => read([provider])).toThrow(says);
  });

  it('refuses two of one name', () => {
    const provider = { name: 'a', type: 'simulated' };
    expect(() => read([provider, provider])).toThrow(/providers\[1\]\.name repeats a/);
  });
});
