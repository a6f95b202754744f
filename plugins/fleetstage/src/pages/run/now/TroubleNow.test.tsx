import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { screen } from '@testing-library/react';
import { aRun, aStage } from '../../../__testUtils__/aRun';
import { renderWithFleet } from '../../../__testUtils__/renderWithFleet';
import { RunChip } from '../../../components/chips';
import { TroubleNow } from './TroubleNow';
import { WaitNow } from './WaitNow';

const since = new Date(Date.now() - 3 * 60_000).toISOString();

describe('the Now card of a run that does not get on', () => {
  it.each(['stuck', 'failing'] as const)(
    'names the %s cluster that holds the only slot, and says since when',
    async state => {
      const blocker: Schemas['Blocker'] = {
        ...{ cause: state === 'stuck' ? 'ClusterStuck' : 'ClusterFailing', state, stage: 'staging' },
        ...{ message: 'ImagePullBackOff: image x:bad not found.', actor: 'appOwner' as const, since },
        ...{ clusters: ['member-1'], clusterCount: 1 },
      };
      const stage = aStage('staging', {
        ...{ state, slots: 1, total: 3, counts: { [state]: 1, notStarted: 2 } },
        clusters: [
          { name: 'member-1', state },
          { name: 'member-2', state: 'waiting' },
        ],
      });
      const run = aRun([stage], { state, counts: { [state]: 1 }, blockers: [blocker], waitsFor: blocker });
      renderWithFleet(<TroubleNow run={run} />, () => ({}));
      const card = await screen.findByRole('region', {
        name: `staging is blocked: member-1 is ${state} and holds the only slot`,
      });
      expect(card).toHaveTextContent(`${state === 'stuck' ? 'Stuck' : 'Failing'} for3 min`);
      expect(card).toHaveTextContent('Who can actPlacement owner');
    },
  );
});

describe('the first act of a run that does not get on', () => {
  const rollBack = { from: '14', to: '13', touched: 1, verified: 1, others: [] };
  it.each<[string, Pick<Schemas['Blocker'], 'cause' | 'actor'>, typeof rollBack | undefined, string]>([
    ['is to roll back what is wrong', { cause: 'ClusterStuck', actor: 'appOwner' }, rollBack, 'Roll back…'],
    [
      'is a retry with nothing to go back to',
      { cause: 'ClusterStuck', actor: 'appOwner' },
      undefined,
      'Retry 1 stuck',
    ],
    [
      'is a retry where the cluster may be the cause',
      { cause: 'ClusterStuck', actor: 'clusterOwner' },
      rollBack,
      'Retry 1 stuck',
    ],
  ])('ui §9.3: %s', async (_, cause, back, name) => {
    const blocker: Schemas['Blocker'] = {
      ...{ ...cause, state: 'stuck', stage: 'staging', message: 'Not available.' },
      ...{ clusters: ['member-1'], clusterCount: 1 },
    };
    const counts = { stuck: 1 };
    const stage = aStage('staging', { state: 'stuck', slots: 1, total: 1, counts });
    const run = aRun([stage], {
      state: 'stuck',
      counts,
      blockers: [blocker],
      ...(back && { rollBack: back }),
    });
    renderWithFleet(<TroubleNow run={run} />, () => ({}));
    await screen.findAllByRole('button', { name });
    const filled = screen.getAllByRole('button').filter(({ className }) => className.includes('contained'));
    expect(new Set(filled.map(({ textContent }) => textContent))).toEqual(new Set([name]));
  });
});

describe('what holds slots is said as it is known', () => {
  type State = 'failing' | 'stuck' | 'updating';
  it.each<[number, readonly State[], string]>([
    [3, ['failing', 'updating'], 'staging is slowed down: c0 is failing and holds 1 of 3 slots'],
    [3, ['stuck', 'stuck'], 'staging is slowed down: 2 of 3 slots are held by stuck clusters'],
    [3, ['stuck', 'failing'], 'staging is slowed down: 2 of 3 slots are held by failing and stuck clusters'],
    [2, ['failing', 'failing'], 'staging is blocked: failing clusters hold all 2 slots'],
    [2, ['failing', 'stuck'], 'staging is blocked: failing and stuck clusters hold all 2 slots'],
  ])('of %s slots %j', async (slots, states, title) => {
    const clusters = states.map((state, index) => ({ name: `c${index}`, state }));
    const of = (wanted: State) => states.filter(state => state === wanted).length;
    const counts = { failing: of('failing'), stuck: of('stuck'), updating: of('updating') };
    const stage = aStage('staging', { state: 'failing', slots, total: 5, counts, clusters });
    renderWithFleet(<TroubleNow run={aRun([stage], { state: 'failing', counts })} />, () => ({}));
    expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent(title);
  });
});

describe('the Now card of a run that an earlier run holds', () => {
  const blocker: Schemas['Blocker'] = {
    ...{ cause: 'EarlierRunStopped', state: 'waiting', actor: 'operator', since, stage: 'staging' },
    ...{ message: 'Staging is blocked by the earlier run web-0, which is stopped. Resume or end that run.' },
    ...{ clusters: [], clusterCount: 0, subject: { kind: 'run', scope: '_', name: 'web-0' } },
  };

  it('says since when, and who can act', async () => {
    const run = aRun([aStage('staging', { state: 'waiting' })], { state: 'waiting', blockers: [blocker] });
    renderWithFleet(<WaitNow run={run} />, () => ({}));
    const card = await screen.findByRole('region', { name: 'Blocked by web-0' });
    expect(card).toHaveTextContent('Blocked for3 min');
    expect(card).toHaveTextContent('Who can actOperator');
  });

  it.each([
    ['operator', /Who can actOperator/, /Nobody has to act/],
    ['engine', /Nobody has to act/, /Who can act/],
  ] as const)('says what else holds it, and whether the %s has to act', async (actor, said, unsaid) => {
    const waitsFor = { ...blocker, cause: 'NotFoundYet', actor, message: 'Strategy careful not found.' };
    const run = aRun([aStage('staging', { state: 'waiting' })], { state: 'waiting', waitsFor });
    renderWithFleet(<WaitNow run={run} />, () => ({}));
    const card = await screen.findByRole('region', { name: 'Strategy careful not found.' });
    expect(card).toHaveTextContent(said);
    expect(card).not.toHaveTextContent(unsaid);
  });

  it('leads to the rollout where the upgrade of a cluster holds it, which nobody has to end', async () => {
    const waitsFor = {
      ...blocker,
      cause: 'ClusterUpgrading',
      state: 'waiting',
      actor: 'engine',
      message: 'prod-3 is being upgraded to v1.34.1 (rollout "shop-cp-1-34-1"); its workloads wait.',
      subject: { kind: 'version-rollout', name: 'shop-cp-1-34-1' },
    } as const;
    const run = aRun([aStage('staging', { state: 'waiting' })], { state: 'waiting', waitsFor });
    renderWithFleet(<WaitNow run={run} />, () => ({}));
    const card = await screen.findByRole('region', { name: waitsFor.message });
    expect(card).toHaveTextContent(/Nobody has to act/);
    expect(screen.getByRole('link', { name: 'Open shop-cp-1-34-1' })).toHaveAttribute(
      'href',
      expect.stringMatching(/rollouts\/shop-cp-1-34-1$/),
    );
  });

  it('keeps the time that is left where a clock holds it', async () => {
    const until = new Date(Date.now() + 10 * 60_000).toISOString();
    renderWithFleet(<RunChip state="waiting" waitsFor={{ actor: 'engine', until }} />, () => ({}));
    expect(await screen.findByText(/^Wait: (9|10) min left$/)).toBeVisible();
  });
});
