import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countChecks } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { playedSignals } from '../../__testUtils__/playedSignals';
import { renderWithFleet, type Answers } from '../../__testUtils__/renderWithFleet';
import type { ApprovalItem } from '../../model/approvals/inbox';
import { BulkDialog } from './BulkDialog';

const item = (run: string): ApprovalItem => ({
  run,
  scope: '_',
  placement: 'web',
  gate: {
    kind: 'approval',
    task: 'after',
    stage: 'canary',
    state: 'asked',
    requestUid: `uid-${run}`,
    resourceVersion: '7',
    mayApprove: { isAllowed: true },
  },
  startsStage: { kind: 'stage', stage: 'production', clusterCount: 2 },
  checks: { total: 1, pass: 1, warn: 0, blocks: 0 },
});

const detail = (run: string, checks: Schemas['Check'][], more: Partial<Schemas['Gate']> = {}) => ({
  asOf: new Date().toISOString(),
  hub: { name: 'weu', isReachable: true },
  gate: { ...item(run).gate, ...more },
  run,
  placement: 'web',
  checks,
  checkCounts: countChecks(checks),
  startsStage: item(run).startsStage,
  approvers: [],
});

const passes: Schemas['Check'] = { id: 'proof', level: 'pass', text: '2 of 2 available' };
const runOf = (path: string) => path.split('/')[3];

function show({ isReachable = true, refused = '' } = {}) {
  const result: Record<string, ReturnType<typeof detail>> = {
    'web-1': detail('web-1', [passes]),
    'web-2': detail('web-2', [passes]),
  };
  const approve: Answers = ({ path }) =>
    runOf(path) === refused
      ? [
          409,
          { error: { name: 'ConflictError', message: 'The run was stopped' }, response: { statusCode: 409 } },
        ]
      : { actor: { ref: 'user:default/guest' }, at: new Date().toISOString(), isFirst: false };
  const signals = playedSignals();
  const asked = renderWithFleet(
    <BulkDialog items={[item('web-1'), item('web-2')]} onClose={jest.fn()} />,
    request =>
      request.method === 'POST'
        ? approve(request)
        : { ...result[runOf(request.path)], hub: { name: 'weu', isReachable } },
    { signals: signals.api },
  );
  const posted = () => asked.filter(({ method }) => method === 'POST').map(({ path }) => runOf(path));
  const signal = (name: string) => act(() => signals.send({ hub: 'weu', subjects: [{ kind: 'run', name }] }));
  return { result, posted, signal };
}

const line = (run: string) => screen.findByRole('checkbox', { name: new RegExp(run) });

describe('several approvals', () => {
  it('are sent once each for a double click, and one’s own earlier one counts as given', async () => {
    const { posted } = show();
    const confirm = await screen.findByRole('button', { name: 'Approve 2 gates: update 4 clusters' });
    act(() => {
      fireEvent.click(confirm);
      fireEvent.click(confirm);
    });
    expect(await screen.findByText('2 approved')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Approval of 2 gates' })).toBeVisible();
    expect(posted()).toEqual(['web-1', 'web-2']);
    expect(screen.getAllByText('Approved')).toHaveLength(2);
  });

  it('follow their checks while the dialog is open, and leave out what is blocked since', async () => {
    const { result, signal, posted } = show();
    await screen.findByRole('button', { name: 'Approve 2 gates: update 4 clusters' });
    await waitFor(async () => expect(await line('web-2')).toBeChecked());
    result['web-2'] = detail('web-2', [{ id: 'plan', level: 'blocks', text: 'The policy changed' }]);
    signal('web-2');
    expect(await screen.findByText('The policy changed')).toBeVisible();
    expect(await line('web-2')).not.toBeChecked();
    expect(await line('web-2')).toBeDisabled();
    expect(screen.getByRole('dialog', { name: 'Approve 1 of 2 gates?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: '1 check changed. Review it' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Approve 1 gate: update 2 clusters' }), {
      delay: 600,
    });
    await screen.findByText('1 approved, 1 not sent');
    expect(posted()).toEqual(['web-1']);
  });

  it('name what was refused, and show no checks that pass beside it', async () => {
    show({ refused: 'web-2' });
    await userEvent.click(await screen.findByRole('button', { name: 'Approve 2 gates: update 4 clusters' }));
    expect(await screen.findByText('1 approved, 1 refused')).toBeVisible();
    expect(screen.getByText('Not approved: The run was stopped')).toBeVisible();
    expect(screen.getAllByRole('img', { name: '1 check passes' })).toHaveLength(1);
  });

  it('leave out what was decided meanwhile', async () => {
    const { result, signal } = show();
    await screen.findByRole('button', { name: 'Approve 2 gates: update 4 clusters' });
    result['web-1'] = detail('web-1', [passes], { state: 'given' });
    signal('web-1');
    expect(await screen.findByText('Already decided.')).toBeVisible();
    expect(await line('web-1')).toBeDisabled();
  });

  it('are off while the hub cannot be reached', async () => {
    const { posted } = show({ isReachable: false });
    expect(await screen.findByText(/^The hub cannot be reached/)).toBeVisible();
    const confirm = screen.getByRole('button', { name: /^Approve 2 gates/ });
    expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(confirm);
    expect(posted()).toEqual([]);
  });
});
