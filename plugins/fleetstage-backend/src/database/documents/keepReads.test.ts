import { z } from 'zod';
import { defineDocument } from './document';
import { keepReads } from './keepReads';

const plain = defineDocument<{ readonly n: number }>({
  name: 'a number',
  schema: z.object({ n: z.number() }),
});
const textOf = (n: number) => plain.write({ n });

describe('documents whose texts are read once', () => {
  it('answers equal texts with one value, and others with theirs', () => {
    const document = keepReads(plain);
    const first = document.read(textOf(1));
    expect(document.read(textOf(1))).toBe(first);
    expect(document.read(textOf(2))).toEqual({ n: 2 });
    expect(document.write({ n: 1 })).toBe(textOf(1));
  });

  it('refuses what the document refuses, each time', () => {
    const document = keepReads(plain);
    for (let i = 0; i < 2; i++) expect(() => document.read('{"n":"one"}')).toThrow('another shape');
  });

  it('forgets what nobody has asked for longest, beyond so many characters', () => {
    const document = keepReads(plain, 2 * textOf(1).length);
    const [first, second] = [document.read(textOf(1)), document.read(textOf(2))];
    expect(document.read(textOf(1))).toBe(first);
    document.read(textOf(3));
    expect(document.read(textOf(1))).toBe(first);
    expect(document.read(textOf(2))).not.toBe(second);
  });
});
