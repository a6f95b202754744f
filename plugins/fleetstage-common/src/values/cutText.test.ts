import { cutText, MAX_TEXT } from './cutText';

it.each([
  { text: '', cut: '' },
  { text: 'x'.repeat(MAX_TEXT), cut: 'x'.repeat(MAX_TEXT) },
  { text: 'x'.repeat(MAX_TEXT + 1), cut: `${'x'.repeat(MAX_TEXT)}…` },
])('a text of $text.length characters is cut to $cut.length', ({ text, cut }) => {
  expect(cutText(text)).toBe(cut);
});

it('half of a pair at the end stays what it is', () => {
  expect(cutText('ab😀', 3)).toBe('ab\ud83d…');
});
