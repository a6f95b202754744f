import { randomBytes } from 'node:crypto';
import { withoutValues } from './withoutValues';

const secretOf = (content: object) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'login' },
  ...content,
});
const REDACTED = '(redacted for security reasons)';

describe('RUL 40 a sentence about a Secret', () => {
  it.each([
    { spelling: 'as it was sent', value: 'plänted', shown: 'plänted' },
    { spelling: 'encoded', value: 'plänted', shown: Buffer.from('plänted').toString('base64') },
    { spelling: 'in quotes', value: 'ab"cd\\efg', shown: '"ab\\"cd\\\\efg"' },
    { spelling: 'without its line break', value: 'planted\n', shown: 'planted' },
    {
      spelling: 'with its line breaks in quotes',
      value: 'line one\nline two',
      shown: '"line one\\nline two"',
    },
    { spelling: 'one line of it', value: '-----BEGIN KEY-----\nMIIEvQ\n', shown: 'invalid PEM block MIIEvQ' },
  ])('loses a value $spelling, in data and in stringData', ({ value, shown }) => {
    const data = { key: Buffer.from(value).toString('base64') };
    for (const secret of [secretOf({ data }), secretOf({ stringData: { key: value } })]) {
      const without = withoutValues(`denied: ${shown} is too weak`, secret);
      expect(without).toContain(REDACTED);
      for (const line of value.split('\n').filter(part => part.length > 3))
        expect(without).not.toContain(line);
    }
  });

  it.each([4, 500])('loses a value that was cut after %i less than its length', less => {
    const value = randomBytes(3000).toString('base64');
    const data = { key: Buffer.from(value).toString('base64') };
    const without = withoutValues(`denied: bad value "${data.key.slice(0, -less)}…`, secretOf({ data }));
    expect(without).toBe(`denied: bad value "${REDACTED}…`);
  });

  it('is not shown for a Secret that is too large to search for its values', () => {
    const data = { key: Buffer.from('line\n'.repeat(100_000)).toString('base64') };
    expect(withoutValues('denied: line', secretOf({ data }))).toContain('the Secret is too large');
  });

  it('hides all of a text of one letter, where the value is one, too', () => {
    const secret = secretOf({ stringData: { key: 'a'.repeat(30_000) } });
    expect(withoutValues('a'.repeat(4_000), secret)).toBe(REDACTED);
  });

  it('keeps what is no value, and does not search for what occurs in every word', () => {
    const secret = secretOf({ stringData: { key: 'is', other: 3, none: null } });
    expect(withoutValues('denied: it is too weak', secret)).toBe('denied: it is too weak');
  });
});
