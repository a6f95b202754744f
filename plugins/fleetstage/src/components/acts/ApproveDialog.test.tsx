import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countChecks } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { playedSignals } from '../../__testUtils__/playedSignals';
import { renderWithFleet, type Answers, type Asked } from '../../__testUtils__/renderWithFleet';
import { keepStyles } from '../../__testUtils__/styles';
import { ApproveDialog } from './ApproveDialog';

const PROVEN: Schemas['Check'] = { id: 'proof', level: 'pass', text: '3 of 3 available' };

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
  checks: [PROVEN],
  checkCounts: countChecks(more.checks ?? [PROVEN]),
  startsStage: { kind: 'stage', stage: 'production', clusterCount: 12, slots: 3 },
  approvers: [],
  ...more,
});

function show(
  gate: Schemas['GateDetail'],
  approve: Answers = () => approvedBy('user:default/guest', true),
  options: Parameters<typeof renderWithFleet>[2] = {},
) {
  const onClose = jest.fn();
  const result = { gate };
  const answers: Answers = asked => (asked.method === 'POST' ? approve(asked) : result.gate);
  const asked = renderWithFleet(
    <ApproveDialog run={{ scope: '_', name: 'web-2' }} stage="canary" task="after" onClose={onClose} />,
    answers,
    options,
  );
  return { asked, onClose, result };
}

const approvedBy = (ref: string, isFirst: boolean): Schemas['ApprovalResult'] => ({
  actor: { ref },
  at: new Date().toISOString(),
  isFirst,
});

const posted = (asked: readonly Asked[]) => asked.filter(({ method }) => method === 'POST');
const button = () => screen.findByRole('button', { name: 'Approve, start 12 clusters' });

describe('the colours of ApproveDialog', () => {
  keepStyles();

  it('writes on the surface of the toast what can be read there', async () => {
    show(detail());
    await userEvent.click(await button());
    const offer = await screen.findByRole('button', { name: 'Withdraw', hidden: true });
    const said = (await screen.findAllByText('Approved. Stage production starts.')).at(-1);
    expect(said).toHaveAttribute('style', expect.stringContaining('--bui-fg-primary'));
    const { color } = window.getComputedStyle(offer);
    expect(color).toBe('var(--bui-fg-primary, inherit)');
  });
});

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

  it('says that another approval is next, and nothing of clusters that start', async () => {
    const starts = { kind: 'gate', stage: 'production', task: 'before', clusterCount: 0 } as const;
    show(detail({ startsStage: starts, snapshot: '4', then: 'Then a wait.' }), () => ({
      ...approvedBy('user:default/guest', true),
      startsStage: starts,
    }));
    await screen.findByText('Starts nothing yet: the approval before production comes next.');
    expect(screen.queryByText(/gets snapshot/)).not.toBeInTheDocument();
    const name = 'Approve; before-stage approval of production is next';
    await userEvent.click(await screen.findByRole('button', { name }));
    await screen.findByText('Approved. The approval before production is next.');
  });

  it.each<[RegExp, Schemas['StartsStage']]>([
    [
      /^Starts nothing yet: Change freeze before production comes next\.$/,
      { kind: 'gate', stage: 'production', task: 'before', clusterCount: 0, title: 'Change freeze' },
    ],
    [
      /^Takes effect at .+, when Change freeze ends\.$/,
      { kind: 'wait', clusterCount: 0, endsAt: '2026-11-21T13:30:00Z', title: 'Change freeze' },
    ],
  ])('names an added gate that comes next: %s', async (words, startsStage) => {
    show(detail({ startsStage }));
    await screen.findByText(words);
  });

  it.each<[string, Schemas['StartsStage'], string | undefined]>([
    ['the first cluster', detail().startsStage, 'You can withdraw it until the first cluster starts.'],
    ['the removal', { kind: 'removal', clusterCount: 2 }, 'You can withdraw it until the removal starts.'],
    [
      'nothing: the next gate is asked at once',
      { kind: 'gate', stage: 'production', clusterCount: 0, task: 'before' },
      undefined,
    ],
    ['nothing: the run is over then', { kind: 'finish', clusterCount: 0 }, undefined],
  ])('promises that it can be withdrawn until %s', async (_, startsStage, words) => {
    show(detail({ startsStage }));
    await waitFor(async () =>
      expect(await screen.findByRole('button', { name: /^Approve[,;] / })).toBeEnabled(),
    );
    expect(screen.queryByText(/You can withdraw it/)?.textContent).toBe(words);
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

  it('says once why it is blocked, once that it needs a new run, and offers it', async () => {
    const text = 'The run would fail: the policy is now snapshot 3, not 2; create a new run.';
    show(
      detail({
        checks: [{ id: 'plan', level: 'blocks', text, needsNewRun: true }, PROVEN],
        startsStage: { kind: 'nothing', clusterCount: 0, reason: text },
      }),
    );
    expect(await screen.findAllByText(/the policy is now snapshot 3/)).toHaveLength(1);
    expect(screen.getByText('Starts nothing: a check blocks it.')).toBeVisible();
    expect(screen.getByText('Not ready to approve: 1 of 2 checks pass')).toBeVisible();
    expect(screen.getAllByText(/new run/i)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Create run' })).toHaveAttribute(
      'href',
      expect.stringContaining('dialog=create&for=web'),
    );
  });

  it('sends one approval for a double click', async () => {
    const { asked, onClose } = show(detail());
    const confirm = await button();
    await waitFor(() => expect(confirm).toBeEnabled());
    act(() => {
      fireEvent.click(confirm);
      fireEvent.click(confirm);
    });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(posted(asked)).toHaveLength(1);
  });

  it('can be sent again after a refusal', async () => {
    const refusal = {
      error: { name: 'ConflictError', message: 'Look again' },
      response: { statusCode: 409 },
    };
    const { asked } = show(detail(), () => [409, refusal]);
    await userEvent.click(await button());
    await screen.findByText('Look again');
    fireEvent.click(await button());
    await waitFor(() => expect(posted(asked)).toHaveLength(2));
  });

  it('counts an approval of one’s own that was there already as done, and offers to take it back', async () => {
    show(detail(), () => approvedBy('user:default/guest', false));
    await userEvent.click(await button());
    await screen.findByText('Approved. Stage production starts.');
    await screen.findByRole('button', { name: 'Withdraw', hidden: true });
  });

  it('says who was faster, by the name that the gate shows', async () => {
    show(detail(), () => approvedBy('user:development/maya', false));
    await userEvent.click(await button());
    const said = 'Already approved by maya.';
    await screen.findByText(said);
    expect(screen.queryByRole('button', { name: 'Withdraw', hidden: true })).toBeNull();
  });

  it('takes the offer back off the screen when the next stage begins', async () => {
    const { result } = show(detail());
    await userEvent.click(await button());
    const offer = await screen.findByRole('button', { name: 'Withdraw', hidden: true });
    result.gate = detail({}, { state: 'approved', mayWithdraw: { isAllowed: false } });
    await waitFor(() => expect(offer).not.toBeInTheDocument());
    screen.getByText('Approved. Stage production starts.');
  });

  it('learns by a signal that somebody else has decided, though the page behind it stays as it is', async () => {
    const signals = playedSignals();
    const answers = show(detail(), undefined, { signals: signals.api });
    await button();
    answers.result.gate = detail(
      {},
      { state: 'given', actor: { ref: 'user:default/maya' }, doneAt: new Date().toISOString() },
    );
    act(() => signals.send({ hub: 'weu', subjects: [{ kind: 'run', name: 'web-2' }] }));
    // Sooner than a poll would come.
    const result = await screen.findByText(/^maya approved this gate/, undefined, { timeout: 5_000 });
    expect(result).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('keeps a comment that is too long, and refuses to send it', async () => {
    const { asked } = show(detail());
    const field = await screen.findByLabelText('Comment');
    const text = 'x'.repeat(7200);
    fireEvent.change(field, { target: { value: text } });
    expect(field).toHaveValue(text);
    expect(
      screen.getByText('Too long to send: 7,200 of 2,000 characters. Shorten it by 5,200.'),
    ).toBeVisible();
    expect(await button()).toBeDisabled();
    fireEvent.change(field, { target: { value: text.slice(0, 2000) } });
    expect(screen.getByText(/2,000 of 2,000 characters\.$/)).toBeVisible();
    await userEvent.click(await button());
    await waitFor(() => expect(posted(asked)).toMatchObject([{ body: { comment: text.slice(0, 2000) } }]));
  });

  it('does not approve with the second click of a double click that only checked again', async () => {
    const { asked, result } = show(detail());
    await button();
    result.gate = detail({ checks: [{ id: 'proof', level: 'warn', text: '1 was not available' }] });
    const again = await screen.findByRole('button', { name: '1 check changed. Review it' });
    await userEvent.dblClick(again);
    expect(await button()).toBeEnabled();
    expect(posted(asked)).toEqual([]);
  });
});
