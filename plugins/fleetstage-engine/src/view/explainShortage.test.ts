import { explainSchedule } from '../schedule/explainSchedule';
import { aPick } from '../testing/builders';
import { explainShortage } from './explainShortage';

const refused = (cluster: string, code: string) =>
  aPick(cluster, { selected: false, code, score: undefined, reason: code });
const written = (...codes: readonly string[]) =>
  `could not find all clusters needed as specified by the scheduling policy, found 1 cluster(s) instead; ${explainSchedule(
    [aPick('a'), ...codes.map((code, i) => refused(`b${i}`, code))],
  )}`;

describe('a placement short of clusters, in one sentence (ui §5.1, A/SCH-099)', () => {
  it.each([
    ['nobody was refused', written(), 'Found 1 of 3 clusters.'],
    ['one', written('UntoleratedTaint'), 'Found 1 of 3 clusters: 1 tainted.'],
    [
      'several causes, the most frequent first',
      written('UntoleratedTaint', 'NotEligible', 'NotEligible'),
      'Found 1 of 3 clusters: 2 not eligible, 1 tainted.',
    ],
    ['one of a verb', written('AffinityMismatch'), 'Found 1 of 3 clusters: 1 does not match the affinity.'],
    [
      'two of a verb',
      written('AffinityMismatch', 'AffinityMismatch'),
      'Found 1 of 3 clusters: 2 do not match the affinity.',
    ],
    ['no namespace', written('NamespaceMissing'), 'Found 1 of 3 clusters: 1 lacks the namespace.'],
    ['left', written('Left'), 'Found 1 of 3 clusters: 1 has left the fleet.'],
    ['spread', written('BreaksSpread'), 'Found 1 of 3 clusters: 1 would break the spread.'],
    ['a code of a plugin', written('InMaintenance'), 'Found 1 of 3 clusters: 1 refused as InMaintenance.'],
    ['other words', 'as the hub says it', 'Found 1 of 3 clusters. As the hub says it.'],
    ['no words', undefined, 'Found 1 of 3 clusters.'],
  ])('%s', (_, message, expected) => {
    expect(explainShortage({ picked: 1, wanted: 3, message })).toBe(expected);
  });
});
