import { aPick, anOutcome } from '../testing/builders';
import type { ScheduleVerdict } from '../state/placement';
import { summarizeDecision, type DecisionMade, type VerdictChange } from './summarizeDecision';

const refusal = (cluster: string, inputs?: string): ScheduleVerdict => ({
  cluster,
  selected: false,
  code: 'AffinityMismatch',
  reason: 'labels do not match',
  ...(inputs !== undefined && { inputs }),
});
const pick = (cluster: string, inputs?: string) =>
  aPick(cluster, { ...(inputs !== undefined && { inputs }) });

const made = (patch: Partial<DecisionMade> = {}): DecisionMade => ({
  before: anOutcome(),
  after: anOutcome(),
  verdicts: [],
  changes: [],
  ...patch,
});
const moved: VerdictChange = { cluster: 'c1', before: pick('c1', 'a'), after: refusal('c1', 'b') };
const followed: VerdictChange = { cluster: 'c2', before: refusal('c2', 'x'), after: pick('c2', 'x') };
const many = (count: number): VerdictChange[] =>
  Array.from({ length: count }, (_, i) => ({ cluster: `n${i}`, after: pick(`n${i}`) }));

describe('summarizeDecision', () => {
  it.each<[string, Partial<DecisionMade>, object]>([
    ['nothing before', { before: undefined, changes: [moved] }, { kind: 'first', clusters: [], count: 0 }],
    [
      'another policy, whoever changed with it',
      { after: anOutcome({ policyIndex: 7, placementGeneration: 9 }), changes: [moved] },
      { kind: 'policy', clusters: [], count: 0 },
    ],
    [
      'another generation of the placement',
      { after: anOutcome({ placementGeneration: 9 }), changes: [moved] },
      { kind: 'placement', clusters: [], count: 0 },
    ],
    [
      'what is read of a cluster: who takes its place is no cause',
      { changes: [moved, followed] },
      {
        kind: 'clusters',
        clusters: [{ cluster: 'c1', before: 'Picked', after: 'AffinityMismatch' }],
        count: 1,
      },
    ],
    [
      'a cluster joined, one left',
      {
        changes: [
          { cluster: 'c1', after: pick('c1') },
          { cluster: 'c2', before: pick('c2') },
        ],
      },
      {
        kind: 'clusters',
        clusters: [
          { cluster: 'c1', after: 'Picked' },
          { cluster: 'c2', before: 'Picked' },
        ],
        count: 2,
      },
    ],
    ['the same inputs', { changes: [followed] }, { kind: 'engine', clusters: [], count: 0 }],
  ])('cause: %s', (_what, patch, cause) => {
    expect(summarizeDecision(made(patch)).cause).toEqual(cause);
  });

  it('names the first five causes and the first twenty that gain, and counts all', () => {
    const { cause, gained, lost } = summarizeDecision(made({ changes: many(21) }));
    expect(cause).toMatchObject({ kind: 'clusters', count: 21 });
    expect(cause.clusters.map(({ cluster }) => cluster)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4']);
    expect(gained.count).toBe(21);
    expect(gained.names).toHaveLength(20);
    expect(lost).toEqual({ count: 0, names: [] });
  });

  it('says who gains and who loses, not who stays', () => {
    const stays: VerdictChange = { cluster: 'c3', before: pick('c3', 'a'), after: pick('c3', 'b') };
    const without: VerdictChange = { cluster: 'c4', before: refusal('c4', 'a'), after: refusal('c4', 'b') };
    const { gained, lost } = summarizeDecision(made({ changes: [moved, followed, stays, without] }));
    expect(gained).toEqual({ count: 1, names: ['c2'] });
    expect(lost).toEqual({ count: 1, names: ['c1'] });
  });

  it('counts every cluster by code, and keeps what was read as one hash', () => {
    const verdicts = [pick('c1', 'a'), refusal('c2', 'b'), refusal('c3', 'c')];
    const result = summarizeDecision(made({ verdicts }));
    expect(result).toMatchObject({
      picked: 1,
      causes: [
        { cause: 'Picked', clusters: 1 },
        { cause: 'AffinityMismatch', clusters: 2 },
      ],
      inputs: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    const reread = summarizeDecision(made({ verdicts: [pick('c1', 'z'), ...verdicts.slice(1)] }));
    expect(reread.inputs).not.toBe(result.inputs);
    expect(summarizeDecision(made({ verdicts: verdicts.map(one => ({ ...one })) })).inputs).toBe(
      result.inputs,
    );
  });
});
