import fc from 'fast-check';
import type {
  PlacementStatus,
  ResourcePlacementStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import { trimStatus } from './trimStatus';

const MAX_BYTES = 8000;
/** Kept for the word on what was cut. */
const RESERVED = 1024;

const conditionOf = (status: 'True' | 'False', length: number) => ({
  type: 'Applied',
  status,
  reason: 'R',
  message: 'm'.repeat(length),
  lastTransitionTime: '2026-11-21T12:00:00Z',
});
const length = fc.nat({ max: 400 });
const resources = fc.array(
  length.map(some => ({ version: 'v1', kind: 'ConfigMap', name: 'n'.repeat(some) })),
  { maxLength: 40, size: 'max' },
);
const clusters = fc
  .array(fc.record({ isHealthy: fc.boolean(), length, details: fc.nat({ max: 8 }) }), {
    maxLength: 16,
    size: 'max',
  })
  .map(all =>
    all.map((one, i): ResourcePlacementStatus => {
      const condition = conditionOf(one.isHealthy ? 'True' : 'False', one.length);
      const failed = { version: 'v1', kind: 'Pod', name: 'p', condition };
      return {
        clusterName: `c${i}`,
        conditions: [condition],
        ...(one.details > 0 && { failedPlacements: Array.from({ length: one.details }, () => failed) }),
      };
    }),
  );
const statuses = fc.record({ selectedResources: resources, placementStatuses: clusters });

const sizeOf = (value: unknown) => JSON.stringify(value).length;
const trim = (status: PlacementStatus) =>
  trimStatus(status, { generation: 1, now: NOON, maxBytes: MAX_BYTES });
const withoutDetails = (status: PlacementStatus): PlacementStatus => ({
  ...status,
  placementStatuses: status.placementStatuses?.map(({ failedPlacements: _, ...rest }) => rest),
});
const fits = (status: PlacementStatus) => sizeOf(status) + RESERVED <= MAX_BYTES;
const check = (property: (status: PlacementStatus, trimmed: PlacementStatus) => void) =>
  fc.assert(
    fc.property(statuses, status => property(status, trim(status))),
    { numRuns: 400 },
  );

describe('a status that is cut (RUL 42), whatever is in it', () => {
  it('fits', () => {
    check((_, trimmed) => expect(sizeOf(trimmed)).toBeLessThanOrEqual(MAX_BYTES));
  });

  it('loses nothing but details, where it fits without them', () => {
    check((status, { conditions: _, ...trimmed }) => {
      const bare = withoutDetails(status);
      if (sizeOf(status) <= MAX_BYTES) expect(trimmed).toEqual(status);
      else if (fits(bare)) expect(trimmed).toEqual(bare);
    });
  });

  it('loses resources only where they take more than half', () => {
    check((status, { selectedResources = [] }) => {
      if (sizeOf(status.selectedResources) > MAX_BYTES / 2) return;
      expect(selectedResources).toEqual(status.selectedResources);
    });
  });

  it('loses clusters only where they do not fit beside half of it in resources, and healthy ones first', () => {
    check((status, { placementStatuses = [] }) => {
      const all = withoutDetails(status).placementStatuses ?? [];
      if (fits({ placementStatuses: all }) && sizeOf(all) + RESERVED + 50 <= MAX_BYTES / 2)
        expect(placementStatuses).toHaveLength(all.length);
      const lost = all.filter(({ clusterName }) =>
        placementStatuses.every(one => one.clusterName !== clusterName),
      );
      const isTroubled = ({ conditions = [] }: ResourcePlacementStatus) => conditions[0].status === 'False';
      if (lost.some(isTroubled)) expect(placementStatuses.every(isTroubled)).toBe(true);
    });
  });

  it('loses no more resources than it must: half of it is theirs, and what clusters leave', () => {
    check((status, { conditions: _, ...trimmed }) => {
      const { selectedResources: all = [], placementStatuses: clusterList = [] } = status;
      const { selectedResources: kept = [], placementStatuses = [] } = trimmed;
      if (kept.length === all.length) return;
      const more = { ...trimmed, selectedResources: all.slice(0, kept.length + 1) };
      if (placementStatuses.length === clusterList.length) expect(fits(more)).toBe(false);
      else expect(sizeOf(more.selectedResources)).toBeGreaterThan(MAX_BYTES / 2);
    });
  });
});
