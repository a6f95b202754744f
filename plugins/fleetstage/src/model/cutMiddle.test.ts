import { cutEnd, cutMiddle } from './cutMiddle';

it('keeps a short text as it is', () => {
  expect(cutMiddle('Deployment shop/web', 30)).toBe('Deployment shop/web');
});

it('leaves out the middle, and never the end', () => {
  const text = `Deployment shop/web: ${'words '.repeat(50)}image web:bad not found`;
  const cut = cutMiddle(text, 90);
  expect(cut.length).toBeLessThanOrEqual(90);
  expect(cut).toMatch(/^Deployment shop\/web: .+ … .+image web:bad not found$/);
});

it('cuts sentences at their end, after a whole word', () => {
  expect(cutEnd('Nothing is written to it.', 30)).toBe('Nothing is written to it.');
  expect(cutEnd('Nothing is written to it under this name.', 30)).toBe('Nothing is written to it…');
  expect(cutEnd('x'.repeat(40), 30)).toBe(`${'x'.repeat(29)}…`);
});
