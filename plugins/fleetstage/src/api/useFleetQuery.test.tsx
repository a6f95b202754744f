import { act, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { useHold } from './FleetProvider';
import { useGate } from './runQueries';

jest.setTimeout(60_000);

/** Draws itself anew each second, as a dialog does while somebody types. */
const Typing = () => {
  const [typed, type] = useState(0);
  useHold(true);
  useGate({ scope: '_', name: 'web-2' }, 'canary', 'after');
  useEffect(() => {
    const timer = setInterval(() => type(count => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return <p>typed {typed}</p>;
};

describe('what a dialog shows', () => {
  afterEach(() => jest.useRealTimers());

  it('is asked for again within 10 s, however fast somebody types', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const asked = renderWithFleet(<Typing />, () => ({
      asOf: new Date().toISOString(),
      hub: { name: 'weu', isReachable: true },
    }));
    await waitFor(() => expect(asked).toHaveLength(1));
    for (let second = 0; second < 10; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(asked.length).toBeGreaterThan(1);
  });
});
