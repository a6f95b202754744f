import type { Binding } from '../state/placement';
import {
  aBoundBinding,
  aFailedReport,
  anAvailableReport,
  anUnavailableReport,
  anUnscheduledBinding,
  aScheduledBinding,
  minutesBefore,
  NOON,
} from '../testing/builders';
import type { WorkReport } from '../work/report';
import { findUpdate } from './findUpdate';

const moved = (patch: Partial<Binding> = {}) => aBoundBinding('c1', { resourceIndex: 5, ...patch });
const own = { revision: 'r5' };

describe('the update of workloads that a cluster is in the middle of (holdWorkloads)', () => {
  it.each<[string, Binding, WorkReport | undefined, boolean]>([
    ['moved, nothing reported', moved(), undefined, true],
    ['moved, what is reported is of before', moved(), anAvailableReport('c1'), true],
    ['being applied', moved(), anAvailableReport('c1', { ...own, available: undefined }), true],
    ['not available', moved(), anUnavailableReport('c1', own), true],
    ['available', moved(), anAvailableReport('c1', own), false],
    ['failed', moved(), aFailedReport('c1', own), false],
    ['only picked', aScheduledBinding('c1'), undefined, false],
    ['asked to leave', moved({ releasedAt: NOON }), undefined, false],
    ['no longer picked', anUnscheduledBinding('c1'), undefined, false],
    ['only compared', moved({ applyStrategy: { type: 'ReportDiff' } }), undefined, false],
  ])('%s', (_case, binding, report, isInTheMiddle) => {
    const found = findUpdate('web', binding, { report, now: NOON });
    expect(found).toEqual(isInTheMiddle ? { placement: 'web', since: minutesBefore(30) } : undefined);
  });

  it('is over at once where availability cannot be tracked: it was reported as available', () => {
    const available = { ...anAvailableReport('c1', own).available!, reason: 'WorkNotTrackable', at: NOON };
    const report = anAvailableReport('c1', { ...own, available });
    expect(findUpdate('web', moved(), { report, now: NOON })).toBeUndefined();
  });

  it('names the update run that moved it', () => {
    const { rollout } = moved();
    const binding = moved({ rollout: { ...rollout!, run: 'run-1' } });
    expect(findUpdate('web', binding, { report: undefined, now: NOON })).toMatchObject({ run: 'run-1' });
  });
});
