import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { playedSignals } from '../__testUtils__/playedSignals';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { AsyncBoundary } from '../components/AsyncBoundary';
import { usePlacementChanges } from './editorQueries';
import { useHold } from './FleetProvider';
import { useGate } from './runQueries';
import { useClusterWhy, useWhatIf } from './whatIfQueries';

const WEB = { scope: '_', name: 'web', uid: 'u' };
const stamp = () => ({ asOf: new Date().toISOString(), hub: { name: 'weu', isReachable: true } });
const changed = { hub: 'weu', subjects: [{ kind: 'placement', name: 'web' }] };
const fail = (status: number, name: string, message: string) => [
  status,
  { error: { name, message }, response: { statusCode: status } },
];

async function passSeconds(seconds: number) {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000));
}

afterEach(() => jest.useRealTimers());

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
  it('is asked for again within 10 s, however fast somebody types', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const asked = renderWithFleet(<Typing />, stamp);
    const gates = () => asked.filter(({ path }) => path.includes('/gates/'));
    await waitFor(() => expect(gates()).toHaveLength(1));
    await passSeconds(10);
    expect(gates().length).toBeGreaterThan(1);
  });
});

const WhatIf = () => {
  const query = useWhatIf(WEB, {});
  return (
    <AsyncBoundary query={query} what="the effect" isPart>
      {() => <p>effect</p>}
    </AsyncBoundary>
  );
};

const Why = () => {
  const { data } = useClusterWhy(WEB, 'weu-1');
  return <p>{data && 'effect'}</p>;
};

describe('a costly question', () => {
  it.each([
    ['what would be', WhatIf],
    ['why it is so', Why],
  ])('%s is asked again where something has changed, not by the clock', async (_, Question) => {
    jest.useFakeTimers({ advanceTimers: true });
    const signals = playedSignals();
    const asked = renderWithFleet(<Question />, stamp, { signals: signals.api });
    await screen.findByText('effect');
    await passSeconds(15);
    expect(asked).toHaveLength(1);
    act(() => signals.send(changed));
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it('that the backend gives up is asked again by whoever wants to, with its reason', async () => {
    let answer: unknown = fail(503, 'ServiceUnavailableError', 'Too much at once; try less');
    const asked = renderWithFleet(<WhatIf />, () => answer);
    expect(await screen.findByText('Too much at once; try less')).toBeVisible();
    expect(screen.queryByText(/does not answer here/)).toBeNull();
    expect(asked).toHaveLength(1);
    answer = stamp();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('effect');
    expect(asked).toHaveLength(2);
  });

  it('that has failed otherwise is asked again by the clock, until it is answered', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let answer: unknown = fail(500, 'Error', 'The database does not answer');
    const asked = renderWithFleet(<WhatIf />, () => answer);
    await waitFor(() => expect(asked).toHaveLength(3));
    await screen.findByText('The database does not answer');
    answer = stamp();
    await passSeconds(15);
    await screen.findByText('effect');
    const count = asked.length;
    await passSeconds(15);
    expect(asked).toHaveLength(count);
  });

  it('finds a backend that starts', async () => {
    const asked = renderWithFleet(<WhatIf />, () =>
      asked.length > 1 ? stamp() : fail(503, 'ServiceUnavailableError', 'Service has not started up yet'),
    );
    await screen.findByText('effect');
  });

  it('says so where the backend still starts', async () => {
    renderWithFleet(<WhatIf />, () => fail(503, 'ServiceUnavailableError', 'Service has not started up yet'));
    expect(
      await screen.findByText('It is starting, or being restarted. Try again in a moment.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set-up guide' })).toBeNull();
  });
});

const Changes = () => {
  const query = usePlacementChanges(WEB, '7', '8');
  return (
    <AsyncBoundary query={query} what="the difference" isPart>
      {() => <p>difference</p>}
    </AsyncBoundary>
  );
};

describe('two snapshots', () => {
  it('never change: they are asked for once', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const signals = playedSignals();
    const asked = renderWithFleet(<Changes />, stamp, { signals: signals.api });
    await screen.findByText('difference');
    act(() => signals.send(changed));
    await passSeconds(15);
    expect(asked).toHaveLength(1);
  });

  it('are asked for until they come', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let answer: unknown = fail(500, 'Error', 'The database does not answer');
    renderWithFleet(<Changes />, () => answer);
    await passSeconds(3);
    await screen.findByText('The database does not answer');
    answer = stamp();
    await passSeconds(13);
    await screen.findByText('difference');
  });
});
