import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { aRun } from '../__testUtils__/aRun';
import { playedSignals } from '../__testUtils__/playedSignals';
import { renderWithFleet } from '../__testUtils__/renderWithFleet';
import { useEndRun } from '../api/mutations';
import { useRun } from '../api/runQueries';
import { AsyncBoundary } from './AsyncBoundary';
import { ConfirmDialog } from './ConfirmDialog';
import { LiveIndicator } from './LiveIndicator/LiveIndicator';

/** A dialog that asks for nothing itself, over a page that it holds. */
const Page = () => {
  const query = useRun({ scope: '_', name: 'web-1' });
  const end = useEndRun();
  const [reason, setReason] = useState('');
  return (
    <>
      <LiveIndicator />
      <AsyncBoundary query={query} what="this run">
        {({ run }) => (
          <>
            <p>{run.state}</p>
            <ConfirmDialog
              open
              title="End"
              confirmLabel="End run"
              onConfirm={() => end.mutate({ scope: '_', name: 'web-1', body: { reason } })}
              error={end.error}
              onClose={() => undefined}
            >
              <input aria-label="Reason" value={reason} onChange={({ target }) => setReason(target.value)} />
            </ConfirmDialog>
          </>
        )}
      </AsyncBoundary>
    </>
  );
};

function open() {
  let isReachable = true;
  const signals = playedSignals();
  renderWithFleet(
    <Page />,
    ({ method, path }) => {
      const hub = { name: 'weu', isReachable, ...(!isReachable && { since: '2026-11-20T11:02:00Z' }) };
      const asOf = new Date().toISOString();
      if (method !== 'POST')
        return { asOf, hub, ...(path === '/removals' ? { items: [] } : { run: aRun([]) }) };
      const message = 'Hub "weu" does not answer: gone. Try again when the hub answers.';
      return [503, { error: { name: 'ServiceUnavailableError', message }, response: { statusCode: 503 } }];
    },
    { signals: signals.api },
  );
  return {
    hubIs: (next: boolean) => {
      isReachable = next;
    },
    change: () => act(() => signals.send({ hub: 'weu', subjects: [{ kind: 'run', name: 'web-1' }] })),
  };
}

async function passSeconds(seconds: number) {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000));
}

const button = () => screen.getByRole('button', { name: 'End run' });
const type = async (text: string) => {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await user.type(await screen.findByLabelText('Reason'), text);
  return user;
};

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => jest.useRealTimers());

describe('a dialog over a page that it holds', () => {
  it('learns that the hub went away, and that it is back, and keeps what is typed', async () => {
    const { hubIs, change } = open();
    await type('bad image');
    change();
    expect(await screen.findByText('Paused, 1 change')).toBeInTheDocument();
    hubIs(false);
    await passSeconds(20);
    expect(await screen.findByText('The hub cannot be reached.')).toBeVisible();
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText(/^Not live\. Hub not reached since /)).toBeInTheDocument();
    hubIs(true);
    await passSeconds(12);
    await waitFor(() => expect(screen.queryByText('The hub cannot be reached.')).toBeNull());
    expect(button()).not.toHaveAttribute('aria-disabled');
    expect(screen.getByText('Paused, 1 change')).toBeInTheDocument();
    expect(screen.getByLabelText('Reason')).toHaveValue('bad image');
  });

  it('is on again after a write that the hub did not answer, as soon as the hub does', async () => {
    const { hubIs } = open();
    const user = await type('bad image');
    hubIs(false);
    await user.click(button());
    expect(await screen.findByText(/^Hub "weu" does not answer: gone\./)).toBeVisible();
    expect(await screen.findByText('The hub cannot be reached.')).toBeVisible();
    hubIs(true);
    await passSeconds(20);
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-disabled'));
    expect(screen.getByLabelText('Reason')).toHaveValue('bad image');
  });
});
