import { canonicalJson, utf8Length } from './canonicalJson';

describe('canonicalJson', () => {
  it.each([
    {
      rule: 'sorts keys at every level',
      value: { b: 1, a: { d: [1], c: null } },
      json: '{"a":{"c":null,"d":[1]},"b":1}',
    },
    { rule: 'leaves undefined out', value: { a: undefined, b: 1 }, json: '{"b":1}' },
    { rule: 'sorts keys that look like integers as text', value: { 9: 1, 10: 2 }, json: '{"10":2,"9":1}' },
    { rule: 'escapes what Go escapes (trap 14)', value: '<a & b>', json: '"\\u003ca \\u0026 b\\u003e"' },
    { rule: 'writes nothing as null', value: undefined, json: 'null' },
    { rule: 'keeps the order of lists', value: [2, 1], json: '[2,1]' },
  ])('$rule', ({ value, json }) => {
    expect(canonicalJson(value)).toBe(json);
  });

  it('counts bytes, not characters', () => {
    expect(['a', 'é', '€', '😀'].map(utf8Length)).toEqual([1, 2, 3, 4]);
  });
});
