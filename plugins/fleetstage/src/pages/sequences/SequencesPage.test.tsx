import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aSequence, aSequenceStage } from '../../__testUtils__/aSequence';
import { aVersionRollout, aVersionStage, targetCounts } from '../../__testUtils__/aVersionRollout';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { SequencesPage } from './SequencesPage';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const YES = { isAllowed: true };
const soaking = aVersionRollout([
  aVersionStage(1, 'testing', {
    phase: 'Soaking',
    counts: targetCounts({ succeeded: 2 }),
    soakEndsAt: '2099-11-23T11:18:00Z',
  }),
]);
const bank = aSequence([aSequenceStage(1, 'testing'), aSequenceStage(2, 'production')], {
  activeRollouts: [soaking],
  state: 'Warning',
  message: 'Stage production has no clusters.',
});

const render = (at: string, items: readonly object[], mayCreate: object = YES) =>
  renderWithFleet(
    <SequencesPage />,
    ({ path }) =>
      path.endsWith('/sequences') ? { ...STAMP, items, total: items.length, mayCreate } : undefined,
    { at },
  );

describe('the list of sequences (E/UI-001)', () => {
  it('says stages, channel, targets, what is under way and how far, and the state with its reason', async () => {
    render('/fleetstage/sequences', [bank]);
    const row = (await screen.findByRole('rowheader', { name: /bank/ })).closest('tr')!;
    expect(within(row).getByText('2 stages, 4 clusters')).toBeVisible();
    expect(within(row).getByText('Regular')).toBeVisible();
    expect(within(row).getByText('Control planes 1.31.4')).toBeVisible();
    expect(within(row).getByRole('link', { name: 'Control planes 1.31.4: 2/2' })).toHaveAttribute(
      'href',
      '/fleetstage/sequences/rollouts/bank-cp-1-31-4',
    );
    expect(within(row).getByText(/^Soaking: .* left$/)).toBeVisible();
    expect(within(row).getByText('Stage production has no clusters.')).toBeVisible();
  });

  it('without any says what a sequence is, and leads to how one is made', async () => {
    render('/fleetstage/sequences', []);
    expect(await screen.findByText('No sequences yet')).toBeVisible();
    expect(screen.getByText(/stage by stage/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create sequence' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'First steps' }));
    const dialog = await screen.findByRole('dialog', { name: 'First steps with rollout sequences' });
    expect(within(dialog).getByText(/kind: RolloutSequence/)).toBeVisible();
    expect(within(dialog).getByText(/fleetstage\.io\/fleet=testing/)).toBeVisible();
  });

  it('keeps the button of whoever may not create one, with the reason', async () => {
    render('/fleetstage/sequences', [bank], {
      isAllowed: false,
      reason: 'You need fleetstage.sequence.create',
    });
    const button = await screen.findByRole('button', { name: 'Create sequence' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });

  it('says that none matches', async () => {
    render('/fleetstage/sequences?q=nothing', [bank]);
    expect(await screen.findByText(/No sequence matches/)).toBeVisible();
  });
});
