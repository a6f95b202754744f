import { eventually } from './eventually';

describe('eventually', () => {
  it('hands on what the probe returns once it no longer throws', async () => {
    let checks = 0;
    const probe = () => {
      checks += 1;
      if (checks < 3) throw new Error('not yet');
      return checks;
    };
    await expect(eventually('the third check', probe, { intervalMs: 1 })).resolves.toBe(3);
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
    await expect(waiting).rejects.toThrow('the first check has not come back');
  });
});
