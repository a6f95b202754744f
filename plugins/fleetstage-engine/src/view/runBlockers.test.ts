import { plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, aFailedDeployment, aFailedReport, anUnavailableReport } from '../testing/builders';
import { aBusyStage, at, draw } from './runView.testing';

describe('a slot that other clusters wait for (ui §2)', () => {
  const unavailable = (cause: string) =>
    anUnavailableReport('c1', { failed: [aFailedDeployment('web', cause)] }, NOON);

  it.each([
    ['an image that cannot be pulled', unavailable('ImagePullBackOff: image x:bad not found'), 'appOwner'],
    ['no room', unavailable('Unschedulable: 0/3 nodes are available'), 'clusterOwner'],
    ['objects that cannot be applied', aFailedReport('c1'), 'appOwner'],
  ])('is freed by who can mend what holds it: %s', (_, report, actor) => {
    const clusters = [{ cluster: 'c1', startedAt: plus(NOON, -1000) }, { cluster: 'c2' }];
    const { blockers, stages } = draw(at([aBusyStage('canary', { clusters })], { reports: [report] }));
    const [{ state }] = stages[0].clusters;
    expect(blockers.find(({ cause }) => cause === 'ConcurrencyLimit')).toMatchObject({
      actor,
      clusters: ['c1'],
      message: `1 of 1 slot held by c1, which is ${state}; 1 cluster still to come.`,
    });
  });

  it.each<[string, readonly ('failing' | 'stuck')[], string]>([
    [
      'two that fail',
      ['failing', 'failing'],
      '2 of 4 slots held by 2 failing clusters; 3 clusters still to come.',
    ],
    [
      'one that fails and one that is stuck',
      ['stuck', 'failing'],
      '2 of 4 slots held by 1 failing and 1 stuck cluster; 3 clusters still to come.',
    ],
    [
      'one that fails and two that are stuck',
      ['stuck', 'failing', 'stuck'],
      '3 of 4 slots held by 1 failing and 2 stuck clusters; 3 clusters still to come.',
    ],
  ])('is told by what holds it: %s', (_, states, message) => {
    const names = states.map((state, index) => `${state}-${index}`);
    const clusters = [
      ...names.map(cluster => ({ cluster, startedAt: plus(NOON, -3_600_000) })),
      ...['x', 'y', 'z'].map(cluster => ({ cluster })),
    ];
    const reports = names.map(name =>
      name.startsWith('failing') ? aFailedReport(name) : anUnavailableReport(name, {}, NOON),
    );
    const state = at([aBusyStage('canary', { clusters })], { reports });
    const [stage] = state.progress!.plan!.stages;
    const plan = { ...state.progress!.plan!, stages: [{ ...stage, maxConcurrency: 4 }] };
    const { blockers } = draw({ ...state, progress: { ...state.progress!, plan } });
    expect(blockers.find(({ cause }) => cause === 'ConcurrencyLimit')?.message).toBe(message);
  });
});
