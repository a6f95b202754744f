import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ScheduleVerdict } from '../state/placement';
import { defaultPlugins } from '../schedule/defaultPlugins';
import { aCluster, anOutcome, aPick, NOON } from '../testing/builders';
import { viewDecidedWhy } from '../whatif/viewDecidedWhy';
import { decidedClusters } from './decidedView';

const refusal: ScheduleVerdict = {
  cluster: 'c3',
  selected: false,
  code: 'UntoleratedTaint',
  reason: 'ClusterUnschedulable, taint gpu',
  filter: 'TaintToleration',
  inputs: '0123456789ab',
};
const NAMES = defaultPlugins.filters.map(({ name }) => name);
const AT = NAMES.indexOf('TaintToleration');
const why = (verdict: ScheduleVerdict) =>
  viewDecidedWhy(verdict, { outcome: anOutcome({ policyIndex: 7 }), at: NOON });

describe('decidedClusters', () => {
  it('picked first, then by cause and name, with the labels of now and no state', () => {
    const verdicts = [
      refusal,
      aPick('c2'),
      { ...refusal, cluster: 'c0', code: 'AffinityMismatch' },
      aPick('c1'),
    ];
    const views = decidedClusters(verdicts, [aCluster('c1', { labels: { env: 'prod' } })]);
    expect(views.map(({ cluster }) => cluster)).toEqual(['c1', 'c2', 'c0', 'c3']);
    expect(views[0]).toMatchObject({ isPicked: true, labels: { env: 'prod' }, conditions: [] });
    expect(views[1]).not.toHaveProperty('labels');
    expect(views[3]).toEqual({
      cluster: 'c3',
      isPicked: false,
      cause: 'UntoleratedTaint',
      reason: 'ClusterUnschedulable, taint gpu.',
      conditions: [],
    });
  });
});

describe('viewDecidedWhy', () => {
  it('a refusal: filters before it have passed, those after it were not evaluated', () => {
    expect(why(refusal)).toMatchObject({
      isPicked: false,
      decidedAt: toRfc3339(NOON),
      policyIndex: '7',
      inputs: '0123456789ab',
      isStale: false,
      isKept: false,
      parts: [],
      filters: NAMES.map((filter, i) =>
        i === AT
          ? { filter, outcome: 'refused', message: 'ClusterUnschedulable, taint gpu.' }
          : { filter, outcome: i < AT ? 'passed' : 'notLookedAt' },
      ),
    });
  });

  it('a score: every filter has passed, and the parts are those of then', () => {
    const parts = [{ plugin: 'ClusterAffinity', subject: 'weight 7', affinity: 7 }];
    const result = why(aPick('c1', { score: { affinityScore: 7, priorityScore: -1 }, parts }));
    expect(result).toMatchObject({
      score: { affinity: 7, topology: -1 },
      parts: [{ plugin: 'ClusterAffinity', subject: 'weight 7', kind: 'affinity', value: 7 }],
    });
    expect(result.filters).toEqual(NAMES.map(filter => ({ filter, outcome: 'passed' })));
  });

  it.each([
    ['not needed', { ...refusal, code: 'NotNeeded', filter: undefined }],
    ['a filter that this installation has no more', { ...refusal, filter: 'CostLimit' }],
  ])('%s: of filters nothing was kept', (_what, verdict) => {
    const { filters, score } = why(verdict);
    expect(filters).toEqual(NAMES.map(filter => ({ filter, outcome: 'notLookedAt' })));
    expect(score).toBeUndefined();
  });
});
