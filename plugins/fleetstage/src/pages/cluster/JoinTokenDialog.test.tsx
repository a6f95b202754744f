import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCluster } from '../../__testUtils__/aCluster';
import { watchClipboard } from '../../__testUtils__/clipboard';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import type { Cluster } from '../../model/clusters/now';
import { JoinTokenDialog } from './JoinTokenDialog';

const TOKEN = 'head.body.signature';
const condition = (type: string) => ({
  ...{ type, status: 'True' as const, reason: 'R', message: '' },
  lastTransitionTime: '2026-11-20T11:00:00Z',
});
const joining = aCluster({ name: 'edge', state: 'joining', carrier: 'pull', joinsByToken: true });
const hub = { name: 'hub', isReachable: true };
const issued = () => ({
  token: TOKEN,
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  hubUrl: 'https://hub:6443',
});
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Join token for edge' }));

it('waits for the hub, shows the token once, and follows the agent until it has joined', async () => {
  const copied = watchClipboard();
  let shown: Cluster = joining;
  const asked = renderWithFleet(
    <JoinTokenDialog cluster={joining} onClose={() => undefined} />,
    ({ path }) =>
      path.endsWith('/join-token')
        ? [201, issued()]
        : { asOf: new Date().toISOString(), hub, cluster: shown },
  );
  const card = await dialog();
  expect(card.getByRole('button', { name: 'Issue join token' })).toBeDisabled();
  expect(card.getByText(/The hub is being prepared/)).toBeVisible();
  shown = { ...joining, conditions: [condition('ReadyToJoin')] };
  const confirm = await card.findByRole('button', { name: 'Issue join token' });
  await screen.findByText((_, element) => element === confirm && !confirm.hasAttribute('disabled'));
  await userEvent.click(card.getByRole('button', { name: 'Issue join token' }));
  expect(await card.findByText(/Shown once/)).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Copy: On the cluster: what the agent needs' }));
  expect(copied[0]).toContain(`--from-literal=join-token='${TOKEN}'`);
  expect(card.getByText('Waiting for the agent')).toBeVisible();
  shown = {
    ...joining,
    conditions: [condition('ReadyToJoin'), condition('Joined')],
    lastSeenAt: new Date(Date.now() + 1_000).toISOString(),
    nodes: 3,
  };
  expect(await card.findByText('Properties known')).toBeVisible();
  await card.findByText('Agent joined');
  expect(card.queryByText(/Shown once/)).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'Issue a new one' }));
  expect(screen.queryByText(new RegExp(TOKEN))).toBeNull();
  expect(asked.filter(({ path }) => path.endsWith('/join-token'))).toHaveLength(1);
}, 120_000);

it('says what the hub refuses, and what a new token does to an agent that has joined', async () => {
  const message = 'Another join token is being issued';
  renderWithFleet(
    <JoinTokenDialog
      cluster={{ ...joining, conditions: [condition('ReadyToJoin')], lastSeenAt: '2026-11-20T11:00:00Z' }}
      onClose={() => undefined}
    />,
    ({ path }) =>
      path.endsWith('/join-token')
        ? [409, { error: { name: 'ConflictError', message }, response: { statusCode: 409 } }]
        : [404, {}],
  );
  const card = await dialog();
  expect(card.getByText(/what it has is revoked/)).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Issue join token' }));
  expect(await card.findByText(message)).toBeVisible();
}, 120_000);
