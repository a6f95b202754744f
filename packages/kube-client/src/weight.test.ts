import { isTooHeavy, VALUE_BYTES, weightOf } from './weight';

const LIMIT = 64 * VALUE_BYTES;
const many = (text: string, count: number) => `[${Array.from({ length: count }, () => text).join(',')}]`;

it.each([
  { what: 'a long text', text: JSON.stringify('x'.repeat(LIMIT)), isHeavy: true },
  { what: 'a text that just fits', text: JSON.stringify('x'.repeat(LIMIT - 2)), isHeavy: false },
  { what: 'as many values as may be', text: many('0', 63), isHeavy: false },
  { what: 'one more value', text: many('[]', 64), isHeavy: true },
  { what: 'values one in another', text: `${'['.repeat(65)}${']'.repeat(65)}`, isHeavy: true },
  { what: 'objects', text: many('{"a":{}}', 32), isHeavy: true },
  { what: 'a string that resembles values', text: JSON.stringify(many('[]', 200)), isHeavy: false },
  { what: 'a string with quotes and escapes', text: JSON.stringify('"\\",[{'.repeat(90)), isHeavy: false },
  { what: 'no JSON, a string without end', text: `["${'['.repeat(500)}`, isHeavy: false },
])('$what', ({ text, isHeavy }) => {
  expect(isTooHeavy(text, LIMIT)).toBe(isHeavy);
});

it('a parsed value weighs what its text would', () => {
  expect(weightOf('x'.repeat(100))).toBe(100);
  expect(weightOf({ metadata: { name: 'x'.repeat(500) } })).toBe(512);
  expect(weightOf([[], {}, 0, null, true])).toBe(6 * VALUE_BYTES);
});

it('a value of any depth is weighed', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  expect(weightOf(deep)).toBe(20_000 * VALUE_BYTES);
});
