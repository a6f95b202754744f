import type { ClusterSelectorTerm } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster } from '../../testing/builders';
import { findTypo } from './findTypo';

const fleet = [
  aCluster('a', { labels: { environment: 'production', region: 'neu' } }),
  aCluster('b', { labels: { environment: 'staging', region: 'weu' } }),
];
const labelled = (matchLabels: Record<string, string>): ClusterSelectorTerm => ({
  labelSelector: { matchLabels },
});
const expressed = (operator: 'In' | 'NotIn' | 'Exists', values: string[]): ClusterSelectorTerm => ({
  labelSelector: { matchExpressions: [{ key: 'environment', operator, values }] },
});

describe('a label of the policy that is nearly one of the cluster (A/SCH-040)', () => {
  it.each<[string, ClusterSelectorTerm[], string | undefined]>([
    [
      'a letter is missing',
      [labelled({ environment: 'prodution' })],
      'No cluster has environment=prodution; did you mean production?',
    ],
    [
      'capitals',
      [labelled({ environment: 'Production' })],
      'No cluster has environment=Production; did you mean production?',
    ],
    [
      'one of several values',
      [expressed('In', ['staging', 'prduction'])],
      'No cluster has environment=prduction; did you mean production?',
    ],
    [
      'the key',
      [labelled({ enviroment: 'production' })],
      'No cluster has the label enviroment; did you mean environment?',
    ],
    [
      'in a later term',
      [labelled({ region: 'weu' }), labelled({ environment: 'productoin' })],
      expect.any(String),
    ],
    ['another cluster has it', [labelled({ region: 'weu' })], undefined],
    ['another word', [labelled({ environment: 'development' })], undefined],
    ['too short to be one', [labelled({ region: 'seu' })], undefined],
    ['what must not be there', [expressed('NotIn', ['prodution'])], undefined],
    ['no term', [], undefined],
  ])('%s', (_, terms, expected) => {
    expect(findTypo(terms, fleet[0], fleet)).toEqual(expected);
  });
});
