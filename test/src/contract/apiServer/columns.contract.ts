import { showOne, showTable } from './columnsOf';
import { deployment, hoursAgo } from './objects';
import { contractSuite } from './suite';

const pod = (name: string, spec: object = {}, status?: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...metadata },
  spec: {
    automountServiceAccountToken: false,
    containers: [{ name: 'main', image: 'registry.example/web:1' }],
    ...spec,
  },
  status,
});

const container = (name: string, more: object) => ({
  name,
  image: 'registry.example/web:1',
  imageID: '',
  ready: false,
  restartCount: 0,
  ...more,
});

const template = (name: string, spec: object = {}) => ({
  metadata: { labels: { app: name } },
  spec: { containers: [{ name: 'main', image: 'registry.example/web:1' }], ...spec },
});

const started = '2026-01-01T00:00:00Z';

/** Columns and cells of kinds that run something. */
export const columns = contractSuite('columns', add => {
  add('pods that wait', async api => {
    const waiting = { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } };
    await showTable(api, 'v1/pods', [
      pod('fresh'),
      pod('pulls', {}, { phase: 'Pending', containerStatuses: [container('main', { state: waiting })] }),
      pod('gated', { schedulingGates: [{ name: 'example.io/gate' }] }),
    ]);
  });

  add('pods that run', async api => {
    const running = { state: { running: { startedAt: started } }, ready: true, started: true };
    const crashed = { terminated: { exitCode: 1, reason: 'Error', finishedAt: hoursAgo(12.5) } };
    await showTable(api, 'v1/pods', [
      pod(
        'ready',
        { nodeName: 'node-1' },
        {
          phase: 'Running',
          podIP: '10.1.2.3',
          podIPs: [{ ip: '10.1.2.3' }],
          conditions: [{ type: 'Ready', status: 'True' }],
          containerStatuses: [container('main', running)],
        },
      ),
      pod(
        'crashes',
        {},
        {
          phase: 'Running',
          containerStatuses: [
            container('main', {
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              lastState: crashed,
              restartCount: 7,
            }),
          ],
        },
      ),
      pod(
        'unready',
        {},
        { phase: 'Running', containerStatuses: [container('main', { state: running.state })] },
      ),
    ]);
  });

  add('pods that ended', async api => {
    const ended = (exitCode: number, more: object = {}) => ({
      state: { terminated: { exitCode, finishedAt: started, ...more } },
    });
    await showTable(api, 'v1/pods', [
      pod(
        'done',
        {},
        { phase: 'Succeeded', containerStatuses: [container('main', ended(0, { reason: 'Completed' }))] },
      ),
      pod('failed', {}, { phase: 'Failed', containerStatuses: [container('main', ended(3))] }),
      pod('killed', {}, { phase: 'Failed', containerStatuses: [container('main', ended(0, { signal: 9 }))] }),
      pod('evicted', {}, { phase: 'Failed', reason: 'Evicted' }),
    ]);
  });

  add('pods that begin', async api => {
    const initContainers = [
      { name: 'first', image: 'registry.example/init:1' },
      { name: 'second', image: 'registry.example/init:1' },
    ];
    const done = container('first', { ready: true, state: { terminated: { exitCode: 0 } } });
    await showTable(api, 'v1/pods', [
      pod(
        'at-second',
        { initContainers },
        {
          phase: 'Pending',
          initContainerStatuses: [
            done,
            container('second', { state: { waiting: { reason: 'PodInitializing' } } }),
          ],
        },
      ),
      pod(
        'broken',
        { initContainers },
        {
          phase: 'Pending',
          initContainerStatuses: [
            container('first', { state: { terminated: { exitCode: 2 } }, restartCount: 1 }),
          ],
        },
      ),
    ]);
  });

  add('pods with gates and nominations', async api => {
    await showTable(api, 'v1/pods', [
      pod(
        'gates',
        { readinessGates: [{ conditionType: 'example.io/a' }, { conditionType: 'example.io/b' }] },
        { nominatedNodeName: 'node-2', conditions: [{ type: 'example.io/a', status: 'True' }] },
      ),
    ]);
  });

  add('a pod that is about to go', async api => {
    await api.quietly('POST', api.in('v1/pods'), pod('leaves', { nodeName: 'nowhere' }));
    await api.quietly('DELETE', api.in('v1/pods', 'leaves'));
    await showTable(api, 'v1/pods', []);
  });

  add('deployments', async api => {
    await showTable(api, 'apps/v1/deployments', [
      {
        ...deployment('web', { replicas: 3 }),
        status: { replicas: 3, readyReplicas: 2, updatedReplicas: 1, availableReplicas: 2 },
      },
    ]);
  });

  add('replica sets', async api => {
    const spec = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template('web') };
    await showTable(api, 'apps/v1/replicasets', [
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: { name: 'web' },
        spec,
        status: { replicas: 2, readyReplicas: 1 },
      },
    ]);
  });

  add('stateful sets', async api => {
    const spec = {
      replicas: 2,
      serviceName: 'data',
      selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['data', 'more'] }] },
      template: template('data'),
    };
    await showTable(api, 'apps/v1/statefulsets', [
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata: { name: 'data' },
        spec,
        status: { replicas: 2, readyReplicas: 1 },
      },
    ]);
  });

  add('daemon sets', async api => {
    const spec = {
      selector: { matchLabels: { app: 'agent' } },
      template: template('agent', { nodeSelector: { disk: 'ssd', arch: 'arm' } }),
    };
    const status = {
      desiredNumberScheduled: 3,
      currentNumberScheduled: 2,
      numberReady: 1,
      updatedNumberScheduled: 2,
      numberAvailable: 1,
      numberMisscheduled: 0,
    };
    await showTable(api, 'apps/v1/daemonsets', [
      { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' }, spec, status },
    ]);
  });

  add('replication controllers', async api => {
    await showTable(api, 'v1/replicationcontrollers', [
      {
        apiVersion: 'v1',
        kind: 'ReplicationController',
        metadata: { name: 'old' },
        spec: {
          replicas: 1,
          selector: { app: 'old', tier: 'a' },
          template: { ...template('old'), metadata: { labels: { app: 'old', tier: 'a' } } },
        },
        status: { replicas: 1, readyReplicas: 1 },
      },
    ]);
  });

  add('jobs', async api => {
    const job = (name: string, spec: object) => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name },
      spec: {
        suspend: true,
        template: { spec: { restartPolicy: 'Never', containers: template('x').spec.containers } },
        ...spec,
      },
    });
    await showTable(api, 'batch/v1/jobs', [
      job('one', {}),
      job('several', { completions: 5, parallelism: 2 }),
      job('queue', { parallelism: 3 }),
    ]);
  });

  add('cron jobs', async api => {
    const jobTemplate = {
      spec: { template: { spec: { restartPolicy: 'Never', containers: template('x').spec.containers } } },
    };
    const cronJob = (name: string, spec: object) => ({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name },
      spec: { schedule: '*/5 * * * *', jobTemplate, ...spec },
    });
    await showTable(api, 'batch/v1/cronjobs', [
      cronJob('often', {}),
      cronJob('paused', { suspend: true, timeZone: 'Europe/Berlin' }),
    ]);
  });

  add('nodes', async api => {
    await showOne(api, 'v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'ready' }],
        addresses: [{ type: 'InternalIP', address: '10.9.9.9' }],
        nodeInfo: {
          kubeletVersion: 'v1.36.3',
          osImage: 'Example OS 1',
          kernelVersion: '6.0',
          containerRuntimeVersion: 'containerd://2.0',
        },
      },
    });
  });

  add('pod templates and revisions of controllers', async api => {
    await showTable(api, 'v1/podtemplates', [
      { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'base' }, template: template('base') },
    ]);
    await showTable(api, 'apps/v1/controllerrevisions', [
      {
        apiVersion: 'apps/v1',
        kind: 'ControllerRevision',
        metadata: { name: 'one' },
        revision: 4,
        data: { a: 1 },
      },
    ]);
  });
});
