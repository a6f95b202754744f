import '@testing-library/jest-dom';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aRun } from '../../__testUtils__/aRun';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import type { Run } from '../../model/run/pipeline';
import { EndedNow } from './now/EndNow';
import { WaitNow } from './now/WaitNow';
import { RunDialogs } from './RunDialogs';

const hub = { name: 'weu', isReachable: true };
const asOf = new Date().toISOString();

const stuck: Partial<Run> = {
  state: 'stuck',
  total: 6,
  counts: { updated: 3, stuck: 1, notStarted: 2 },
  ifEnded: { total: 6, updated: 3, inFlight: 1, kept: 2, keptSnapshots: ['13'], waiting: ['web-3'] },
};

function show(dialog: string, more: Partial<Run>, planned: unknown = undefined) {
  const run = aRun([], { createdAt: asOf, ...more });
  const plan = { clusters: 0, stages: 0, removed: 0, waitSeconds: 0, approvals: 0 };
  const mayCreate = { isAllowed: true };
  const preview = { problems: [], stages: [], plan, suggestedName: 'web-9', mayCreate };
  return renderWithFleet(
    <RunDialogs run={run} />,
    ({ method, path }) => {
      if (path.endsWith('/runs/preview')) return planned ?? { hub, asOf, ...preview };
      if (path.includes('/placements/')) return [404, { error: { name: 'NotFoundError', message: 'gone' } }];
      if (method === 'POST')
        return path.endsWith('/end') ? { isEnding: true } : { scope: '_', name: 'web-9' };
      return method === 'DELETE' ? { isDeleting: true } : { hub, asOf, run };
    },
    { at: `/?dialog=${dialog}` },
  );
}

describe('the ends of a run, in dialogs', () => {
  it('end: says in numbers of the engine what stays, and sends the reason', async () => {
    const asked = show('end', stuck);
    expect(await screen.findByText('3 of 6 clusters updated')).toBeVisible();
    expect(screen.getByText(/2 clusters keep snapshot 13. web-3 continues immediately/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'End run' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: /Reason/ }), 'bad image');
    await userEvent.click(screen.getByRole('button', { name: 'End run' }));
    await waitFor(() =>
      expect(asked).toContainEqual(
        expect.objectContaining({ method: 'POST', body: { reason: 'bad image' } }),
      ),
    );
  });

  it('roll back: one confirmation says that the run ends first, and which clusters differ', async () => {
    const others = [{ cluster: 'weu-2', snapshot: '12' }];
    show('rollback', { ...stuck, rollBack: { from: '14', to: '13', touched: 4, verified: 3, others } });
    expect(await screen.findByText('Snapshot 14 to snapshot 13')).toBeVisible();
    expect(screen.getByText(/ends first$/)).toBeVisible();
    expect(screen.getByText('weu-2: snapshot 12')).toBeVisible();
    expect(
      screen.getByRole('button', { name: 'End the run and roll back to snapshot 13' }),
    ).toBeInTheDocument();
  });

  it('roll back: offers what can be done about another run that holds the new one, not about the one that ends', async () => {
    const plan = { clusters: 4, stages: 2, removed: 0, waitSeconds: 0, approvals: 0 };
    const problems = [
      { message: 'Run web-1 is stopped at canary.', run: 'web-1', runIs: 'stopped', isFatal: false },
      { message: 'Run web-2 is stuck at canary.', run: 'web-2', runIs: 'stuck', isFatal: false },
    ];
    const mayCreate = { isAllowed: true };
    show(
      'rollback',
      { ...stuck, name: 'web-2', rollBack: { from: '14', to: '13', touched: 4, verified: 4, others: [] } },
      { hub, asOf, problems, stages: [], plan, suggestedName: 'web-9', mayCreate },
    );
    expect(await screen.findByRole('link', { name: 'End web-1…' })).toHaveAttribute(
      'href',
      expect.stringContaining('web-1?dialog=end'),
    );
    expect(screen.getByRole('link', { name: 'Resume web-1…' })).toBeVisible();
    expect(screen.queryByText(/web-2 is stuck at/)).toBeNull();
  });

  it('roll back: says so where the new run cannot be planned, and offers nothing', async () => {
    const refusal = [
      500,
      {
        error: { name: 'Error', message: 'the database did not answer in time' },
        response: { statusCode: 500 },
      },
    ];
    show(
      'rollback',
      { ...stuck, rollBack: { from: '14', to: '13', touched: 4, verified: 4, others: [] } },
      refusal,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The new run cannot be planned: the database did not answer in time',
    );
    expect(screen.queryByText(/Planning the new run/)).toBeNull();
    expect(screen.getByRole('button', { name: /roll back to snapshot 13/ })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it.each<[string, Partial<Run>, unknown]>([
    [
      'the hub has no such strategy',
      stuck,
      [400, { error: { name: 'InputError', message: 'no such strategy' }, response: { statusCode: 400 } }],
    ],
    [
      'a cluster is in no stage',
      { state: 'failed', isOver: true },
      {
        ...{ hub, asOf, stages: [], suggestedName: 'web-9', mayCreate: { isAllowed: true } },
        ...{ plan: { clusters: 0, stages: 0, removed: 0, waitSeconds: 0, approvals: 0 } },
        problems: [{ message: 'no such strategy', isFatal: true }],
      },
    ],
  ])('roll back: leads on where asking again does not help: %s', async (_, more, planned) => {
    const rollBack = { from: '14', to: '13', touched: 4, verified: 4, others: [] };
    show('rollback', { ...more, name: 'web-2', placement: 'web', rollBack }, planned);
    expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be planned: no such strategy/);
    const create = screen.getByRole('link', { name: 'Create run to snapshot 13…' });
    expect(create).toHaveAttribute('href', expect.stringContaining('dialog=create&for=web&snapshot=13'));
    const ends = screen.queryAllByRole('link', { name: 'End web-2…' });
    expect(ends).toHaveLength(more.isOver ? 0 : 1);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('roll back: says which gates the new run passes, and how long they take at least', async () => {
    const stages = [
      { name: 'canary', clusters: ['a'], gatesBefore: [], gatesAfter: [{ kind: 'wait', waitSeconds: 600 }] },
      { name: 'production', clusters: ['b', 'c'], gatesBefore: [{ kind: 'approval' }], gatesAfter: [] },
    ];
    const plan = { clusters: 3, stages: 2, removed: 0, waitSeconds: 600, approvals: 1 };
    const rollBack = { from: '14', to: '13', touched: 4, verified: 4, others: [] };
    const planned = { hub, asOf, problems: [], stages, plan, suggestedName: 'web-9' };
    show('rollback', { ...stuck, rollBack }, { ...planned, mayCreate: { isAllowed: true } });
    const list = await screen.findByRole('list', { name: 'Stages of the new run' });
    const [canary, production] = within(list).getAllByRole('listitem');
    expect(canary).toHaveTextContent('1 canary1 clusterWait 10 min');
    expect(production).toHaveTextContent('2 production2 clustersBeforeApproval');
    expect(screen.getByText('At least 10 min')).toBeVisible();
    expect(screen.getByText(/1 approval needed/)).toBeVisible();
  });

  it('roll back: says so where nothing is recorded', async () => {
    show('rollback', { ...stuck, rollBack: { from: '14', touched: 4, verified: 0, others: [] } });
    expect(await screen.findByText(/There is nothing to roll back to/)).toBeVisible();
  });

  it('delete: only a run that is over', async () => {
    show('delete', stuck);
    expect(await screen.findByText(/still in progress. End it first/)).toBeVisible();
  });

  it('names and links the run that holds this one, and offers its acts', async () => {
    const blocker = {
      cause: 'EarlierRunStopped',
      state: 'waiting',
      actor: 'operator',
      message: 'canary is blocked by the earlier run web-1, which is stopped. Resume or end that run.',
      clusters: [],
      clusterCount: 0,
      subject: { kind: 'run', scope: '_', name: 'web-1' },
    } as const;
    const run = aRun([], { state: 'waiting', blockers: [{ ...blocker, clusters: [] }] });
    renderWithFleet(<WaitNow run={run} />, () => ({ hub, asOf, run }));
    expect((await screen.findAllByRole('link', { name: 'Resume web-1…' }))[0]).toHaveAttribute(
      'href',
      expect.stringContaining('web-1?dialog=resume'),
    );
    expect(screen.getAllByRole('link', { name: 'End web-1…' })[0]).toBeInTheDocument();
    expect(screen.queryByText(/Nobody has to act/)).toBeNull();
  });

  it.each([
    [{ ref: 'user:default/maya' }, /^maya, 5 min ago$/],
    [undefined, /^an annotation on the hub, 5 min ago$/],
  ])('an ended run says who and why, in words of its own', async (actor, words) => {
    const at = new Date(Date.now() - 5 * 60_000).toISOString();
    const ended = { at, reason: 'the image does not exist', ...(actor && { actor }) };
    const failure = 'ended by somebody: the image does not exist; 0 of 6 clusters updated';
    renderWithFleet(<EndedNow run={aRun([], { state: 'ended', isOver: true, failure, ended })} />, () => ({
      hub,
      asOf,
    }));
    expect(await screen.findByText('the image does not exist')).toBeVisible();
    expect(
      screen.getByText((_, element) => element?.tagName === 'DD' && words.test(element.textContent ?? '')),
    ).toBeVisible();
    expect(screen.queryByText(/ended by somebody/)).toBeNull();
  });
});
