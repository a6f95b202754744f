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
    const { blockers } = draw(at([aBusyStage('canary', { clusters })], { reports: [report] }));
    expect(blockers.find(({ cause }) => cause === 'ConcurrencyLimit')).toMatchObject({
      actor,
      clusters: ['c1'],
      message: '1 of 1 slot held by a cluster that fails or is stuck; 1 cluster still to come.',
    });
  });
});
