import type { SuggestedChange } from '../obstacle/obstacle';
import type { SuggestionActor } from './suggestion';
import { actorOf, changeInWords, changesInWords, suggestionText } from './suggestionText';

const TAINT = { key: 'gpu', value: 'yes', effect: 'NoSchedule' } as const;

describe('a suggested change, in words', () => {
  it.each<[SuggestedChange, string, SuggestionActor]>([
    [
      { kind: 'tolerateTaint', taint: TAINT },
      'tolerate the taint gpu=yes:NoSchedule in the policy',
      'app owner',
    ],
    [{ kind: 'removeTaint', taint: TAINT }, 'remove the taint gpu=yes:NoSchedule from c1', 'cluster owner'],
    [{ kind: 'setLabel', key: 'env', value: 'prod' }, 'set the label env=prod on c1', 'cluster owner'],
    [{ kind: 'setLabel', key: 'env' }, 'remove the label env from c1', 'cluster owner'],
    [{ kind: 'setProperty', name: 'cost', value: '3' }, 'change cost of c1 to 3', 'cluster owner'],
    [
      { kind: 'setProperty', name: 'cost', from: '5', value: '3' },
      'change cost of c1 to 3 (now 5)',
      'cluster owner',
    ],
    [{ kind: 'setNumber', from: 1, to: 3 }, 'ask for 3 clusters instead of 1', 'app owner'],
    [
      { kind: 'setMaxSkew', topologyKey: 'zone', from: 1, to: 2 },
      'allow a skew of 2 over zone instead of 1',
      'app owner',
    ],
    [{ kind: 'nameCluster' }, 'add c1 to the names of the policy', 'app owner'],
    [{ kind: 'createNamespace', namespace: 'shop' }, 'create the namespace shop on c1', 'cluster owner'],
    [{ kind: 'mendCluster', problem: 'cluster is leaving' }, 'repair c1: it is leaving', 'cluster owner'],
    [
      { kind: 'mendCluster', problem: 'the cluster is leaving' },
      'repair c1: the cluster is leaving',
      'cluster owner',
    ],
  ])('%j: %s, by the %s', (change, words, actor) => {
    expect([changeInWords(change, 'c1'), actorOf(change)]).toEqual([words, actor]);
  });

  it('names a cluster once for all of its labels', () => {
    const changes = [
      { kind: 'setLabel', key: 'env', value: 'prod' },
      { kind: 'removeTaint', taint: TAINT },
      { kind: 'setLabel', key: 'tier', value: 'gold' },
    ] as const;
    expect(changesInWords('c1', changes)).toBe(
      'Set the labels env=prod, tier=gold on c1 and remove the taint gpu=yes:NoSchedule from c1 (this also changes other placements and stages that select by these labels).',
    );
  });

  it.each([
    [['a'], '; a is removed.'],
    [['a', 'b'], '; a, b are removed.'],
    [['a', 'b', 'c'], '; a, b, c are removed.'],
    [['a', 'b', 'c', 'd', 'e'], '; a, b, c and 2 more are removed.'],
    [[], '.'],
  ])('says who is let go: %j', (loses, end) => {
    const changes = [{ kind: 'nameCluster' as const }];
    expect(suggestionText('c1', { changes, actors: [], loses })).toBe(
      `Add c1 to the names of the policy. It would be picked${end}`,
    );
  });
});
