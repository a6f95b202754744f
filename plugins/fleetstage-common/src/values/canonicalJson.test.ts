import { canonicalJson, isSameJson, utf8Length } from './canonicalJson';

describe('canonicalJson', () => {
  it.each([
    {
      rule: 'sorts keys at every level',
      value: { b: 1, a: { d: [1], c: null } },
      json: '{"a":{"c":null,"d":[1]},"b":1}',
    },
    { rule: 'leaves undefined out', value: { a: undefined, b: 1 }, json: '{"b":1}' },
    { rule: 'sorts integer-like keys as text', value: { 9: 1, 10: 2 }, json: '{"10":2,"9":1}' },
    { rule: 'escapes what Go escapes (trap 14)', value: '<a & b>', json: '"\\u003ca \\u0026 b\\u003e"' },
    {
      rule: 'escapes it in keys and at every level',
      value: { '<': ['\u2028', { b: '>' }] },
      json: '{"\\u003c":["\\u2028",{"b":"\\u003e"}]}',
    },
    { rule: 'writes nothing as null', value: undefined, json: 'null' },
    { rule: 'keeps the order of lists', value: [2, 1], json: '[2,1]' },
  ])('$rule', ({ value, json }) => {
    expect(canonicalJson(value)).toBe(json);
  });

  it('counts bytes, not characters', () => {
    expect(['a', 'é', '€', '😀'].map(utf8Length)).toEqual([1, 2, 3, 4]);
  });
});

describe('isSameJson', () => {
  const shared = { cluster: 'weu-1', startedAt: 1 };
  const values = [
    undefined,
    null,
    0,
    -0,
    '0',
    '',
    [],
    {},
    [undefined],
    [null],
    { a: undefined },
    { a: null },
    { b: 1 },
    { toString: null },
    JSON.parse('{"__proto__":{}}'),
    { a: 1, b: [shared] },
    { b: [{ ...shared }], a: 1 },
    { a: 1, b: [{ ...shared, startedAt: 2 }] },
    { a: 1, b: [shared, shared] },
    { a: 1, b: { 0: shared } },
    { a: 1, b: [shared], c: undefined },
    { a: 1, b: [shared], c: 1 },
  ];

  it('says of any two values what their canonical JSON says', () => {
    for (const a of values)
      for (const b of values)
        expect([a, b, isSameJson(a, b)]).toEqual([a, b, canonicalJson(a) === canonicalJson(b)]);
  });

  it('reads nothing that both share', () => {
    const isRead = jest.fn(() => 1);
    const part = { ...shared };
    Object.defineProperty(part, 'costly', { enumerable: true, get: isRead });
    expect(isSameJson({ a: 1, part }, { part, a: 1 })).toBe(true);
    expect(isRead).not.toHaveBeenCalled();
  });
});
