import { eventually } from './eventually';

describe('eventually', () => {
  it('hands on what the probe returns once it no longer throws', async () => {
    let looks = 0;
    const probe = () => {
      looks += 1;
      if (looks < 3) throw new Error('not yet');
      return looks;
    };
    await expect(eventually('the third look', probe, { intervalMs: 1 })).resolves.toBe(3);
  });

  it('says at the deadline what it waited for and what it saw last', async () => {
    const probe = () => {
      throw new Error('2 of 3 are ready');
    };
    const waiting = eventually('all are ready', probe, { timeoutMs: 20, intervalMs: 5 });
    await expect(waiting).rejects.toThrow('Not within 20 ms: all are ready. Last state:\n2 of 3 are ready');
  });

  it('ends at the deadline although the probe never answers', async () => {
    const waiting = eventually('an answer', () => new Promise(() => {}), { timeoutMs: 20 });
    await expect(waiting).rejects.toThrow('the first look has not come back');
  });
});
