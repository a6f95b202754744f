import { addPropertyProvider } from './addPropertyProvider';
import type { PropertyProvider } from './propertyProviders';
import { Registry } from './registry';

const provider = (patch: Partial<PropertyProvider>): PropertyProvider => ({
  name: 'cluster-cost',
  collect: async () => ({}),
  ...patch,
});

describe('addPropertyProvider', () => {
  it('adds a provider with a name', () => {
    const registry = new Registry<PropertyProvider>('property provider');
    addPropertyProvider(registry, provider({ everyMs: 60_000 }));
    expect(registry.all().map(({ name }) => name)).toEqual(['cluster-cost']);
  });

  it.each([
    { rule: 'a name for people', patch: { name: 'Cluster cost' }, says: /"Cluster cost" is no name/ },
    { rule: 'a name with an end that is none', patch: { name: 'cost-' }, says: /"cost-" is no name/ },
    {
      rule: 'a period that is none',
      patch: { everyMs: NaN },
      says: /everyMs of the property provider cluster-cost/,
    },
    { rule: 'a negative period', patch: { everyMs: -1 }, says: /is -1; write milliseconds/ },
  ])('refuses $rule', ({ patch, says }) => {
    const registry = new Registry<PropertyProvider>('property provider');
    expect(() => addPropertyProvider(registry, provider(patch))).toThrow(says);
  });
});
