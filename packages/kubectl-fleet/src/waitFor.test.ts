import { InvalidError, TransientError } from '@fleetstage/kube-client';
import { waitFor } from './waitFor';

const away = () => new TransientError('away', { isClusterWide: true });

it('asks until there is an answer, over an outage, too', async () => {
  let asked = 0;
  const probe = async () => {
    asked += 1;
    if (asked === 1) throw away();
    return asked === 3 ? 'there' : undefined;
  };
  expect(await waitFor(probe, { timeoutMs: 5_000, everyMs: 1 })).toBe('there');
});

it('ends with nothing, or with what kept it from asking, when the time is over', async () => {
  expect(await waitFor(async () => undefined, { timeoutMs: 20, everyMs: 5 })).toBeUndefined();
  await expect(waitFor(() => Promise.reject(away()), { timeoutMs: 20, everyMs: 5 })).rejects.toThrow('away');
});

it('does not wait for what waiting does not mend', async () => {
  const probe = jest.fn(() => Promise.reject(new InvalidError('wrong')));
  await expect(waitFor(probe, { timeoutMs: 60_000 })).rejects.toThrow('wrong');
  expect(probe).toHaveBeenCalledTimes(1);
});
