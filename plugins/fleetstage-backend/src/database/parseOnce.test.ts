import { parseOnce } from './parseOnce';

describe('parseOnce', () => {
  it('parses a text once: the same text is the same value, another text another one', () => {
    const value = parseOnce('{"a":[1]}');
    expect(value).toEqual({ a: [1] });
    expect(parseOnce('{"a":[1]}')).toBe(value);
    expect(parseOnce('{"a":[1] }')).not.toBe(value);
  });

  it.each([
    ['an object', '{"a":1}', (value: { a?: number }) => (value.a = 2)],
    ['an object within', '{"b":{"a":1}}', (value: { b: { a?: number } }) => (value.b.a = 2)],
    ['a list within', '{"c":[1]}', (value: { c: number[] }) => value.c.push(2)],
  ])('lets nobody change %s, since all share it', (_, text, change: (value: never) => unknown) => {
    expect(() => change(parseOnce(text) as never)).toThrow(TypeError);
    expect(JSON.stringify(parseOnce(text))).toBe(text);
  });

  it.each(['null', '1', '"text"', 'true'])('takes %s, which has nothing to freeze', text => {
    expect(parseOnce(text)).toEqual(JSON.parse(text));
  });

  it('keeps nothing of a text that is no JSON', () => {
    expect(() => parseOnce('{')).toThrow('cannot be read');
    expect(() => parseOnce('{')).toThrow('cannot be read');
  });

  it('keeps the newest 8192 texts, and parses an older one anew', () => {
    const first = parseOnce('{"n":-1}');
    const second = parseOnce('{"n":-2}');
    for (let n = 0; n < 8191; n += 1) parseOnce(`{"n":${n}}`);
    expect(parseOnce('{"n":-2}')).toBe(second);
    expect(parseOnce('{"n":-1}')).not.toBe(first);
  });
});
