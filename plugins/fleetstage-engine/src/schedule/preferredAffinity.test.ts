import type { PreferredClusterSelector } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ScheduleVerdict } from '../state/placement';
import { aCluster, pickN, PICK_ALL } from '../testing/builders';
import { exampleFleet, shortName } from '../testing/exampleFleet';
import { decide, selected } from './decideSchedule.testing';
import { NODES, labelled, preferring, sorted, type Order } from './preferences.testing';

const RATING = 'example.com/energy-rating';
const resource = (name: string) => `resources.kubernetes-fleet.io/${name}`;

const CANARY_CPU = sorted(resource('available-cpu'), 'Descending', 100, { env: 'canary' });
const EAST_RATING = sorted(RATING, 'Descending', 100, { region: 'east' });
const CENTRAL_PROD = labelled({ region: 'central', env: 'prod' }, 10);

/** Picked clusters, the best first. */
const ranked = (verdicts: readonly ScheduleVerdict[]) =>
  verdicts
    .filter(v => v.selected)
    .sort((a, b) => score(b) - score(a) || (a.cluster < b.cluster ? 1 : -1))
    .map(v => shortName(v.cluster))
    .join(' ');
const score = ({ score: s }: ScheduleVerdict) => s?.affinityScore ?? NaN;

describe('preferred cluster affinity (A/SCH-050…053)', () => {
  it.each<[string, PreferredClusterSelector[], number, number[], string]>([
    ['1', [sorted(NODES, 'Ascending', 100)], 3, [86, 57, 29, 86, 0, 86, 0], 'c6 c4 c1'],
    ['2', [sorted(NODES, 'Descending', 100)], 3, [14, 43, 71, 14, 100, 14, 100], 'c7 c5 c3'],
    [
      '3',
      [
        sorted(NODES, 'Ascending', 100),
        sorted(RATING, 'Descending', 80),
        sorted(resource('allocatable-memory'), 'Descending', 60),
      ],
      3,
      [168, 108, 68, 146, 46, 135, 60],
      'c1 c4 c6',
    ],
    ['4', [CANARY_CPU], 4, [0, 0, 75, 0, 0, 0, 50], 'c3 c7 c6 c5'],
    ['5', [CANARY_CPU, EAST_RATING], 4, [100, 50, 100, 0, 0, 0, 50], 'c3 c1 c7 c2'],
    ['6', [sorted('example.com/unknown', 'Ascending', 100)], 3, [0, 0, 0, 0, 0, 0, 0], 'c7 c6 c5'],
    ['7', [CENTRAL_PROD], 4, [0, 0, 0, 10, 10, 0, 0], 'c5 c4 c7 c6'],
    [
      '8',
      [CENTRAL_PROD, labelled({ region: 'east', env: 'canary' }, 20)],
      4,
      [0, 0, 20, 10, 10, 0, 0],
      'c3 c5 c4 c7',
    ],
  ])('A/SCH-051, A/SCH-052 example %s of the fleet', (_example, terms, n, scores, picked) => {
    const decision = decide({ policy: pickN(n, preferring(...terms)), clusters: exampleFleet() });
    expect(decision.verdicts.filter(v => v.score).map(score)).toEqual(scores);
    expect(ranked(decision.verdicts)).toBe(picked);
  });

  it('A/SCH-052: all alike earn nothing', () => {
    const fleet = ['a', 'b'].map(name => aCluster(name, { properties: { [RATING]: '1000m' } }));
    const decision = decide({
      policy: pickN(2, preferring(sorted(RATING, 'Ascending', 100))),
      clusters: fleet,
    });
    expect(decision.verdicts.map(score)).toEqual([0, 0]);
  });

  it.each<Order>(['Ascending', 'Descending'])(
    'A/SCH-052: a missing property earns nothing, %s',
    sortOrder => {
      const fleet = [
        aCluster('a', { properties: { [RATING]: '1' } }),
        aCluster('b', { properties: { [RATING]: '9' } }),
        aCluster('c'),
      ];
      const decision = decide({
        policy: pickN(3, preferring(sorted(RATING, sortOrder, 50))),
        clusters: fleet,
      });
      expect(decision.verdicts.map(score)[2]).toBe(0);
      expect(decision.verdicts[2].parts).toBeUndefined();
    },
  );

  it.each(['lots', '1e999'])(
    'A/SCH-053: %s is no number: it earns nothing and does not spoil the others',
    value => {
      const fleet = ['1', '3', '5', value].map((rating, i) =>
        aCluster(`c${i}`, { properties: { [RATING]: rating } }),
      );
      const decision = decide({
        policy: pickN(4, preferring(sorted(RATING, 'Descending', 100))),
        clusters: fleet,
      });
      expect(decision.verdicts.map(score)).toEqual([0, 50, 100, 0]);
    },
  );

  it('A/SCH-052: who is picked, tainted or leaving still stretches the range', () => {
    const rating = (value: string) => ({ properties: { [RATING]: value } });
    const fleet = [
      aCluster('a', { ...rating('0'), isLeaving: true }),
      aCluster('b', rating('5')),
      aCluster('c', { ...rating('10'), taints: [{ key: 'k', effect: 'NoSchedule' }] }),
    ];
    const decision = decide({
      policy: pickN(1, preferring(sorted(RATING, 'Descending', 100))),
      clusters: fleet,
    });
    expect(decision.verdicts.find(v => v.selected)).toMatchObject({
      cluster: 'b',
      score: { affinityScore: 50 },
      parts: [
        {
          plugin: 'ClusterAffinity',
          subject: `weight 100, ${RATING} Descending: 5 in [0, 10]`,
          affinity: 50,
        },
      ],
    });
  });

  it('A/SCH-050: a weight of zero contributes nothing, but its sorter must be well-formed', () => {
    const idle = pickN(1, preferring({ weight: 0, preference: {} }));
    expect(decide({ policy: idle, clusters: exampleFleet() }).verdicts.filter(v => v.parts)).toEqual([]);
    const broken = pickN(1, preferring(sorted(resource('free-cpu'), 'Ascending', 0)));
    expect(decide({ policy: broken, clusters: exampleFleet() }).outcome).toMatchObject({
      fulfilled: false,
      message:
        'The scheduling policy cannot be evaluated: a preferred cluster affinity term is invalid (preferredDuringSchedulingIgnoredDuringExecution[0]): "resources.kubernetes-fleet.io/free-cpu" is not a resource property: write resources.kubernetes-fleet.io/, then total-, allocatable- or available-, then the resource, e.g. resources.kubernetes-fleet.io/available-cpu',
    });
  });

  it('A/SCH-051, A/DOC-20: a bare weight is given to every cluster; a property selector in a preference is ignored', () => {
    const ignored = { matchExpressions: [{ name: NODES, operator: 'Gt' as const, values: ['7'] }] };
    const policy = pickN(9, preferring({ weight: 7, preference: { propertySelector: ignored } }));
    const decision = decide({ policy, clusters: exampleFleet() });
    expect(decision.verdicts.filter(v => v.score).map(score)).toEqual([7, 7, 7, 7, 7, 7, 7]);
  });

  it('A/SCH-051: labels that Kubernetes would refuse hold the placement', () => {
    const policy = pickN(1, preferring(labelled({ 'not a key': 'x' }, 5)));
    expect(decide({ policy, clusters: exampleFleet() }).outcome?.message).toMatch(
      /a preferred cluster affinity term is invalid \(.*\[0\]\): "not a key"/,
    );
  });

  it('A/SCH-034: PickAll does not rank', () => {
    const decision = decide({
      policy: { ...PICK_ALL, ...preferring(sorted(NODES, 'Ascending', 100)) },
      clusters: exampleFleet(),
    });
    expect(selected(decision)).toHaveLength(7);
    expect(decision.verdicts.filter(v => v.selected).map(score)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('A/SCH-081: topology before affinity before who is there already', () => {
    const fleet = [
      aCluster('a', { labels: { zone: '1', tier: 'gold' } }),
      aCluster('b', { labels: { zone: '2' } }),
      aCluster('c', { labels: { zone: '1', tier: 'gold' } }),
    ];
    const policy = pickN(2, {
      ...preferring(labelled({ tier: 'gold' }, 20)),
      topologySpreadConstraints: [{ topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 }],
    });
    expect(selected(decide({ policy, clusters: fleet }))).toEqual(['b', 'c']);
  });
});
