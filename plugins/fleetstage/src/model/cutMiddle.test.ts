import { cutMiddle } from './cutMiddle';

it('keeps a short text as it is', () => {
  expect(cutMiddle('Deployment shop/web', 30)).toBe('Deployment shop/web');
});

it('leaves out the middle, and never the end', () => {
  const text = `Deployment shop/web: ${'words '.repeat(50)}image web:bad not found`;
  const cut = cutMiddle(text, 90);
  expect(cut.length).toBeLessThanOrEqual(90);
  expect(cut).toMatch(/^Deployment shop\/web: .+ … .+image web:bad not found$/);
});
