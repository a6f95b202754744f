import type {
  Condition,
  PlacementStatus,
  ResourcePlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON, secondsAfter } from '../testing/builders';
import { MAX_STATUS_BYTES, trimStatus } from './trimStatus';

const statement = { generation: 1, now: NOON };
const condition = (status: Condition['status'], message = 'm'.repeat(300)): Condition => ({
  type: 'Available',
  status,
  reason: 'R',
  message,
  lastTransitionTime: '2026-11-21T12:00:00Z',
});
const failed = (name: string) => ({ version: 'v1', kind: 'Pod', name, condition: condition('False') });
const entry = (
  clusterName: string,
  status: Condition['status'] = 'True',
  details = 0,
): ResourcePlacementStatus => ({
  clusterName,
  conditions: [condition(status)],
  ...(details > 0 ? { failedPlacements: Array.from({ length: details }, (_, i) => failed(`p${i}`)) } : {}),
});
const statusOf = (placementStatuses: ResourcePlacementStatus[]): PlacementStatus => ({
  placementStatuses,
  conditions: [{ ...condition('True'), type: 'ClusterResourcePlacementScheduled' }],
});
const names = (status: PlacementStatus) => status.placementStatuses?.map(e => e.clusterName);
const size = (status: PlacementStatus) => JSON.stringify(status).length;

describe('trimStatus (RUL 42)', () => {
  it('leaves what fits as it is', () => {
    const status = statusOf([entry('a', 'False', 5)]);
    expect(trimStatus(status, statement)).toBe(status);
  });

  it('cuts details first', () => {
    const status = statusOf([entry('a', 'False', 100), entry('b')]);
    const trimmed = trimStatus(status, { ...statement, maxBytes: 4000 });
    expect(names(trimmed)).toEqual(['a', 'b']);
    expect(trimmed.placementStatuses?.[0].failedPlacements).toBeUndefined();
    expect(trimmed.conditions?.at(-1)).toMatchObject({
      type: 'FleetstageStatusTrimmed',
      reason: 'FleetstageStatusTooLarge',
      message: expect.stringMatching(/details of failures and differences are left out/),
    });
  });

  it('then healthy clusters, and keeps the order of the others', () => {
    const entries = Array.from({ length: 20 }, (_, i) => entry(`c${i}`, i % 5 === 4 ? 'False' : 'True'));
    const trimmed = trimStatus(statusOf(entries), { ...statement, maxBytes: 4500 });
    expect(names(trimmed)).toEqual(['c0', 'c1', 'c4', 'c9', 'c14', 'c19']);
    expect(trimmed.conditions?.at(-1)?.message).toMatch(/and 14 cluster\(s\) are left out/);
  });

  it('makes a thousand clusters fit, and says so since the same moment', () => {
    const status = statusOf(Array.from({ length: 4000 }, (_, i) => entry(`c${i}`)));
    const trimmed = trimStatus(status, statement);
    expect(size(trimmed)).toBeLessThanOrEqual(MAX_STATUS_BYTES);
    expect(trimStatus(status, { generation: 1, now: secondsAfter(60), previous: trimmed })).toEqual(trimmed);
  });
});
