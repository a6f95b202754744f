import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aSequence, aSequenceStage } from '../../__testUtils__/aSequence';
import { aVersionRollout, aVersionStage, targetCounts } from '../../__testUtils__/aVersionRollout';
import { renderWithFleet } from '../../__testUtils__/renderWithFleet';
import { keepStyles } from '../../__testUtils__/styles';
import { Route, Routes } from '../../routing';
import { SequencePage } from './SequencePage';

const STAMP = { asOf: '2026-11-20T11:18:00Z', hub: { name: 'hub', isReachable: true } };
const cp = aVersionRollout([
  aVersionStage(1, 'testing', {
    phase: 'Soaking',
    counts: targetCounts({ succeeded: 2 }),
    soakEndsAt: '2099-11-23T11:18:00Z',
  }),
  aVersionStage(2, 'production', { counts: targetCounts({ pending: 3 }) }),
]);
const newer = aVersionRollout([aVersionStage(1, 'testing')], {
  name: 'bank-cp-1-31-5',
  version: '1.31.5',
  phase: 'Paused',
  reason: 'WaitingForNextStage',
});
const stages = [
  aSequenceStage(1, 'testing', {
    occupiedBy: { controlPlane: cp.name },
    waiting: { controlPlane: [newer.name] },
    qualified: { controlPlane: '1.30.9', node: '1.30.9' },
  }),
  aSequenceStage(2, 'production', { selector: 'canary=true', clusterCount: 3, soakDuration: '0s' }),
];
const bank = aSequence(stages, {
  activeRollouts: [cp, newer],
  lastChange: { at: '2026-11-20T10:18:00Z', class: 'Participants', cancelled: ['bank-np-1-30-9'] },
  conditions: [
    { type: 'Ready', status: 'True', reason: 'SequenceActive', message: 'The sequence is active.' },
    { type: 'Degraded', status: 'True', reason: 'EmptyStage', message: 'Stage edge has no clusters.' },
  ],
});

function answer(path: string, sequence: Schemas['Sequence']): unknown {
  if (path.endsWith('/sequences/bank')) return { ...STAMP, sequence };
  if (path.endsWith('/sequences/gone'))
    return [404, { error: { name: 'NotFoundError', message: 'none' }, response: { statusCode: 404 } }];
  if (path.endsWith('/timeline'))
    return {
      ...STAMP,
      total: 1,
      items: [
        {
          id: '1',
          at: '2026-11-20T10:18:00Z',
          event: 'StageSoaking',
          actor: { ref: 'engine' },
          stage: 'testing',
          message: 'It soaks for 72h.',
        },
      ],
    };
  if (path.endsWith('/version-rollouts')) return { ...STAMP, total: 2, items: [cp, newer] };
  if (path.endsWith('/calendar'))
    return {
      ...STAMP,
      from: '2026-11-20T11:18:00Z',
      to: '2027-02-18T11:18:00Z',
      items: [
        {
          kind: 'SoakEnd',
          start: '2026-11-23T11:18:00Z',
          rollout: cp.name,
          stage: 'testing',
          clusterCount: 2,
        },
        {
          kind: 'Exclusion',
          start: '2026-12-01T00:00:00Z',
          end: '2026-12-05T00:00:00Z',
          policy: 'after-hours',
          name: 'freeze',
          scope: 'NoUpgrades',
          reason: 'payments degraded',
        },
      ],
    };
  return {};
}

const render = (at = '/fleetstage/sequences/_/bank', sequence = bank) =>
  renderWithFleet(
    <Routes>
      <Route path="fleetstage/sequences/:scope/:name" element={<SequencePage />} />
    </Routes>,
    ({ path }) => answer(path, sequence),
    { at },
  );

const column = (name: RegExp) => screen.findAllByRole('listitem', { name }).then(([first]) => first);

describe('the commands of a sequence (E/UI-001), which a style folds', () => {
  keepStyles();

  it('suspends with a reason, naming the spec that was shown, and says the line of kubectl', async () => {
    const log = render('/fleetstage/sequences/_/bank?dialog=suspend');
    const dialog = await screen.findByRole('dialog', { name: 'Suspend bank?' });
    expect(within(dialog).getByText(/2 version rollouts stop where they are/)).toBeVisible();
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'freeze');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Same with kubectl' }));
    expect(within(dialog).getByText(/kubectl patch rseq bank/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }));
    await waitFor(() =>
      expect(log.find(({ method }) => method === 'POST')).toMatchObject({
        path: '/sequences/bank/suspend',
        body: { resourceVersion: '3', generation: 1, reason: 'freeze' },
      }),
    );
  });
});

describe('the page of a sequence (E/UI-001)', () => {
  it('shows what is in each lane of a stage, until when it soaks, what waits and what is qualified', async () => {
    render();
    const testing = await column(/^Testing, stage 1 of 2, 2 clusters/);
    expect(testing).toHaveAccessibleName(/Control planes: 1\.31\.4 soaking\. Nodes: free\./);
    expect(within(testing).getByRole('link', { name: '1.31.4' })).toHaveAttribute(
      'href',
      '/fleetstage/sequences/rollouts/bank-cp-1-31-4?stage=testing',
    );
    expect(within(testing).getByText('2 of 2 upgraded')).toBeVisible();
    expect(within(testing).getByText(/^Soak ends .*, in /)).toBeVisible();
    const waiting = within(testing).getByRole('list', { name: 'Control planes that wait for stage testing' });
    expect(within(waiting).getByRole('link', { name: '1.31.5' })).toBeVisible();
    expect(within(testing).getAllByText('Qualified: 1.30.9')).toHaveLength(2);
    expect(within(testing).getByText('Soaks 3 d')).toBeVisible();
    const production = await column(/^Production, stage 2 of 2, 3 clusters/);
    expect(within(production).getAllByText('No rollout is in this stage')).toHaveLength(2);
    expect(within(production).getByText('canary=true')).toBeVisible();
  });

  it('says in its header the channel, the target, what the last edit cancelled, and warnings in sentences', async () => {
    render();
    expect(await screen.findByText(/Channel Regular\./)).toHaveTextContent(
      /Target: control planes 1\.31\.4, nodes 1\.31\.4\. 2 stages, 5 clusters\..*1 version rollout was cancelled\./,
    );
    expect(screen.getByText('Stage edge has no clusters.')).toBeVisible();
  });

  it('offers to resume on the Now card of a suspended one', async () => {
    render(undefined, { ...bank, isSuspended: true });
    const card = await screen.findByRole('region', { name: 'The sequence is suspended' });
    expect(within(card).getByRole('button', { name: 'Resume…' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Suspend…' })).not.toBeInTheDocument();
  });

  it('starts a full version only', async () => {
    const log = render('/fleetstage/sequences/_/bank?dialog=startVersion');
    const dialog = await screen.findByRole('dialog', { name: 'Start a version in bank' });
    const field = within(dialog).getByRole('textbox', { name: /Version/ });
    await userEvent.type(field, '1.32');
    expect(within(dialog).getByRole('button', { name: 'Start version' })).toBeDisabled();
    await userEvent.type(field, '.1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Start version' }));
    await waitFor(() =>
      expect(log.find(({ method }) => method === 'POST')).toMatchObject({
        path: '/sequences/bank/start',
        body: { version: '1.32.1', force: false, resourceVersion: '3' },
      }),
    );
  });

  it('says what comes over 90 days', async () => {
    render('/fleetstage/sequences/_/bank?tab=calendar');
    expect(await screen.findByRole('img', { name: /over 90 days/ })).toBeVisible();
    expect(screen.getByText('Soak of stage testing ends: bank-cp-1-31-4')).toBeVisible();
    expect(screen.getByText(/after-hours, freeze: no upgrades/)).toBeVisible();
    expect(screen.getByText('payments degraded')).toBeVisible();
  });

  it('says in words what happened', async () => {
    render('/fleetstage/sequences/_/bank?tab=history');
    expect(await screen.findByText('Stage soaks')).toBeVisible();
    expect(screen.getByText('It soaks for 72h.')).toBeVisible();
  });

  it('says that there is none, and keeps its history', async () => {
    render('/fleetstage/sequences/_/gone');
    expect(await screen.findByText('There is no sequence gone')).toBeVisible();
    expect(await screen.findByText('Stage soaks')).toBeVisible();
  });
});
