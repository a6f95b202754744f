import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parseAllDocuments } from 'yaml';
import { version } from '../../../package.json';
import { watchClipboard } from '../../__testUtils__/clipboard';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { ADD_PACKAGES, HUB_CONFIG, MEMBER_COMMAND, MEMBER_CONFIG } from '../../model/guides/snippets';
import { ClustersPage } from '../../pages/clusters/ClustersPage';

const hub = { name: 'hub', isReachable: true };
const none = { asOf: '2026-11-20T11:18:00Z', hub, items: [], total: 0, healthy: 0, labelKeys: [] };
const json = (yaml: string): unknown =>
  parseAllDocuments(yaml).map(document => document.toJS() as unknown)[0];

describe('the guides', () => {
  it('say how to join a cluster, to be copied, and give the focus back on Esc', async () => {
    const copied = watchClipboard();
    renderWithFleet(<ClustersPage />, () => none);
    const open = await screen.findByRole('button', { name: 'How to join one' });
    await userEvent.click(open);
    const dialog = await screen.findByRole('dialog', { name: 'How to join a member cluster' });
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(
      within(dialog).getByRole('button', { name: 'Copy: Create its MemberCluster on the hub' }),
    );
    expect(copied).toEqual([MEMBER_COMMAND]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(open).toHaveFocus();
  });

  it('open by an address', async () => {
    renderWithFleet(<ClustersPage />, () => none, { at: '/?dialog=join' });
    expect(await screen.findByRole('dialog', { name: 'How to join a member cluster' })).toBeVisible();
  });

  it('say how to set the backend up where it does not answer', async () => {
    renderWithFleet(<ClustersPage />, () => [404, '']);
    expect(await screen.findByText('Fleetstage’s backend does not answer here')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Set-up guide' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set up Fleetstage in this portal' });
    expect(within(dialog).getAllByRole('button', { name: /^Copy: / })).toHaveLength(3);
  });
});

describe('what the guides let one copy', () => {
  it('names the same cluster in the configuration and on the hub', () => {
    const manifest = MEMBER_COMMAND.split('\n').slice(1, -2).join('\n');
    expect(json(MEMBER_CONFIG)).toMatchObject({ fleetstage: { members: [{ name: 'member-1' }] } });
    expect(json(manifest)).toMatchObject({ kind: 'MemberCluster', metadata: { name: 'member-1' } });
  });

  it('is the configuration of a hub and the version of these packages', () => {
    expect(json(HUB_CONFIG)).toEqual({
      fleetstage: {
        hubs: [{ name: 'hub', kubeconfig: '${KUBECONFIG}', context: 'hub' }],
        members: { kubeconfig: '${KUBECONFIG}' },
      },
    });
    expect(ADD_PACKAGES.match(/@\^[\d.]+/g)).toEqual(Array.from({ length: 3 }, () => `@^${version}`));
  });
});
