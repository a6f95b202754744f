import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithFleet, type Answers, type Asked } from '../../__testUtils__/renderWithFleet';
import { ApproveDialog } from './ApproveDialog';

jest.setTimeout(60_000);

const detail = (
  more: Partial<Schemas['GateDetail']> = {},
  gate: Partial<Schemas['Gate']> = {},
): Schemas['GateDetail'] => ({
  asOf: new Date().toISOString(),
  hub: { name: 'weu', isReachable: true },
  gate: {
    kind: 'approval',
    task: 'after',
    stage: 'canary',
    state: 'asked',
    requestUid: 'uid-1',
    requestGeneration: 1,
    resourceVersion: '7',
    mayApprove: { isAllowed: true },
    ...gate,
  },
  run: 'web-2',
  placement: 'web',
  checks: [{ id: 'proof', level: 'pass', text: '3 of 3 available' }],
  startsStage: { kind: 'stage', stage: 'production', clusterCount: 12, slots: 3 },
  approvers: [],
  ...more,
});

function show(
  gate: Schemas['GateDetail'],
  approve: Answers = () => ({ actor: { ref: 'user:default/guest' }, at: gate.asOf, isFirst: true }),
) {
  const onClose = jest.fn();
  const answers: Answers = asked => (asked.method === 'POST' ? approve(asked) : gate);
  const asked = renderWithFleet(
    <ApproveDialog run={{ scope: '_', name: 'web-2' }} stage="canary" task="after" onClose={onClose} />,
    answers,
  );
  return { asked, onClose };
}

const posted = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'POST');
const button = () => screen.findByRole('button', { name: 'Approve, start 12 clusters' });

describe('ApproveDialog', () => {
  it('says what is started, approves what was shown, and closes', async () => {
    const { asked, onClose } = show(detail());
    await screen.findByText('Starts production at once: 12 clusters, 3 at a time.');
    await userEvent.type(screen.getByLabelText('Comment'), 'looked at it');
    await userEvent.click(await button());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(posted(asked)).toEqual([
      {
        method: 'POST',
        path: '/runs/_/web-2/gates/canary/after/approve',
        body: { requestUid: 'uid-1', resourceVersion: '7', comment: 'looked at it' },
      },
    ]);
  });

  it('stays with its cause and the typed text where the approval fails', async () => {
    const refusal = {
      error: { name: 'ConflictError', message: 'The run was stopped 4 s ago by tomas' },
      response: { statusCode: 409 },
    };
    const { onClose } = show(detail(), () => [409, refusal]);
    await userEvent.type(await screen.findByLabelText('Comment'), 'looked at it');
    await userEvent.click(await button());
    await screen.findByText('The run was stopped 4 s ago by tomas');
    expect(screen.getByLabelText('Comment')).toHaveValue('looked at it');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('explains why you may not, and sends nothing', async () => {
    const reason = 'You started this run, so another person has to approve';
    const { asked } = show(detail({}, { mayApprove: { isAllowed: false, reason } }));
    const confirm = await button();
    await waitFor(() => expect(confirm).toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(confirm);
    expect((await screen.findAllByText(new RegExp(reason))).length).toBeGreaterThan(0);
    expect(posted(asked)).toEqual([]);
  });

  it('is off while a check blocks', async () => {
    show(
      detail({ checks: [{ id: 'plan', level: 'blocks', text: 'The policy changed: the run would fail' }] }),
    );
    await screen.findByText('The policy changed: the run would fail');
    expect(await button()).toBeDisabled();
  });
});
