import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  subtractQuantities,
  toNumber,
} from './quantity';

const quantity = (text: string) => {
  const parsed = parseQuantity(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

describe('quantity', () => {
  it.each([
    ['0', '0'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['1.5', '1500m'],
    ['0.1', '100m'],
    ['100', '100'],
    ['1000', '1k'],
    ['1500', '1500'],
    ['1024', '1024'],
    ['1Ki', '1Ki'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['1000Ki', '1000Ki'],
    ['12e6', '12e6'],
    ['1E', '1E'],
    ['1e3', '1e3'],
    ['1E3', '1e3'],
    ['-2.5', '-2500m'],
    ['+3', '3'],
    ['.5', '500m'],
    ['5.', '5'],
    ['0.0000000001', '1n'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('%s is printed %s', (text, printed) => {
    expect(formatQuantity(quantity(text))).toBe(printed);
  });

  it.each(['', '.', 'a', '1KB', '1 Gi', '--1', '1e', '0x10', '1.2.3', 'Ki', '1ki'])('refuses "%s"', text => {
    expect(parseQuantity(text)).toEqual({ ok: false, error: `"${text}" is not a quantity` });
  });

  it.each([
    ['1', '1000m', 0],
    ['1Ki', '1024', 0],
    ['1Gi', '1G', 1],
    ['999m', '1', -1],
    ['9007199254740993', '9007199254740992', 1],
  ])('A/SCH-046 compares %s with %s exactly', (a, b, order) => {
    expect(compareQuantities(quantity(a), quantity(b))).toBe(order);
  });

  it('adds and subtracts, printed like the first that is not zero', () => {
    expect(formatQuantity(addQuantities(quantity('1Gi'), quantity('512Mi')))).toBe('1536Mi');
    expect(formatQuantity(addQuantities(quantity('0'), quantity('512Mi')))).toBe('512Mi');
    expect(formatQuantity(subtractQuantities(quantity('4'), quantity('250m')))).toBe('3750m');
    expect(formatQuantity(subtractQuantities(quantity('1'), quantity('2')))).toBe('-1');
  });

  it('turns into a float for pictures', () => {
    expect([toNumber(quantity('1500m')), toNumber(quantity('2Ki'))]).toEqual([1.5, 2048]);
  });
});
