import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aRun, aStage } from '../../__testUtils__/aRun';
import { renderWithFleet, type Asked } from '../../__testUtils__/renderWithFleet';
import { keepStyles } from '../../__testUtils__/styles';
import type { Run } from '../../model/run/pipeline';
import { RunDialogs } from './RunDialogs';

const ALLOWED = { isAllowed: true };
const agoMin = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const run = (more: Partial<Run> = {}) => aRun([], { total: 2, createdAt: agoMin(60), ...more });

const gate: Schemas['GateDetail'] = {
  asOf: agoMin(0),
  hub: { name: 'weu', isReachable: true },
  gate: {
    kind: 'approval',
    task: 'after',
    stage: 'canary',
    state: 'asked',
    request: 'web-1-canary',
    requestUid: 'uid-1',
    mayApprove: ALLOWED,
  },
  run: 'web-1',
  placement: 'web',
  checks: [],
  checkCounts: { total: 0, pass: 0, warn: 0, blocks: 0 },
  startsStage: { kind: 'stage', stage: 'production', clusterCount: 2, slots: 1 },
  approvers: [],
};

function show(dialog: string, of: Run, given = gate): readonly Asked[] {
  const at = `/?dialog=${dialog}&stage=canary&gate=after`;
  return renderWithFleet(
    <RunDialogs run={of} />,
    ({ path }) => ({
      ...(path.includes('/gates/') ? given : { hub: gate.hub, run: of }),
      asOf: agoMin(0),
    }),
    { at },
  );
}

const succeeded = run({ state: 'succeeded', isOver: true, counts: { updated: 2 }, endedAt: agoMin(12) });
const ended = run({ state: 'ended', isOver: true, endedAt: agoMin(12) });
const stopped = run({
  state: 'stopped',
  counts: { notStarted: 2 },
  stateChange: { to: 'Stop', at: agoMin(3), actor: { ref: 'user:default/maya' } },
});

/** The dialog offers nothing but to close it. */
async function expectOnlyClose(text: RegExp) {
  expect(await screen.findByText(text)).toBeVisible();
  const buttons = screen.getAllByRole('button').map(one => one.textContent || one.ariaLabel);
  expect(buttons).toEqual(['Close', 'Close']);
}

describe('the commands of an act, which a style folds', () => {
  keepStyles();

  it('say that kubectl cannot retry', async () => {
    show('retry', run({ state: 'failing', counts: { failing: 2 } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Same with kubectl' }));
    expect(screen.getByText(/^kubectl has no command for this\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });
});

describe('a dialog whose address asks for what the run cannot do', () => {
  it.each([
    ['stop', succeeded, /^This run succeeded 12 min ago\. There is nothing to stop\.$/],
    ['start', succeeded, /There is nothing to start/],
    ['resume', succeeded, /There is nothing to resume/],
    ['retry', succeeded, /^This run succeeded 12 min ago\. There is nothing to retry\.$/],
    ['end', succeeded, /^This run succeeded 12 min ago\. There is nothing to end\.$/],
    ['end', ended, /^This run was ended 12 min ago\. There is nothing to end\.$/],
    ['approve', succeeded, /There is nothing to approve/],
    ['reject', succeeded, /There is nothing to reject/],
    ['stop', stopped, /^This run was stopped 3 min ago by maya\. There is nothing to stop\.$/],
    ['approve', stopped, /Resume it to decide its gates/],
    ['resume', run(), /^This run is in progress\. There is nothing to resume\.$/],
    ['retry', run({ counts: { updating: 2 } }), /^No cluster is failing or stuck\./],
  ])('%s: %#', async (dialog, of, text) => {
    show(dialog, of);
    await expectOnlyClose(text);
  });

  it.each([
    ['approve', /^maya approved this gate 5 min ago\./],
    ['reject', /^maya approved this gate 5 min ago\./],
  ])('%s of a gate that was decided', async (dialog, text) => {
    const actor = { ref: 'user:default/maya' };
    show(dialog, run(), {
      ...gate,
      gate: { ...gate.gate, state: 'approved', actor, doneAt: agoMin(5) },
    });
    await expectOnlyClose(text);
  });
});

describe('what an act leads to', () => {
  it('delete: for good', async () => {
    show('delete', ended);
    expect(await screen.findByText(/This cannot be undone\./)).toBeVisible();
  });

  it.each([
    ['says that a stopped run can be resumed', 'notBegun', false],
    ['says what becomes of a wait that counts', 'counting', true],
  ] as const)('stop: %s', async (_, state, isCounting) => {
    const bar = { name: 'canary', state: 'updating', total: 2, counts: {} } as const;
    const tally = { done: 0, inFlight: 0, inTrouble: 0, failed: 0, notStarted: 2 };
    const stages = [{ ...bar, tally, gatesBefore: [], gatesAfter: [{ kind: 'wait', state } as const] }];
    show('stop', run({ stages, counts: { notStarted: 2 } }));
    const words = await screen.findByText(/The run can be resumed\./);
    expect(/A running wait keeps counting/.test(words.textContent ?? '')).toBe(isCounting);
  });

  it.each<[string, Partial<Run>, string]>([
    ['the one cluster', { counts: { failing: 1 } }, 'Retries a now. Same plan, same snapshot.'],
    ['how many', { counts: { failing: 2 } }, 'Retries 2 clusters now. Same plan, same snapshot.'],
  ])('retry: names %s', async (_, { counts = {} }, words) => {
    const names = ['a', 'b'].slice(0, counts.failing);
    const clusters = names.map(name => ({ name, state: 'failing' as const, isInFlight: true }));
    const stage = aStage('canary', { state: 'failing', counts, total: 2, clusters });
    show('retry', { ...run({ state: 'failing', counts }), pipeline: [stage] });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('start: the removal at its end, too', async () => {
    const tally = { done: 0, inFlight: 0, inTrouble: 0, failed: 0, notStarted: 2 };
    const bar = { state: 'notStarted' as const, counts: {}, tally, gatesBefore: [], gatesAfter: [] };
    const stages = [
      { ...bar, name: 'canary', total: 2 },
      { ...bar, name: 'cleanup', total: 1, isRemoval: true },
    ];
    show('start', run({ state: 'readyToStart', stages }));
    expect(await screen.findByText(/It ends with the removal from 1 cluster\./)).toBeVisible();
  });
});

describe('the commands of an act', () => {
  it('show both writes of a rejection', async () => {
    show('reject', run({ state: 'waitingForApproval' }));
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'pager');
    await userEvent.click(screen.getByRole('button', { name: 'Same with kubectl' }));
    const commands = screen.getByText(/kubectl patch/).textContent ?? '';
    expect(commands).toMatch(/clusterstagedupdateruns web-1[^]*"state":"Stop"/);
    expect(commands).toMatch(
      /clusterapprovalrequests web-1-canary[^]*--subresource=status[^]*"FleetstageRejected"[^]*"message":"pager"/,
    );
  });
});
