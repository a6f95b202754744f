import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { findCause, type WorkloadSigns } from './findCause';

const IMAGE = 'registry.example/x:bad';

const pod = (name: string, status: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, uid: `uid-${name}` },
  status,
});
const container = (state: object, patch: object = {}) => ({
  containerStatuses: [{ name: 'app', image: IMAGE, ready: false, state, ...patch }],
});
const waiting = (reason: string, message?: string, patch: object = {}) =>
  container({ waiting: { reason, ...(message !== undefined && { message }) } }, patch);
const warning = (
  reason: string,
  message: string,
  { of = 'ReplicaSet', uid = 'rs', at = '2026-11-24T12:00:00Z' } = {},
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: `${reason}-${at}` },
  involvedObject: { kind: of, uid },
  reason,
  message,
  type: 'Warning',
  lastTimestamp: at,
});

const cases: readonly (readonly [string, Partial<WorkloadSigns>, string | undefined])[] = [
  ['nothing says anything', {}, undefined],
  ['a pod that only starts', { pods: [pod('a', waiting('ContainerCreating'))] }, undefined],
  [
    'an image that is not there, of two pods',
    {
      pods: ['a', 'b'].map(name =>
        pod(
          name,
          waiting('ImagePullBackOff', `Back-off pulling image "${IMAGE}": ErrImagePull: ${IMAGE}: not found`),
        ),
      ),
    },
    `ImagePullBackOff: image ${IMAGE} not found (2 pods)`,
  ],
  [
    'the waiting reason alone, and an event that says why',
    {
      pods: [pod('a', waiting('ImagePullBackOff', `Back-off pulling image "${IMAGE}"`))],
      events: [
        warning('Failed', `Failed to pull image "${IMAGE}": manifest unknown`, { of: 'Pod', uid: 'uid-a' }),
      ],
    },
    `ImagePullBackOff: image ${IMAGE} not found`,
  ],
  [
    'an event of another pod',
    {
      pods: [pod('a', waiting('ImagePullBackOff', `Back-off pulling image "${IMAGE}"`))],
      events: [warning('Failed', 'manifest unknown', { of: 'Pod', uid: 'uid-b' })],
    },
    `ImagePullBackOff: image ${IMAGE} cannot be pulled`,
  ],
  [
    'a registry that refuses',
    {
      pods: [pod('a', waiting('ErrImagePull', 'pull access denied, repository does require authorization'))],
    },
    `ErrImagePull: image ${IMAGE} refused by the registry: no access`,
  ],
  [
    'a program that ends',
    {
      pods: [
        pod(
          'a',
          waiting('CrashLoopBackOff', 'back-off 5m0s restarting failed container', {
            restartCount: 7,
            lastState: { terminated: { exitCode: 1, reason: 'Error', message: 'password=hunter2' } },
          }),
        ),
      ],
    },
    'CrashLoopBackOff: container app exited with code 1, restarted 7 times',
  ],
  [
    'a program without enough memory',
    {
      pods: [
        pod(
          'a',
          waiting('CrashLoopBackOff', '', {
            restartCount: 1,
            lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
          }),
        ),
      ],
    },
    'CrashLoopBackOff: container app exited with code 137 (OOMKilled), restarted 1 time',
  ],
  [
    'a Secret that is missing',
    { pods: [pod('a', waiting('CreateContainerConfigError', 'secret "db" not found'))] },
    'CreateContainerConfigError: secret "db" not found',
  ],
  [
    'an init container that fails comes first',
    {
      pods: [
        pod('a', {
          ...waiting('PodInitializing'),
          initContainerStatuses: [
            {
              name: 'setup',
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              lastState: { terminated: { exitCode: 2 } },
            },
          ],
        }),
      ],
    },
    'CrashLoopBackOff: container setup exited with code 2',
  ],
  [
    'a pod of a Job that failed',
    { pods: [pod('a', { phase: 'Failed', ...container({ terminated: { exitCode: 3, reason: 'Error' } }) })] },
    'container app exited with code 3',
  ],
  [
    'no node has room',
    {
      pods: [
        pod('a', {
          conditions: [
            {
              type: 'PodScheduled',
              status: 'False',
              reason: 'Unschedulable',
              message: '0/3 nodes are available: 3 Insufficient cpu. preemption: 0/3 nodes are available.',
            },
          ],
        }),
      ],
    },
    'Unschedulable: 0/3 nodes are available: 3 Insufficient cpu',
  ],
  [
    'a quota: no pod is made',
    {
      events: [
        warning('FailedCreate', 'Error creating: pods "web-1-" is forbidden: exceeded quota: compute'),
        warning('FailedCreate', 'an older one', { at: '2026-11-24T11:00:00Z' }),
      ],
    },
    'FailedCreate: pods "web-1-" is forbidden: exceeded quota: compute',
  ],
  [
    'a probe that fails; its output is not repeated',
    {
      pods: [pod('a', container({ running: {} }))],
      events: [
        warning('Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503 token=s3cret', {
          of: 'Pod',
          uid: 'uid-a',
        }),
      ],
    },
    'container app runs and is not ready: readiness probe failed (HTTP probe failed with status code 503)',
  ],
  [
    'the more specific cause wins over the more frequent',
    {
      pods: [
        pod('a', container({ running: {} })),
        pod('b', container({ running: {} })),
        pod('c', waiting('CreateContainerConfigError', 'configmap "x" not found')),
      ],
    },
    'CreateContainerConfigError: configmap "x" not found',
  ],
  ['pods may not be listed', { forbidden: ['pods'] }, 'cause not readable: pods is forbidden'],
  [
    'neither pods nor events may be listed',
    { forbidden: ['pods', 'events'] },
    'cause not readable: pods and events are forbidden',
  ],
  [
    'events say it although pods may not be listed',
    { forbidden: ['pods'], events: [warning('FailedCreate', 'Error creating: exceeded quota')] },
    'FailedCreate: exceeded quota',
  ],
];

it.each(cases)('B/AV-001 cause: %s', (_, signs, cause) => {
  expect(findCause({ pods: [], events: [], forbidden: [], ...signs })).toBe(cause);
});

it('B/AV-001 cause: cuts the middle of a long message, never its useful end', () => {
  const message = `a long way round ${'x'.repeat(2_000)} and the end says: secret "db" not found`;
  const cause = findCause({
    pods: [
      pod('a', waiting('CreateContainerError', message)),
      pod('b', waiting('CreateContainerError', message)),
    ],
    events: [],
    forbidden: [],
  });
  expect(cause?.length).toBeLessThan(420);
  expect(cause).toMatch(
    /^CreateContainerError: a long way round .*…x*.* and the end says: secret "db" not found \(2 pods\)$/,
  );
});

it('B/AV-001 cause: takes whatever a hostile member sends', () => {
  const odd = [null, 1, 'x', [], {}, { waiting: 5 }, { waiting: { reason: {}, message: [] } }];
  const pods = odd.map((state, i) =>
    pod(`p${i}`, {
      containerStatuses: [state, { state, lastState: state, image: state }],
      conditions: state,
    }),
  );
  const events = [warning('\u0000', `${'\u0000\n'.repeat(100_000)}end`)];
  expect(findCause({ pods, events, forbidden: [] })).toBe('… end');
});
