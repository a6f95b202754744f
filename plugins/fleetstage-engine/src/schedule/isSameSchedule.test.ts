import {
  NOON,
  aCluster,
  aPick,
  aPlacement,
  aPolicySnapshot,
  anOutcome,
  minutesBefore,
} from '../testing/builders';
import { decideSchedule } from './decideSchedule';
import { DEAD } from './decideSchedule.testing';
import { isSameSchedule } from './isSameSchedule';

describe('isSameSchedule (A/SCH-090)', () => {
  const of = (patch: object, verdict: object = {}) => ({
    outcome: anOutcome(),
    verdicts: [aPick('c1', { selected: false, code: 'ScoredTooLow', ...verdict })],
    blockers: [],
    ...patch,
  });
  it.each<[string, boolean, object, object, object?]>([
    ['nothing', true, {}, {}],
    ['not needed any more', true, {}, { code: 'NotNeeded' }],
    ['breaks the spread now', true, {}, { code: 'BreaksSpread' }],
    ['tainted now', false, {}, { code: 'UntoleratedTaint' }],
    ['picked now', false, {}, { selected: true, code: 'Picked' }],
    ['another cluster', false, {}, { cluster: 'c2' }],
    ['another policy', false, { outcome: anOutcome({ policyIndex: 9 }) }, {}],
    ['another generation', false, { outcome: anOutcome({ placementGeneration: 9 }) }, {}],
    ['unfulfilled now', false, { outcome: anOutcome({ fulfilled: false }) }, {}],
    ['another message', false, { outcome: anOutcome({ message: 'x' }) }, {}],
    ['a later moment', true, { outcome: anOutcome({ at: NOON }) }, {}],
    ['no result any more', false, { outcome: undefined }, {}],
  ])('%s: the same is %s', (_what, same, patch, verdict) => {
    expect(isSameSchedule(of({}), of(patch, verdict))).toBe(same);
  });

  it.each<[string, boolean, object]>([
    ['score', false, { score: { affinityScore: 1, priorityScore: 0 } }],
    ['topology', false, { score: { affinityScore: 0, priorityScore: 1 } }],
    ['reason', false, { reason: 'x' }],
    ['inputs', true, { inputs: 'x' }],
  ])('another %s of a picked cluster: the same is %s', (_what, same, verdict) => {
    const picked = { selected: true, code: 'Picked' };
    expect(isSameSchedule(of({}, picked), of({}, { ...picked, ...verdict }))).toBe(same);
  });

  const silent = (minutes: string) => `no recent heartbeat signals (last received ${minutes} minutes ago)`;
  it.each<[string, boolean, string, string]>([
    ['one more minute', true, silent('6.00'), silent('7.00')],
    ['ten times as many', true, silent('6.00'), silent('60.00')],
    ['more than that', false, silent('6.00'), silent('60.01')],
    ['fewer: another silence', false, silent('60.00'), silent('6.00')],
    ['not joined now', false, silent('6.00'), 'member agent not joined yet'],
    ['unhealthy now', false, silent('6.00'), 'unhealthy (last transitioned 6.00 minutes ago)'],
    ['left now', false, 'member agent not joined yet', 'cluster has left the fleet'],
    ['the same without minutes', true, 'cluster has left the fleet', 'cluster has left the fleet'],
  ])('why a cluster is not eligible, %s: the same is %s', (_what, same, before, after) => {
    for (const code of ['NotEligible', 'NotYetEligible'])
      expect(isSameSchedule(of({}, { code, reason: before }), of({}, { code, reason: after }))).toBe(same);
  });

  it('minutes of any other code are text', () => {
    const code = 'UntoleratedTaint';
    expect(
      isSameSchedule(of({}, { code, reason: silent('6.00') }), of({}, { code, reason: silent('7.00') })),
    ).toBe(false);
  });

  it('while clusters are missing, who breaks the spread and why is a change', () => {
    const short = { outcome: anOutcome({ fulfilled: false }) };
    expect(isSameSchedule(of(short), of(short, { code: 'BreaksSpread' }))).toBe(false);
  });

  it('ignores elapsed minutes in a sentence, not a changed pick', () => {
    const fleet = [aCluster('c1'), aCluster('c2', { health: DEAD })];
    const input = { placement: aPlacement(), policy: aPolicySnapshot(), clusters: fleet, bindings: [] };
    const earlier = decideSchedule(input, minutesBefore(1));
    const later = decideSchedule(input, NOON);
    expect(earlier.verdicts[1].reason).not.toBe(later.verdicts[1].reason);
    expect(isSameSchedule(earlier, later)).toBe(true);
    expect(isSameSchedule(earlier, decideSchedule({ ...input, clusters: [aCluster('c1')] }, NOON))).toBe(
      false,
    );
  });
});
