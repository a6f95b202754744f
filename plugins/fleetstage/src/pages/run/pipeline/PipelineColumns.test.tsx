import { DELETION_STAGE } from '@fleetstage/backstage-plugin-fleetstage-common';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aRun, aStage } from '../../../__testUtils__/aRun';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import type { RunCluster, Stage } from '../../../model/run/pipeline';
import { PipelineColumns } from './PipelineColumns';

const clusters = (...names: string[]): RunCluster[] => names.map(name => ({ name, state: 'notStarted' }));

const run = aRun([
  aStage('staging', {
    index: 1,
    state: 'done',
    total: 2,
    counts: { updated: 2 },
    clusters: clusters('s1', 's2'),
  }),
  aStage('canary', {
    index: 2,
    state: 'waitingForApproval',
    total: 1,
    counts: { updated: 1 },
    clusters: clusters('c1'),
    gatesAfter: [{ kind: 'approval', task: 'after', stage: 'canary', state: 'asked' }],
  }),
  aStage(DELETION_STAGE, { index: 3, isRemoval: true, total: 1, clusters: clusters('r1') }),
]);

const show = async (shown = run) => {
  renderWithFleet(<PipelineColumns run={shown} />, () => ({}));
  await screen.findByRole('list', { name: 'Stages' });
};
const names = () => screen.getAllByRole('listitem').map(item => item.getAttribute('aria-label'));
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

/** What Tab reaches, in its order, until the page's end. */
async function stops() {
  const seen: (string | null | undefined)[] = [];
  await userEvent.tab();
  while (document.activeElement !== document.body && seen.length < 20) {
    seen.push(focused());
    await userEvent.tab();
  }
  return seen;
}

const CANARY = 'Canary, stage 2 of 3, waiting for approval, 1 of 1 updated';

describe('the stages', () => {
  it('are read out with their state and what holds them', async () => {
    await show();
    expect(names().filter(name => name !== null)).toEqual([
      'Staging, stage 1 of 3, done, 2 of 2 updated',
      CANARY,
      'Removal, stage 3 of 3, not started, 0 of 1 removed',
    ]);
  });

  it('have their parts in the same rows where only one of them has gates before its clusters', async () => {
    const { pipeline } = run;
    const asked = { kind: 'approval', task: 'before', stage: 'canary', state: 'notAsked' } as const;
    const gated = pipeline.map(stage =>
      stage.name === 'canary' ? { ...stage, gatesBefore: [asked] } : stage,
    );
    await show(aRun(gated));
    const rows = [...screen.getByRole('list', { name: 'Stages' }).children].map(
      stage => stage.childElementCount,
    );
    expect(rows).toEqual([4, 4, 4]);
  });

  it('are one stop of Tab, and so are the clusters of each', async () => {
    await show();
    const reached = (await stops()).map(name => name?.replace(/^.*?(?=[src]\d)/, ''));
    expect(reached).toEqual(['s1', CANARY, 'c1', 'Review', 'r1']);
  });

  it('stay the same stop when the focus goes on within them', async () => {
    await show();
    act(() => screen.getByRole('button', { name: /s2/ }).focus());
    expect(screen.getByRole('listitem', { name: CANARY })).toHaveAttribute('tabindex', '0');
  });

  it('are walked with the arrow keys, their clusters too', async () => {
    await show();
    act(() => screen.getByRole('listitem', { name: CANARY }).focus());
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('Staging, stage 1 of 3, done, 2 of 2 updated');
    await userEvent.tab();
    expect(focused()).toContain('s1');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toContain('s2');
    await userEvent.keyboard('{Home}');
    expect(focused()).toContain('s1');
  });
});

describe('a run that is over', () => {
  const removal = (more: Partial<Stage>) =>
    aStage(DELETION_STAGE, { index: 2, isRemoval: true, total: 3, clusters: clusters('r1'), ...more });
  const message = 'Not reached: the run ended.';
  const production = aStage('production', {
    state: 'ended',
    total: 2,
    gatesAfter: [
      { kind: 'wait', task: 'after', stage: 'production', state: 'notReached', message: 'The run ended.' },
    ],
  });

  it('promises no gate and no removal', async () => {
    const stages = [production, removal({ state: 'notReached', message })];
    await show(aRun(stages, { state: 'ended', isOver: true }));
    expect(names()).toContain('Removal, stage 2 of 2, not reached, 0 of 3 removed');
    expect(screen.getByText('The placement’s objects stay on 3 clusters')).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.getByText('The run ended.')).toBeVisible();
    expect(screen.queryByText(/Starts when|Removes|After the gates/)).toBeNull();
  });

  it.each<[string, Partial<Stage>, string]>([
    ['done', { state: 'done', counts: { removed: 3 } }, 'Removed the placement’s objects from 3 clusters'],
    [
      'left in the middle',
      { state: 'ended', counts: { removed: 1, ended: 2 } },
      'Removed the placement’s objects from 1 of 3 clusters',
    ],
  ])('says what its removal did: %s', async (_, stage, words) => {
    await show(aRun([production, removal(stage)], { state: 'ended', isOver: true }));
    expect(screen.getByText(words)).toBeVisible();
  });
});
