import { fairShare } from './fairShare';

describe('fairShare', () => {
  it.each([
    { amounts: [2, 3, 4], most: 10, share: Infinity },
    { amounts: [2, 3, 5], most: 10, share: Infinity },
    { amounts: [1, 5, 20], most: 9, share: 4 },
    { amounts: [8, 8, 8, 8], most: 10, share: 2 },
    { amounts: [0, 0, 100], most: 30, share: 30 },
    { amounts: [], most: 10, share: Infinity },
  ])('gives $share each where $amounts may have $most', ({ amounts, most, share }) => {
    expect(fairShare(amounts, most)).toBe(share);
    const kept = amounts.map(amount => Math.min(amount, share));
    expect(kept.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(most);
  });
});
