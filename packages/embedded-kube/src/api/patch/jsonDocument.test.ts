import { applyJsonPatch, parseJsonPatch } from './json';

const play = (document: unknown, ...operations: readonly object[]) =>
  applyJsonPatch(document, parseJsonPatch(operations));

describe('a JSON patch', () => {
  it('leaves the document that it begins with as it is', () => {
    const document = { a: { list: [{ x: 1 }, { x: 2 }] }, b: { kept: true } };
    const text = JSON.stringify(document);
    const result = play(
      document,
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'replace', path: '/c/list/0/x', value: 9 },
      { op: 'remove', path: '/a/list/1' },
    );
    expect(result).toEqual({ a: { list: [{ x: 1 }] }, b: { kept: true }, c: { list: [{ x: 9 }, { x: 2 }] } });
    expect(JSON.stringify(document)).toBe(text);
    expect((result as typeof document).b).toBe(document.b);
  });

  it('leaves its own values as they are', () => {
    const value = { x: 1 };
    play({}, { op: 'add', path: '/a', value }, { op: 'replace', path: '/a/x', value: 2 });
    expect(value).toEqual({ x: 1 });
  });

  it('takes names that every object has from birth for fields', () => {
    const result = play({}, { op: 'add', path: '/__proto__', value: { polluted: true } });
    expect(Object.keys(result as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(() => play({}, { op: 'replace', path: '/constructor/name', value: 'x' })).toThrow(
      /rejected our request/,
    );
  });
});
