import { fromRfc3339, plus, type Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import { configMap, liveWork } from './fixtures.testing';
import { explainRelease, planRelease, RELEASE_PATIENCE_MS } from './releaseWorks';

const since = '2026-01-01T00:00:00Z';
const DELETED = fromRfc3339(since) ?? NOON;
const live = liveWork([configMap('a')]);
const going: Work = { ...live, metadata: { ...live.metadata, name: 'web-0', deletionTimestamp: since } };
const decide = (works: readonly Work[], patch: Partial<Parameters<typeof planRelease>[1]> = {}) =>
  planRelease(works, { deletion: 'Delete', cluster: 'c1', now: plus(DELETED, 3_000), ...patch });

describe('the release of Works', () => {
  it.each([
    [
      'B/WG-070: live Works are deleted, and their agent removes the objects',
      [live, going],
      {
        kind: 'delete',
        works: [live],
        cleanedBy: 'agent',
        message: 'the agent of cluster c1 removes the objects of Work web-0 and 1 more',
      },
    ],
    [
      'B/WG-073: the agent has not let go of them',
      [going, { ...going, metadata: { ...going.metadata, name: 'web-work' } }],
      { kind: 'waiting', message: 'the agent of cluster c1 removes the objects of Work web-0 and 1 more' },
    ],
    [
      'B/WG-070: one alone is named alone',
      [live],
      {
        kind: 'delete',
        works: [live],
        cleanedBy: 'agent',
        message: 'the agent of cluster c1 removes the objects of Work web-work',
      },
    ],
    ['B/WG-072: they are gone', [], { kind: 'released', pending: [] }],
  ])('%s', (_, works, expected) => {
    expect(decide(works)).toEqual(expected);
  });

  it('B/WG-071: an agent that is away is not waited for without end', () => {
    const now = plus(DELETED, RELEASE_PATIENCE_MS);
    const later = { ...going, metadata: { ...going.metadata, deletionTimestamp: '2026-01-01T00:05:00Z' } };
    expect(decide([later, going], { now }).kind).toBe('released');
    expect(decide([going], { now: plus(now, -1) }).kind).toBe('waiting');
    expect(decide([going], { now })).toEqual({ kind: 'released', pending: ['web-0'] });
  });

  it('B/WA-131, RUL 15: to abandon the objects, no agent may see the deletion', () => {
    const deletion = 'Abandon' as const;
    expect(decide([live, going], { deletion })).toEqual({
      kind: 'delete',
      works: [live, going],
      cleanedBy: 'nobody',
      message: 'the hub deletes Work web-0 and 1 more',
    });
    expect(decide([], { deletion })).toEqual({ kind: 'released', pending: [] });
  });

  it('B/WG-073: the report says what is waited for, and since when', () => {
    const report = { cluster: 'c1', revision: 'r', failed: [], drifted: [], diffed: [], observedAt: NOON };
    const claim = { status: 'False', reason: 'WorkNotSynchronizedYet', message: 'the agent', at: NOON };
    const synchronized = explainRelease(report, 'the agent', NOON);
    expect(synchronized).toEqual(claim);
    const later = plus(NOON, 5_000);
    expect(explainRelease({ ...report, synchronized }, 'the agent', later)).toEqual(claim);
    expect(explainRelease({ ...report, synchronized }, 'the hub', later).at).toBe(later);
    const other = { ...synchronized, reason: 'AllWorkSynced' };
    expect(explainRelease({ ...report, synchronized: other }, 'the agent', later).at).toBe(later);
  });
});
