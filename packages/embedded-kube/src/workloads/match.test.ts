import type { KubeObject } from '../contracts';
import { isMatch, pickStage } from './match';
import { readStages } from './readStages';
import type { Term } from './stage';

const pod = (image: string, status: object = { phase: 'Pending' }, metadata: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', ...metadata },
  spec: {
    nodeName: 'node-1',
    containers: [
      { name: 'side', image: 'r/side:v1' },
      { name: 'web', image },
    ],
  },
  status,
});

const job = { ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'once', uid: 'u' }] };
const waiting = (reason: string) => ({
  phase: 'Pending',
  containerStatuses: [{ name: 'web', state: { waiting: { reason } } }],
});

it.each<[string, KubeObject, string | undefined]>([
  ['a new pod starts', pod('r/web:v1'), 'pod-starts'],
  ['a tag that begins with bad cannot be pulled', pod('r/web:bad'), 'pod-pull-fails'],
  ['whatever follows', pod('r/web:bad-1'), 'pod-pull-fails'],
  ['also with a digest', pod('r/web:bad@sha256:00'), 'pod-pull-fails'],
  ['a port is no tag', pod('badhost:bad/web:v1'), 'pod-starts'],
  ['a name is no tag', pod('r/bad-web:v1'), 'pod-starts'],
  ['a failed pull backs off', pod('r/web:bad', waiting('ErrImagePull')), 'pod-pull-backs-off'],
  ['and stays there', pod('r/web:bad', waiting('ImagePullBackOff')), undefined],
  ['a running pod stays', pod('r/web:v1', { phase: 'Running' }), undefined],
  ['a running pod of a Job completes', pod('r/web:v1', { phase: 'Running' }, job), 'pod-completes'],
  [
    'a deleted pod goes, whatever it did',
    pod('r/web:bad', waiting('ErrImagePull'), { deletionTimestamp: '2026-11-21T00:00:00Z' }),
    'pod-delete',
  ],
])('%s', (_, object, stage) => {
  expect(pickStage(readStages().get('v1/Pod') ?? [], object)?.name).toBe(stage);
});

it.each<[Term, boolean]>([
  [{ path: 'metadata.name', is: 'present' }, true],
  [{ path: 'metadata.labels.app', is: 'absent' }, true],
  [{ path: 'spec.containers[*].name', in: ['web'] }, true],
  [{ path: 'spec.containers[*].name', in: ['other'] }, false],
  [{ path: 'spec.containers[*].image', matches: '^r/web' }, true],
  [{ path: 'spec.containers[*].image', noneMatches: '^r/web' }, false],
  [{ path: 'spec.initContainers[*].image', noneMatches: '.' }, true],
])('%j is %s', (term, expected) => {
  expect(isMatch(term, pod('r/web:v1'))).toBe(expected);
});
