import type { StageConfig } from '@fleetstage/backstage-plugin-fleetstage-common';
import { stagesMatching } from './stagesMatching';

const stage = (name: string, matchLabels?: Record<string, string>): StageConfig => ({
  name,
  labelSelector: { matchLabels },
});
const stages = [
  stage('canary', { environment: 'canary' }),
  stage('prod', { environment: 'prod' }),
  stage('all'),
];

describe('C/UR-077: the stages in which a cluster falls', () => {
  it.each<{ labels: Record<string, string>; expected: string[] }>([
    { labels: { environment: 'canary' }, expected: ['canary', 'all'] },
    { labels: { environment: 'prod', region: 'weu' }, expected: ['prod', 'all'] },
    { labels: {}, expected: ['all'] },
  ])('$labels: $expected', ({ labels, expected }) => {
    expect(stagesMatching({ stages }, labels)).toEqual(expected);
  });

  it('are none where the selector cannot be read', () => {
    const odd = {
      name: 'odd',
      labelSelector: { matchExpressions: [{ key: 'a', operator: 'Near', values: ['b'] }] },
    } as unknown as StageConfig;
    expect(stagesMatching({ stages: [odd] }, { a: 'b' })).toEqual([]);
  });
});
