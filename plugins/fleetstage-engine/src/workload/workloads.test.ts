import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { judgeWorkload } from './health';
import { maskLive } from './maskLive';
import { growWorkloadTree } from './workloadTree';

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  owner?: string,
): KubeObject =>
  ({
    apiVersion,
    kind,
    metadata: {
      name,
      namespace: 'web',
      uid: name,
      generation: 1,
      ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'Owner', name: owner, uid: owner }] }),
    },
    ...rest,
  }) as KubeObject;
const pod = (name: string, status: object, owner?: string) =>
  object('v1', 'Pod', name, { spec: { containers: [{ name: 'app' }] }, status }, owner);
const state = (one: object) => ({ containerStatuses: [{ name: 'app', image: 'x', state: one }] });
const READY = { conditions: [{ type: 'Ready', status: 'True' }] };

describe('judgeWorkload', () => {
  it.each([
    ['a pod that is ready', pod('p', READY), 'healthy', undefined],
    ['a pod that is done', pod('p', { phase: 'Succeeded' }), 'healthy', undefined],
    [
      'a pod that starts',
      pod('p', state({ waiting: { reason: 'ContainerCreating' } })),
      'progressing',
      'the pod is not ready',
    ],
    [
      'an image that is not there',
      pod('p', state({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image "x"' } })),
      'failing',
      'ImagePullBackOff: image x cannot be pulled',
    ],
    [
      'a crash',
      pod('p', state({ terminated: { exitCode: 137, reason: 'OOMKilled' } })),
      'failing',
      'container app exited with code 137 (OOMKilled)',
    ],
    [
      'no node for it',
      pod('p', {
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no cpu' }],
      }),
      'failing',
      'Unschedulable: no cpu',
    ],
    ['an eviction', pod('p', { phase: 'Failed', reason: 'Evicted' }), 'failing', 'Evicted'],
    [
      'a replica set',
      object('apps/v1', 'ReplicaSet', 'r', { spec: { replicas: 2 }, status: { readyReplicas: 1 } }),
      'progressing',
      '1 of 2 pods are ready',
    ],
    ['data', object('v1', 'ConfigMap', 'c'), 'healthy', undefined],
    [
      'a cron job',
      object('batch/v1', 'CronJob', 'c'),
      'unknown',
      'the availability of a CronJob cannot be tracked',
    ],
  ] as const)('B/AV-010 %s', (_, live, health, message) => {
    expect(judgeWorkload(live)).toEqual({ health, ...(message && { message }) });
  });
});

describe('growWorkloadTree', () => {
  const identity = (kind: string, name: string, group = '') => ({
    group,
    version: 'v1',
    kind,
    namespace: 'web',
    name,
  });

  it('hangs pods below their owners, and what fails comes first, owners included', () => {
    const broken = state({ waiting: { reason: 'ErrImagePull' } });
    const deployment = object('apps/v1', 'Deployment', 'app', {
      spec: { replicas: 2 },
      status: { observedGeneration: 1 },
    });
    const tree = growWorkloadTree(
      [
        { identity: identity('ConfigMap', 'a'), live: object('v1', 'ConfigMap', 'a') },
        { identity: identity('Deployment', 'app', 'apps'), live: deployment },
      ],
      [
        object('apps/v1', 'ReplicaSet', 'rs', { spec: { replicas: 2 } }, 'app'),
        pod('p1', READY, 'rs'),
        pod('p2', broken, 'rs'),
        pod('stranger', READY, 'other'),
      ],
    );
    expect(tree.map(({ name, health }) => [name, health])).toEqual([
      ['app', 'failing'],
      ['a', 'healthy'],
    ]);
    const [set] = tree[0].children;
    expect([set.health, set.message]).toEqual(['failing', 'ErrImagePull: image x cannot be pulled']);
    expect(set.children.map(({ name }) => name)).toEqual(['p2', 'p1']);
    expect(set.children[0].containers).toEqual(['app']);
  });

  it('distinguishes an object that is gone from one of somebody else, and from one that could not be placed', () => {
    const tree = growWorkloadTree(
      [
        { identity: identity('Secret', 'gone') },
        { identity: identity('Secret', 'theirs'), isForeign: true },
        { identity: identity('Secret', 'refused'), problem: 'denied' },
      ],
      [],
    );
    expect(tree.map(({ name, health, message }) => [name, health, message])).toEqual([
      ['refused', 'failing', 'denied'],
      ['gone', 'missing', undefined],
      ['theirs', 'notOwned', undefined],
    ]);
  });
});

describe('maskLive', () => {
  it('RUL 40 has neither values of a Secret nor copies of an object', () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': '{"data":"planted"}',
      'example.com/owner': 'web',
    };
    const secret = object('v1', 'Secret', 's', {
      data: { token: 'cGxhbnRlZA==' },
      stringData: { pin: 'planted' },
    });
    const masked = maskLive({ ...secret, metadata: { ...secret.metadata, annotations } });
    expect(JSON.stringify(masked)).not.toMatch(/planted|cGxhbnRlZA/);
    const plain = maskLive({ ...object('v1', 'ConfigMap', 'c'), metadata: { name: 'c', annotations } });
    expect(plain.metadata.annotations).toEqual({ 'example.com/owner': 'web' });
  });
});
