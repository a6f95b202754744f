import type { MemberHealth } from '../cluster/facts';
import {
  aCluster,
  aFailedReport,
  aHealthyMember,
  anUnavailableReport,
  minutesBefore,
  NOON,
} from '../testing';
import type { WorkReport } from '../work/report';
import { actorOfCluster } from './actorOfCluster';

const well = aHealthyMember({ lastHeartbeatAt: minutesBefore(1) });
const failed = aFailedReport('c1', { revision: 'r' }, NOON);
const unavailable = anUnavailableReport('c1', { revision: 'r' }, NOON);

describe('who can act on a cluster that does not get on (B/RO-086)', () => {
  it.each<[what: string, health: MemberHealth, report: WorkReport | undefined, actor: string]>([
    ['refused credentials', { ...well, isRefused: true }, failed, 'operator'],
    ['no answer', { ...well, message: 'connecting timed out' }, failed, 'clusterOwner'],
    ['silent for long', { ...well, lastHeartbeatAt: minutesBefore(60) }, failed, 'clusterOwner'],
    ['an apply that failed', well, failed, 'appOwner'],
    ['no cause known', well, unavailable, 'clusterOwner'],
    ['no report', well, undefined, 'clusterOwner'],
  ])('%s', (_, health, report, actor) => {
    expect(actorOfCluster(aCluster('c1', { health }), report, NOON)).toBe(actor);
  });
});
