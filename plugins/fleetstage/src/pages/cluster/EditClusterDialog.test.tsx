import '@testing-library/jest-dom';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCluster } from '../../__testUtils__/aCluster';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { useCluster } from '../../api/placementQueries';
import { AsyncBoundary } from '../../components/AsyncBoundary';
import { LiveIndicator } from '../../components/LiveIndicator/LiveIndicator';
import { EditClusterDialog } from './EditClusterDialog';

const cluster = aCluster();

const noEffect = { placements: [], strategies: [], checked: 0, total: 0 };

/** The dialog is open over a page that it holds. */
const Page = () => (
  <AsyncBoundary query={useCluster('c1')} what="this cluster">
    {data => <EditClusterDialog cluster={data.cluster} onClose={() => undefined} />}
  </AsyncBoundary>
);

const silence = 'Hub "weu" does not answer: connection closed by hub:443. Try again when the hub answers.';

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers({ advanceTimers: true });
});
afterEach(() => jest.useRealTimers());

const passSeconds = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) await act(() => jest.advanceTimersByTimeAsync(1000));
};

it('labels that the hub did not take can be saved when it is back, as they were typed', async () => {
  let isReachable = true;
  const written: unknown[] = [];
  renderWithFleet(
    <>
      <LiveIndicator />
      <Page />
    </>,
    ({ method, body }) => {
      const hub = { name: 'weu', isReachable };
      if (method !== 'PUT') return { asOf: new Date().toISOString(), hub, items: [], cluster, ...noEffect };
      const error = { name: 'ServiceUnavailableError', message: silence };
      if (!isReachable) return [503, { error, response: { statusCode: 503 } }];
      written.push(body);
      return { resourceVersion: '2' };
    },
  );
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add label' }));
  expect(dialog.getByPlaceholderText('Key')).toHaveFocus();
  await user.type(dialog.getByPlaceholderText('Key'), 'ring');
  await user.type(dialog.getByPlaceholderText('Value'), 'canary');
  const save = () => dialog.getByRole('button', { name: 'Save labels and taints' });
  isReachable = false;
  await user.click(save());
  expect(await dialog.findByText(silence)).toBeVisible();
  expect(await dialog.findByText('The hub cannot be reached.')).toBeVisible();
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/^Not live/)).toBeInTheDocument();
  isReachable = true;
  await passSeconds(20);
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-disabled'));
  expect(screen.getByText('Paused')).toBeInTheDocument();
  await user.click(save());
  await waitFor(() => expect(written).toMatchObject([{ labels: { ring: 'canary' } }]));
});

it('what somebody else has changed meanwhile is said, and what was typed is saved on top of it', async () => {
  const written: unknown[] = [];
  let live = cluster;
  renderWithFleet(<Page />, ({ method, body }) => {
    const stamp = { asOf: new Date().toISOString(), hub: { name: 'weu', isReachable: true } };
    if (method !== 'PUT') return { ...stamp, items: [], cluster: live, ...noEffect };
    written.push(body);
    if (written.length > 1) return { resourceVersion: '3' };
    live = {
      ...cluster,
      taints: [{ key: 'maintenance', effect: 'NoSchedule' }],
      resourceVersion: '2',
      generation: 2,
    };
    const error = { name: 'ConflictError', message: 'changed since you opened it' };
    return [409, { error, response: { statusCode: 409 } }];
  });
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add taint' }));
  await user.type(dialog.getByPlaceholderText('Key'), 'drain');
  const save = () => dialog.getByRole('button', { name: 'Save labels and taints' });
  await user.click(save());
  expect(await dialog.findByText(/They are now: maintenance:NoSchedule/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await user.click(save());
  await waitFor(() =>
    expect(written.at(1)).toMatchObject({
      taints: [{ key: 'maintenance' }, { key: 'drain' }],
      generation: 2,
    }),
  );
});
