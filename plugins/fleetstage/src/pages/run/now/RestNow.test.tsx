import { screen } from '@testing-library/react';
import { aRun, aStage } from '../../../__testUtils__/aRun';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { Gate, Run } from '../../../model/run/pipeline';
import { FailedNow } from './EndNow';
import { ReadyNow, StoppedNow } from './RestNow';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const rejected = (minutes: number): Gate => ({
  kind: 'approval',
  task: 'after',
  stage: 'canary',
  state: 'rejected',
  doneAt: ago(minutes),
  actor: { ref: 'kubectl' },
  comment: 'errors in weu',
});
const change = (to: 'Run' | 'Stop', minutes: number): Run['stateChange'] => ({
  to,
  at: ago(minutes),
  actor: { ref: 'kubectl' },
  reason: 'pager',
});

const WHO = 'someone with kubectl';

describe('the Now card of a stopped run', () => {
  it.each<[string, Gate[], Run['stateChange'], string]>([
    ['says nobody where it knows nobody', [], undefined, 'Stopped'],
    ['says who stopped it, and why', [], change('Stop', 3), `Stopped by ${WHO} 3 min ago: “pager”`],
    ['says who rejected, and why', [rejected(3)], undefined, `Rejected by ${WHO} 3 min ago: “errors in weu”`],
    [
      'takes the stop that a rejection writes for the rejection',
      [rejected(3)],
      change('Stop', 3),
      `Rejected by ${WHO} 3 min ago: “errors in weu”`,
    ],
    ['says the later stop', [rejected(30)], change('Stop', 3), `Stopped by ${WHO} 3 min ago: “pager”`],
    ['forgets a rejection after which it was resumed', [rejected(30)], change('Run', 20), 'Stopped'],
  ])('%s', async (_, gatesAfter, stateChange, title) => {
    const run = aRun([aStage('canary', { gatesAfter })], { state: 'stopped', stateChange });
    renderWithFleet(<StoppedNow run={run} />, () => ({}));
    expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent(title);
    expect(screen.getByText('Who can act').parentElement).toHaveTextContent('Operator');
  });
});

describe('the Now card of a stopped run of which nobody is known', () => {
  const waitsFor = (cause: string): Run['waitsFor'] => ({
    cause,
    message: 'The run is stopped.',
    clusters: [],
    clusterCount: 0,
    actor: 'operator',
    since: ago(4),
  });
  const asked: Gate = { kind: 'approval', task: 'after', stage: 'canary', state: 'asked' };
  const before: Gate = { ...asked, task: 'before' };
  const done = { counts: { updated: 59 }, total: 59 };

  it.each<[string, Partial<Run>, Partial<Run['pipeline'][number]>, string, string]>([
    [
      'since when, and what is open after the last cluster',
      { ...done, waitsFor: waitsFor('Stopped') },
      { gatesAfter: [asked] },
      'Stopped 4 min ago',
      'All 59 clusters are updated. Nothing is rolled back. The approval after canary is open.',
    ],
    [
      'what has begun and is not done',
      { counts: { updated: 58, stuck: 1 }, total: 59, waitsFor: waitsFor('Stopped') },
      {},
      'Stopped 4 min ago',
      'No cluster is left to start. Nothing is rolled back.',
    ],
    [
      'no age of what held it before',
      { counts: { notStarted: 2 }, total: 2, waitsFor: waitsFor('ClusterStuck') },
      { gatesBefore: [before] },
      'Stopped',
      '2 clusters are not started. Nothing is rolled back. The approval before canary is open.',
    ],
  ])('says %s', async (_, more, stage, title, body) => {
    const run = aRun([aStage('canary', stage)], { state: 'stopped', ...more });
    renderWithFleet(<StoppedNow run={run} />, () => ({}));
    const heading = await screen.findByRole('heading', { level: 2 });
    expect(heading).toHaveTextContent(new RegExp(`^${title}$`));
    expect(screen.getByRole('region', { name: title })).toHaveTextContent(body);
    expect(screen.queryByText(/0 clusters/)).toBeNull();
  });
});

describe('the Now card of a run that is ready', () => {
  it.each<[string, number[], string]>([
    ['what it updates', [3, 5], 'Ready to start: 8 clusters in 2 stages'],
    ['what it removes, too', [8, -1], 'Ready to start: 8 clusters in 1 stage, then removal from 1 cluster'],
  ])('says %s', async (_, totals, title) => {
    const stages = totals.map((total, index) =>
      aStage(`s${index}`, { total: Math.abs(total), ...(total < 0 && { isRemoval: true }) }),
    );
    renderWithFleet(<ReadyNow run={aRun(stages, { state: 'readyToStart', total: 8 })} />, () => ({}));
    expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent(new RegExp(`^${title}$`));
  });
});

it('the Now card of a run that failed says since when, and who can act', async () => {
  const run = aRun([], {
    state: 'failed',
    isOver: true,
    endedAt: ago(10),
    failure: 'the plan holds no more',
  });
  renderWithFleet(<FailedNow run={run} />, () => ({}));
  const card = await screen.findByRole('region', { name: 'Failed' });
  expect(card).toHaveTextContent('The plan holds no more.');
  expect(card).toHaveTextContent('Failed10 min ago');
  expect(card).toHaveTextContent('Who can actOperator');
});
