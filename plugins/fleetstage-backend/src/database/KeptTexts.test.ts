import { KeptTexts } from './KeptTexts';

describe('KeptTexts', () => {
  it('finds what was kept, of that hub alone', () => {
    const texts = new KeptTexts();
    texts.keep('hub', 'a', 'one');
    expect(texts.find('hub', 'a')).toBe('one');
    expect(texts.find('other', 'a')).toBeUndefined();
  });

  it('keeps no long ones, and those used last', () => {
    const texts = new KeptTexts();
    texts.keep('hub', 'long', 'x'.repeat(2_001));
    expect(texts.find('hub', 'long')).toBeUndefined();
    for (let i = 0; i < 5_000; i += 1) texts.keep('hub', `t${i}`, String(i));
    expect(texts.find('hub', 't0')).toBe('0');
    texts.keep('hub', 'more', 'more');
    expect(texts.find('hub', 't0')).toBe('0');
    expect(texts.find('hub', 't1')).toBeUndefined();
    expect(texts.find('hub', 'more')).toBe('more');
  });
});
