import type {
  Condition,
  PlacementStatus,
  ResourcePlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  NOON,
  aBoundBinding,
  aFailedReport,
  aPick,
  anAvailableReport,
  secondsAfter,
} from '../testing/builders';
import { projectPlacement } from './projectPlacement';
import { threeReady, printed } from './projectPlacement.testing';
import { MAX_STATUS_BYTES } from '../fitBytes';
import { trimStatus } from './trimStatus';

/** Kept for the word on what was cut; a cut status leaves no more room than this and an entry. */
const RESERVED = 1024;
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

describe('trimStatus (RUL 42, B/ST-022, B/FT-072)', () => {
  it('leaves what fits as it is, to the byte', () => {
    const status = statusOf([entry('a', 'False', 5)]);
    expect(trimStatus(status, statement)).toBe(status);
    expect(trimStatus(status, { ...statement, maxBytes: size(status) })).toBe(status);
    expect(trimStatus(status, { ...statement, maxBytes: size(status) - 1 })).not.toBe(status);
  });

  it('cuts details first', () => {
    const status = statusOf([entry('a', 'False', 100), entry('b')]);
    const trimmed = trimStatus(status, { ...statement, maxBytes: 4000 });
    expect(names(trimmed)).toEqual(['a', 'b']);
    expect(trimmed.placementStatuses).toEqual([entry('a', 'False'), entry('b')]);
    expect(trimmed.conditions).toHaveLength(2);
    expect(trimmed.conditions?.at(-1)).toEqual({
      type: 'FleetstageStatusTrimmed',
      status: 'True',
      reason: 'FleetstageStatusTooLarge',
      message: `The status of ${size(status)} bytes does not fit: details of failures and differences are left out here; Backstage shows all of it`,
      observedGeneration: 1,
      lastTransitionTime: '2026-11-21T12:00:00Z',
    });
  });

  it('cuts all three lists of details', () => {
    const drifted = {
      version: 'v1',
      kind: 'Pod',
      name: 'p',
      observationTime: '',
      firstDriftedObservedTime: '',
      targetClusterObservedGeneration: 1,
    };
    const diffed = {
      version: 'v1',
      kind: 'Pod',
      name: 'p',
      observationTime: '',
      firstDiffedObservedTime: '',
    };
    const status = statusOf([
      { ...entry('a', 'False', 20), driftedPlacements: [drifted], diffedPlacements: [diffed] },
    ]);
    expect(trimStatus(status, { ...statement, maxBytes: 4000 }).placementStatuses).toEqual([
      entry('a', 'False'),
    ]);
  });

  it('then healthy clusters, and keeps the order of the others', () => {
    const entries = Array.from({ length: 20 }, (_, i) => entry(`c${i}`, i % 5 === 4 ? 'False' : 'True'));
    const trimmed = trimStatus(statusOf(entries), { ...statement, maxBytes: 4500 });
    expect(names(trimmed)).toEqual(['c0', 'c1', 'c4', 'c9', 'c14', 'c19']);
    expect(trimmed.conditions?.at(-1)?.message).toBe(
      `The status of ${size(statusOf(entries))} bytes does not fit: 14 cluster(s) are left out here; Backstage shows all of it`,
    );
  });

  it('then troubled ones, the last of them first', () => {
    const entries = Array.from({ length: 20 }, (_, i) => entry(`c${i}`, i > 15 ? 'True' : 'Unknown'));
    expect(names(trimStatus(statusOf(entries), { ...statement, maxBytes: 4500 }))).toEqual([
      'c0',
      'c1',
      'c2',
      'c3',
      'c4',
      'c5',
    ]);
  });

  const KIB = 1024;
  /** About 100 bytes each. */
  const resources = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      version: 'v1',
      kind: 'ConfigMap',
      namespace: 'a-namespace-with-a-name-of-some-length',
      name: `config-${String(i).padStart(5, '0')}`,
    }));

  it.each<{ rule: string; selected: number; entries: ResourcePlacementStatus[]; kept: object }>([
    {
      rule: 'no resource and no cluster where the details alone are too much',
      selected: 6000,
      entries: Array.from({ length: 100 }, (_, i) => entry(`c${i}`, 'False', 12)),
      kept: { selected: 6000, clusters: 100 },
    },
    {
      rule: 'no resource for clusters, as long as resources take less than half',
      selected: 4500,
      entries: Array.from({ length: 1000 }, (_, i) => entry(`c${i}`, 'True', 1)),
      kept: { selected: 4500, clusters: expect.any(Number) },
    },
    {
      rule: 'no cluster for resources, as long as clusters take less than half',
      selected: 12_000,
      entries: Array.from({ length: 500 }, (_, i) => entry(`c${i}`, 'True', 1)),
      kept: { selected: expect.any(Number), clusters: 500 },
    },
  ])('cuts $rule', ({ selected, entries, kept }) => {
    const status = { ...statusOf(entries), selectedResources: resources(selected) };
    const trimmed = trimStatus(status, statement);
    const { selectedResources = [], placementStatuses = [] } = trimmed;
    expect({ selected: selectedResources.length, clusters: placementStatuses.length }).toEqual(kept);
    expect(placementStatuses.some(({ failedPlacements }) => failedPlacements)).toBe(false);
    expect(size(trimmed)).toBeLessThanOrEqual(MAX_STATUS_BYTES);
  });

  it('and selected resources where they alone take more than half, as many as clusters leave no room for', () => {
    const selectedResources = resources(12_000);
    const status = { ...statusOf([entry('a', 'False', 1), entry('b')]), selectedResources };
    const trimmed = trimStatus(status, statement);
    const kept = trimmed.selectedResources?.length ?? 0;
    expect(size(trimmed)).toBeLessThanOrEqual(MAX_STATUS_BYTES);
    expect(names(trimmed)).toEqual(['a', 'b']);
    expect(trimmed.selectedResources).toEqual(selectedResources.slice(0, kept));
    expect(size(trimmed)).toBeGreaterThan(MAX_STATUS_BYTES - KIB);
    expect(trimmed.conditions?.at(-1)?.message).toMatch(
      new RegExp(`failures and differences and ${12_000 - kept} selected resource\\(s\\) are left out here`),
    );
  });

  it('leaves both about half where both are too much', () => {
    const entries = Array.from({ length: 1000 }, (_, i) => entry(`c${i}`, 'False', 1)).map(one => ({
      ...one,
      conditions: [condition('False', 'm'.repeat(2 * KIB))],
    }));
    const trimmed = trimStatus({ ...statusOf(entries), selectedResources: resources(12_000) }, statement);
    const shares = [trimmed.selectedResources, trimmed.placementStatuses].map(
      list => JSON.stringify(list).length / MAX_STATUS_BYTES,
    );
    expect(shares.map(share => share.toFixed(1))).toEqual(['0.5', '0.5']);
  });

  it('names clusters and resources where both are cut', () => {
    const selectedResources = Array.from({ length: 50 }, (_, i) => ({
      version: 'v1',
      kind: 'ConfigMap',
      name: `config-${i}`,
    }));
    const entries = Array.from({ length: 20 }, (_, i) => entry(`c${i}`, 'False', i === 0 ? 1 : 0));
    const trimmed = trimStatus({ ...statusOf(entries), selectedResources }, { ...statement, maxBytes: 4000 });
    expect(trimmed.conditions?.at(-1)?.message).toMatch(
      /: details of failures and differences, \d+ cluster\(s\) and \d+ selected resource\(s\) are left out here/,
    );
  });

  it('counts bytes, not characters', () => {
    const wide = entry('a');
    const status = statusOf([{ ...wide, conditions: [condition('True', 'ü'.repeat(2000))] }]);
    expect(trimStatus(status, { ...statement, maxBytes: 3000 })).not.toBe(status);
  });

  it('leaves out what there is none of', () => {
    const trimmed = trimStatus(
      { observedResourceIndex: '7'.repeat(5000), conditions: undefined },
      { ...statement, maxBytes: 2000 },
    );
    expect(trimmed).not.toHaveProperty('selectedResources');
    expect(trimmed.placementStatuses).toEqual([]);
    expect(printed(trimmed.conditions)).toEqual(['FleetstageStatusTrimmed True FleetstageStatusTooLarge']);
  });

  it('takes 1,500 clusters, some failing in every way, from rows to a status below 1 MiB (A/ST-036)', () => {
    const names1500 = Array.from({ length: 1500 }, (_, i) => `cluster-${String(i).padStart(4, '0')}`);
    const failures = Array.from({ length: 100 }, (_, i) => failed(`pod-${i}`));
    const isFailing = (i: number) => i % 100 === 99;
    const state = threeReady({
      verdicts: names1500.map(name => aPick(name)),
      bindings: names1500.map(name => aBoundBinding(name)),
      reports: names1500.map((name, i) =>
        isFailing(i) ? aFailedReport(name, { failed: failures }) : anAvailableReport(name),
      ),
    });
    const whole = projectPlacement(state, undefined, NOON);
    expect(whole.placementStatuses).toHaveLength(1500);
    expect(size(whole)).toBeGreaterThan(MAX_STATUS_BYTES);
    const trimmed = trimStatus(whole, statement);
    expect(size(trimmed)).toBeLessThanOrEqual(MAX_STATUS_BYTES);
    expect(size(trimmed)).toBeGreaterThan(MAX_STATUS_BYTES - RESERVED - 2048);
    const troubled = trimmed.placementStatuses?.filter(e => e.conditions?.some(c => c.status !== 'True'));
    expect(troubled?.map(e => e.clusterName)).toEqual(names1500.filter((_, i) => isFailing(i)));
    expect(trimmed.placementStatuses?.some(e => e.failedPlacements)).toBe(false);
    const left = 1500 - (trimmed.placementStatuses?.length ?? 0);
    expect(trimmed.conditions?.at(-1)?.message).toContain(`and ${left} cluster(s) are left out here`);
    expect(printed(trimmed.conditions).at(-2)).toBe('ClusterResourcePlacementApplied False ApplyFailed');
    expect(projectPlacement(state, trimmed, secondsAfter(60)).conditions).toEqual(whole.conditions);
  });

  it('RUL 23, A/PL-194: lists a thousand clusters, those in trouble among them with their details, where more would fit', () => {
    const short = (name: string, status: Condition['status'] = 'True', details = 0) => ({
      ...entry(name, status, details),
      conditions: [condition(status, 'm')],
    });
    const healthy = Array.from({ length: 1000 }, (_, i) => short(`c${String(i).padStart(4, '0')}`));
    expect(trimStatus(statusOf(healthy), statement)).toEqual(statusOf(healthy));
    const status = statusOf([...healthy, short('z', 'False', 3)]);
    expect(size(status)).toBeLessThan(MAX_STATUS_BYTES);
    const trimmed = trimStatus(status, statement);
    expect(names(trimmed)).toEqual([...healthy.slice(0, 999).map(e => e.clusterName), 'z']);
    expect(trimmed.placementStatuses?.at(-1)?.failedPlacements).toHaveLength(3);
    expect(trimmed.conditions?.at(-1)).toMatchObject({
      type: 'FleetstageStatusTrimmed',
      message:
        'A status lists at most 1000 clusters: 1 cluster(s) are left out here; Backstage shows all of it',
    });
  });

  it('makes a thousand clusters fit, and says so since the same moment', () => {
    const status = statusOf(Array.from({ length: 4000 }, (_, i) => entry(`c${i}`)));
    const trimmed = trimStatus(status, statement);
    expect(size(trimmed)).toBeLessThanOrEqual(MAX_STATUS_BYTES);
    expect(trimStatus(status, { generation: 1, now: secondsAfter(60), previous: trimmed })).toEqual(trimmed);
  });

  describe('where the projection repeats what an earlier cut said (A/ST-005, A/ST-012)', () => {
    const MAX = 4500;
    const whole = statusOf(Array.from({ length: 20 }, (_, i) => entry(`c${i}`)));
    const cut = trimStatus(whole, { ...statement, maxBytes: MAX });
    const again = (status: PlacementStatus) =>
      trimStatus(status, { generation: 2, now: secondsAfter(60), previous: cut, maxBytes: MAX });
    const notices = ({ conditions = [] }: PlacementStatus) =>
      conditions.filter(({ type }) => type === 'FleetstageStatusTrimmed');
    const longer = (status: PlacementStatus): PlacementStatus => ({
      ...status,
      conditions: status.conditions?.map(one =>
        one.type === 'FleetstageStatusTrimmed' ? one : { ...one, message: 'm'.repeat(1500) },
      ),
    });

    it('RUL 42, A/ST-005 keeps it beside the lists that were cut', () => {
      const repeated = { ...cut };
      expect(again(repeated)).toBe(repeated);
    });

    it('RUL 42, A/ST-005 says it once where the same lists must be cut further, since the same moment', () => {
      const trimmed = again(longer(cut));
      expect(notices(cut)).toHaveLength(1);
      expect(notices(trimmed)).toEqual([
        {
          ...notices(cut)[0],
          observedGeneration: 2,
          message: expect.stringMatching(
            /: \d+ cluster\(s\) are left out here, besides what was left out before; /,
          ),
        },
      ]);
      expect(size(trimmed)).toBeLessThanOrEqual(MAX);
      expect(names(trimmed)?.length).toBeLessThan(names(cut)?.length ?? 0);
    });

    it('RUL 42, A/ST-012 says it once of lists that are new', () => {
      const trimmed = again({ ...whole, conditions: cut.conditions });
      expect(notices(trimmed)).toEqual([{ ...notices(cut)[0], observedGeneration: 2 }]);
      expect(trimmed.conditions).toHaveLength(2);
    });

    it('RUL 42, A/ST-012 says it no more of new lists that fit', () => {
      expect(again({ placementStatuses: [], conditions: cut.conditions })).toEqual(statusOf([]));
    });
  });
});
