import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aCluster, aHealthyMember, minutesBefore, NOON, pickFixed, pickN } from '../testing/builders';
import { memberStatus } from './clusterView';
import { countChanges, diffSnapshots } from './diffSnapshots';
import { foldBlockers, messageShape } from './foldBlockers';
import { parseLabelQuery } from './labelQuery';
import { placementState } from './placementState';
import { policyInWords, strategyInWords } from './policyInWords';
import type { BlockerView } from './views';

describe('a policy in words', () => {
  const where = (...terms: object[]): Partial<PlacementPolicy> => ({
    affinity: {
      clusterAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: terms },
      },
    },
  });
  const production = { labelSelector: { matchLabels: { environment: 'production' } } };
  it.each<[PlacementPolicy | undefined, string]>([
    [undefined, 'Picks every cluster'],
    [pickFixed('a', 'b'), 'Picks the clusters a, b'],
    [{ placementType: 'PickN' }, 'Picks an unset number of clusters'],
    [pickFixed(), 'Picks no cluster: the list of names is empty'],
    [pickN(1), 'Picks any 1 cluster'],
    [pickN(3, where(production)), 'Picks 3 clusters where environment = production'],
    [
      pickN(6, {
        ...where({
          labelSelector: {
            matchLabels: { tier: 'gold' },
            matchExpressions: [
              { key: 'region', operator: 'In', values: ['weu', 'neu'] },
              { key: 'old', operator: 'DoesNotExist' },
            ],
          },
          propertySelector: {
            matchExpressions: [{ name: 'kubernetes-fleet.io/node-count', operator: 'Ge', values: ['3'] }],
          },
        }),
        topologySpreadConstraints: [{ topologyKey: 'region', maxSkew: 2 }],
        tolerations: [{ key: 'gpu', operator: 'Exists' }],
      }),
      'Picks 6 clusters where tier = gold, region in (weu, neu), old is not set and node-count ≥ 3, ' +
        'at most 2 apart over region, tolerating gpu',
    ],
    [
      pickN(2, {
        affinity: {
          clusterAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 40, preference: { labelSelector: { matchLabels: { region: 'weu' } } } },
              {
                weight: 20,
                preference: {
                  propertySorter: {
                    name: 'resources.kubernetes-fleet.io/available-cpu',
                    sortOrder: 'Descending',
                  },
                },
              },
              {
                weight: -5,
                preference: {
                  labelSelector: { matchLabels: { tier: 'old' } },
                  propertySorter: { name: 'kubernetes-fleet.io/node-count', sortOrder: 'Ascending' },
                },
              },
            ],
          },
        },
        topologySpreadConstraints: [{ topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }],
        tolerations: [{ operator: 'Exists' }, { key: 'gpu', value: 'a' }],
      }),
      'Picks 2 clusters, preferring region = weu (40), the most available-cpu (20) and ' +
        'tier = old with the least node-count (-5), if possible at most 1 apart over zone, ' +
        'tolerating every taint and gpu=a',
    ],
    [{ placementType: 'PickAll', later: 1 } as PlacementPolicy, 'Picks every cluster, and 1 more rule'],
  ])('%j', (policy, words) => expect(policyInWords(policy)).toBe(words));

  it('says how changes reach the clusters', () => {
    expect(strategyInWords({ strategy: { type: 'External' } })).toBe('Managed by update runs');
    expect(strategyInWords({ strategy: { rollingUpdate: { maxUnavailable: 1 } } })).toMatch(
      /max unavailable 1,/,
    );
  });
});

describe('a member cluster, ui §2', () => {
  const member = (patch: Parameters<typeof aHealthyMember>[0]) =>
    aCluster('c1', { health: aHealthyMember(patch) });
  it.each([
    ['healthy', member({})],
    ['unhealthy', member({ healthy: 'False', message: 'health probe failed with status code 503' })],
    ['unreachable', member({ message: 'connection refused' })],
    [
      'noHeartbeat',
      member({ healthy: 'Unknown', lastHeartbeatAt: minutesBefore(6), message: 'connection refused' }),
    ],
    ['credentialsRefused', member({ message: 'the member refuses our credentials', isRefused: true })],
    ['notJoined', member({ joined: false, message: 'it is the hub', mistaken: 'FleetstageSameCluster' })],
    ['joining', aCluster('c1', { health: undefined })],
    [
      'joining',
      member({
        ...{ joined: false, healthy: 'Unknown', lastHeartbeatAt: undefined, isAwaited: true },
        message: 'its agent has not reported yet',
      }),
    ],
    ['unreachable', member({ joined: false, lastHeartbeatAt: undefined, message: 'connection refused' })],
    ['leaving', { ...member({ healthy: 'False' }), isLeaving: true }],
  ] as const)('%s', (state, cluster) => expect(memberStatus(cluster, NOON).state).toBe(state));

  it('RUL 25: says since when nothing was heard, and what the limit is', () => {
    expect(memberStatus(member({ lastHeartbeatAt: minutesBefore(9) }), NOON)).toEqual({
      state: 'noHeartbeat',
      message: 'Last received 2026-11-21T11:51:00Z, limit 5 min.',
      since: minutesBefore(9),
    });
  });
});

describe('blockers that say the same', () => {
  const blocker = (cluster: string, message: string, patch: Partial<BlockerView> = {}): BlockerView => ({
    cause: 'ClusterFailing',
    state: 'failing',
    actor: 'appOwner',
    message,
    clusters: [cluster],
    clusterCount: 1,
    ...patch,
  });

  it('are one, with the words of the one that waits longest; the loudest and widest come first', () => {
    const folded = foldBlockers([
      blocker('c9', 'ApprovalPending', { cause: 'ApprovalPending', state: 'waiting' }),
      blocker('aks-1', 'aks-1: 1 of 3 replicas of "web" are ready', { since: '2026-11-21T12:00:00Z' }),
      blocker('aks-7', 'the webhook said no'),
      blocker('aks-2', 'aks-2: 2 of 3 replicas of "api" are ready', { since: '2026-11-21T11:00:00Z' }),
    ]);
    expect(folded.map(({ message, clusterCount }) => [message, clusterCount])).toEqual([
      ['aks-2: 2 of 3 replicas of "api" are ready', 2],
      ['the webhook said no', 1],
      ['ApprovalPending', 1],
    ]);
  });

  it('name twenty clusters, and count all', () => {
    const [one] = foldBlockers(Array.from({ length: 50 }, (_, i) => blocker(`c${i}`, `c${i} is not ready`)));
    expect([one.clusters.length, one.clusterCount]).toEqual([20, 50]);
  });

  it.each<[string, Partial<BlockerView>[], string[], number]>([
    ['one that both name counts once', [{}, {}], ['c1'], 1],
    ['shared by some', [{ clusters: ['c1', 'c2'], clusterCount: 2 }, { clusters: ['c2'] }], ['c1', 'c2'], 2],
    [
      'counted without names',
      [{ clusters: ['c1'], clusterCount: 30 }, { clusters: ['c2'] }],
      ['c1', 'c2'],
      31,
    ],
  ])('count a cluster once, ui §5.6: %s', (_, patches, clusters, clusterCount) => {
    const folded = foldBlockers(patches.map(patch => blocker('c1', 'the webhook said no', patch)));
    expect(folded).toMatchObject([{ clusters, clusterCount }]);
  });

  it.each([
    ['revision 3f2a9c017be41d20-2 of 14', 'revision #-# of #'],
    ['Deployment "web" on eu-1', 'Deployment "#" on #'],
  ])('%s', (message, shape) => expect(messageShape(message, ['eu-1'])).toBe(shape));
});

describe('two snapshots side by side', () => {
  const config = (name: string, data: object) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'web' },
    data,
  });
  const secret = (value: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    data: { password: value },
  });
  const deployment = (image: string) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'api', namespace: 'web' },
    spec: {
      template: {
        spec: {
          containers: [
            { name: 'proxy', image: 'p:1' },
            { name: 'api', image },
          ],
        },
      },
    },
  });

  it('lists what is deleted, added and changed, field by field', () => {
    const { counts, objects } = diffSnapshots(
      [config('a', { x: '1' }), config('gone', {}), deployment('api:1')],
      [config('a', { x: '1' }), config('new', {}), deployment('api:2')],
    );
    expect(counts).toEqual({ added: 1, changed: 1, deleted: 1, unchanged: 1 });
    expect(objects.map(({ change, name }) => [change, name])).toEqual([
      ['deleted', 'gone'],
      ['added', 'new'],
      ['changed', 'api'],
    ]);
    expect(objects[2].fields).toEqual([
      { path: 'spec.template.spec.containers[api].image', before: 'api:1', after: 'api:2' },
    ]);
  });

  it('RUL 40: never shows a value of a Secret, only that it differs', () => {
    const { objects } = diffSnapshots([secret('aHVudGVyMg==')], [secret('c3dvcmRmaXNo')]);
    expect(objects[0].fields).toEqual([{ path: 'data.password', before: '***', after: '***' }]);
    expect(JSON.stringify(objects)).not.toMatch(/aHVudGVyMg|c3dvcmRmaXNo/);
  });

  it('is counted by hashes alone', () => {
    const one = (key: string, hash: string) => ({ key, name: key, hash });
    expect(countChanges([one('a', '1'), one('b', '1')], [one('a', '2'), one('c', '1')]).counts).toEqual({
      added: 1,
      changed: 1,
      deleted: 1,
      unchanged: 0,
    });
  });
});

describe('a label selector as people write it', () => {
  it.each([
    ['region=weu, tier!=test', 'region In weu; tier NotIn test'],
    ['tier in (gold, silver),!old', 'tier In gold,silver; old DoesNotExist'],
    ['gpu', 'gpu Exists '],
    ['a b', undefined],
    ['=x', undefined],
  ])('%s', (text, expected) => {
    const parsed = parseLabelQuery(text);
    const result = parsed.ok
      ? parsed.value.matchExpressions
          ?.map(
            ({ key, operator, values }) =>
              `${key} ${operator}${values ? ` ${values}` : operator === 'Exists' ? ' ' : ''}`,
          )
          .join('; ')
      : undefined;
    expect(result).toBe(expected);
  });
});

describe('the state of a placement: its worst condition', () => {
  const claim = (type: string, status: 'True' | 'False' | 'Unknown', reason = 'X') => ({
    type,
    status,
    reason,
    message: '',
  });
  it.each([
    ['deciding', [claim('Scheduled', 'Unknown')]],
    ['invalid', [claim('Scheduled', 'False', 'InvalidResourceSelectors')]],
    [
      'applyFailed',
      [claim('Scheduled', 'False'), claim('RolloutStarted', 'True'), claim('Applied', 'False')],
    ],
    ['notEnoughClusters', [claim('Scheduled', 'False'), claim('Available', 'True')]],
    ['held', [claim('Scheduled', 'True'), claim('RolloutStarted', 'Unknown')]],
    ['working', [claim('Scheduled', 'True'), claim('RolloutStarted', 'True'), claim('Applied', 'Unknown')]],
    [
      'notAvailable',
      [
        claim('Scheduled', 'True'),
        claim('RolloutStarted', 'True'),
        claim('Applied', 'True'),
        claim('Available', 'False'),
      ],
    ],
    ['available', [claim('Scheduled', 'True'), claim('Available', 'True')]],
    ['diffReported', [claim('Scheduled', 'True'), claim('DiffReported', 'True')]],
  ] as const)('%s', (state, claims) => expect(placementState(claims)).toBe(state));
});
