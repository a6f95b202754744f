import { Registry } from './registry';

describe('Registry', () => {
  const registry = () => new Registry<{ name: string }>('filter', new Set(['Own']));

  it('keeps what is added, in that order', () => {
    const filters = registry();
    filters.add({ name: 'b' });
    filters.add({ name: 'a' });
    expect(filters.all()).toEqual([{ name: 'b' }, { name: 'a' }]);
  });

  it.each([
    { rule: 'no name', names: [' '], says: /filter without a name/ },
    { rule: 'a reserved name', names: ['Own'], says: /filter Own has the name of one of Fleetstage's own/ },
    { rule: 'a name that is taken', names: ['a', 'a'], says: /filter a was added twice/ },
  ])('refuses $rule', ({ names, says }) => {
    const filters = registry();
    expect(() => names.forEach(name => filters.add({ name }))).toThrow(says);
  });
});
