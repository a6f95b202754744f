import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { LiveIndicator } from '../../components/LiveIndicator/LiveIndicator';
import { CreateRunDialog } from './CreateRunDialog';

async function passSeconds(seconds: number) {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000));
}

function open() {
  let isReachable = true;
  const asked = renderWithFleet(
    <>
      <LiveIndicator />
      <CreateRunDialog onClose={() => undefined} />
    </>,
    ({ path }) => {
      const hub = { name: 'weu', isReachable, ...(!isReachable && { since: '2026-11-20T11:02:00Z' }) };
      return { asOf: new Date().toISOString(), hub, items: [], total: 0, path };
    },
  );
  return {
    asked,
    hubIs: (next: boolean) => {
      isReachable = next;
    },
  };
}

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => jest.useRealTimers());

describe('the create-run dialog, where nothing is chosen that it asks about', () => {
  it('says that the hub is away, and is as before when the hub is back', async () => {
    const { hubIs } = open();
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'web-9');
    await waitFor(() => expect(screen.getByText('Paused')).toBeInTheDocument());
    hubIs(false);
    await passSeconds(20);
    expect(await screen.findByText('The hub cannot be reached.')).toBeVisible();
    expect(screen.getByText(/^Not live\. Hub not reached since /)).toBeInTheDocument();
    hubIs(true);
    await passSeconds(12);
    await waitFor(() => expect(screen.queryByText('The hub cannot be reached.')).toBeNull());
    expect(screen.getByText('Paused')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('web-9');
  });
});
