import { addVersionProvider } from './addVersionProvider';
import { Registry } from './registry';
import type { VersionProvider } from './versionProviders';

const provider = (patch: Partial<Record<keyof VersionProvider, unknown>>) =>
  ({
    name: 'gke-europe',
    capabilities: { separateNodes: true, singlePools: false },
    listClusters: async () => [],
    getClusterState: async () => undefined,
    checkUpgrade: async () => ({ ok: true }),
    startUpgrade: async () => ({ isNew: true }),
    watch: () => {},
    ...patch,
  }) as VersionProvider;

const registryOf = () => new Registry<VersionProvider>('version provider');

describe('addVersionProvider', () => {
  it('adds a provider (D/PRV-001)', () => {
    const registry = registryOf();
    addVersionProvider(registry, provider({}));
    expect(registry.all().map(({ name }) => name)).toEqual(['gke-europe']);
  });

  it('refuses a second one of the same name: provider-ref would name two (E/FL-005)', () => {
    const registry = registryOf();
    addVersionProvider(registry, provider({}));
    expect(() => addVersionProvider(registry, provider({}))).toThrow(/gke-europe was added twice/);
  });

  it.each([
    { rule: 'a name with a slash', patch: { name: 'gke/europe' }, says: /"gke\/europe" is no name/ },
    { rule: 'no name', patch: { name: undefined }, says: /nothing is no name/ },
    {
      rule: 'one that cannot start',
      patch: { startUpgrade: undefined },
      says: /no function startUpgrade; it must set/,
    },
    { rule: 'one that is silent', patch: { watch: 'no' }, says: /no function watch/ },
    {
      rule: 'one that keeps its capabilities to itself',
      patch: { capabilities: { separateNodes: true } },
      says: /capabilities\.singlePools of the version provider gke-europe is missing/,
    },
  ])('refuses $rule', ({ patch, says }) => {
    expect(() => addVersionProvider(registryOf(), provider(patch))).toThrow(says);
  });
});
