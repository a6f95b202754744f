import type { Api } from './Api';
import { deployment } from './objects';
import { contractSuite } from './suite';

const container = { name: 'main', image: 'registry.example/web:1' };

/** Nothing of them is stored: what is refused is of interest. */
function poster(resource: string) {
  return (api: Api, spec: object, name = 'one') =>
    api.post(`${api.in(resource)}?dryRun=All`, { metadata: { name }, spec });
}

const template = (spec: object = {}, labels: object = { app: 'one' }) => ({
  metadata: { labels },
  spec: { containers: [container], ...spec },
});
const selector = { matchLabels: { app: 'one' } };
const postDeployment = poster('apps/v1/deployments');
const postSet = poster('apps/v1/statefulsets');
const postJob = poster('batch/v1/jobs');
const postPod = poster('v1/pods');
const podIn = (pod: object) => ({ selector, template: template(pod) });

export const validationWorkloads = contractSuite('validationWorkloads', add => {
  add('an empty Deployment', async api => {
    await postDeployment(api, {});
    await api.post(api.in('apps/v1/deployments'), { metadata: { name: 'one' } });
  });
  add('selector and labels of a Deployment', async api => {
    await postDeployment(api, { selector: {}, template: template() });
    await postDeployment(api, { selector: { matchLabels: { app: 'two' } }, template: template() });
    await postDeployment(api, { selector: { matchLabels: { 'a b': '1' } }, template: template() });
    await postDeployment(api, {
      selector: {
        matchExpressions: [
          { key: 'app', operator: 'In' },
          { key: 'x', operator: 'Is', values: ['a'] },
        ],
      },
      template: template(),
    });
    await postDeployment(api, {
      selector: {
        matchExpressions: [
          { key: 'app', operator: 'Exists', values: ['a'] },
          { key: '', operator: 'Exists' },
        ],
      },
      template: template(),
    });
  });
  add('numbers of a Deployment', async api => {
    await postDeployment(api, { ...podIn({}), replicas: -1 });
    await postDeployment(api, { ...podIn({}), minReadySeconds: -1, revisionHistoryLimit: -1 });
    await postDeployment(api, { ...podIn({}), progressDeadlineSeconds: 5, minReadySeconds: 9 });
    await postDeployment(api, { ...podIn({}), progressDeadlineSeconds: -1 });
  });
  add('the strategy of a Deployment', async api => {
    const post = (strategy: object) => postDeployment(api, { ...podIn({}), strategy });
    await post({ type: 'Sometimes' });
    await post({ type: 'Recreate', rollingUpdate: { maxSurge: 1 } });
    await post({ rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } });
    await post({ rollingUpdate: { maxSurge: '10', maxUnavailable: '101%' } });
    await post({ rollingUpdate: { maxSurge: -1, maxUnavailable: '-5%' } });
  });
  add('the selector of a Deployment stays', async api => {
    await api.quietly('POST', api.in('apps/v1/deployments'), deployment('one'));
    await api.patch('merge', api.in('apps/v1/deployments', 'one'), {
      spec: {
        selector: { matchLabels: { tier: 'web' } },
        template: { metadata: { labels: { tier: 'web' } } },
      },
    });
  });
  add('containers', async api => {
    const post = (containers: unknown) => postDeployment(api, podIn({ containers }));
    await post([]);
    await post([{}]);
    await post([{ name: 'A_B', image: 'x' }]);
    await post([container, container]);
    await post([{ ...container, image: ' x ' }]);
    await post([{ ...container, imagePullPolicy: 'Never ever' }]);
    await post([{ ...container, ports: [{ containerPort: 0 }, { containerPort: 70_000, protocol: 'X' }] }]);
    await post([
      {
        ...container,
        ports: [
          { containerPort: 80, name: 'http' },
          { containerPort: 81, name: 'http' },
        ],
      },
    ]);
    await post([{ ...container, ports: [{ containerPort: 80, name: 'UPPER' }] }]);
    await post([{ ...container, terminationMessagePolicy: 'Never' }]);
  });
  add('variables and mounts of a container', async api => {
    const post = (more: object) => postDeployment(api, podIn({ containers: [{ ...container, ...more }] }));
    await post({ env: [{ value: 'x' }] });
    await post({ env: [{ name: 'a=b' }] });
    await post({ env: [{ name: 'A', value: 'x', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] });
    await post({ env: [{ name: 'A', valueFrom: {} }] });
    await post({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.nope' } } }] });
    await post({ envFrom: [{}] });
    await post({ volumeMounts: [{ name: 'data', mountPath: '/data' }] });
    await post({ volumeMounts: [{}] });
  });
  add('resources of a container', async api => {
    const post = (resources: object) =>
      postDeployment(api, podIn({ containers: [{ ...container, resources }] }));
    await post({ limits: { cpu: '-1' } });
    await post({ limits: { cpu: '1' }, requests: { cpu: '2' } });
    await post({ requests: { 'a b': '1' } });
    await post({ requests: { nope: '1' } });
    await post({ limits: { 'example.com/gpu': '0.5' } });
  });
  add('probes of a container', async api => {
    const post = (livenessProbe: object) =>
      postDeployment(api, podIn({ containers: [{ ...container, livenessProbe }] }));
    await post({});
    await post({ httpGet: {} });
    await post({ httpGet: { port: 80, path: '/' }, tcpSocket: { port: 80 } });
    await post({ tcpSocket: { port: 0 }, periodSeconds: -1, successThreshold: 2 });
  });
  add('volumes', async api => {
    const post = (volumes: unknown) => postDeployment(api, podIn({ volumes }));
    await post([{ name: 'a' }, { name: 'a' }]);
    await post([{ emptyDir: {} }]);
    await post([{ name: 'a', emptyDir: {}, hostPath: { path: '/x' } }]);
    await post([{ name: 'a', configMap: {} }]);
    await post([{ name: 'a', hostPath: { path: '' } }]);
  });
  add('policies of a pod', async api => {
    await postDeployment(api, podIn({ restartPolicy: 'Never' }));
    await postDeployment(api, podIn({ restartPolicy: 'Nope' }));
    await postDeployment(api, podIn({ dnsPolicy: 'Nope' }));
    await postDeployment(api, podIn({ terminationGracePeriodSeconds: -1, activeDeadlineSeconds: 5 }));
    await postDeployment(api, podIn({ serviceAccountName: 'A B' }));
    await postDeployment(api, podIn({ nodeSelector: { 'a b': 'c' } }));
    await postDeployment(
      api,
      podIn({
        tolerations: [
          { operator: 'Exists', value: 'x' },
          { effect: 'Nope', key: 'a' },
        ],
      }),
    );
  });
  add('a pod by itself', async api => {
    await postPod(api, {});
    await postPod(api, { containers: [{ name: 'main' }] });
    await postPod(api, { containers: [{ name: 'main', image: ' x ' }] });
    await postPod(api, { containers: [container], nodeName: 'A B' });
    await postPod(api, { containers: [container], hostname: 'A_B' });
    await postPod(api, { containers: [container], serviceAccountName: 'nobody' });
    await postPod(api, { containers: [container], priorityClassName: 'none' });
  });
  add('a StatefulSet', async api => {
    await postSet(api, {});
    await postSet(api, { ...podIn({}), podManagementPolicy: 'Any', updateStrategy: { type: 'Any' } });
    await postSet(api, { ...podIn({}), replicas: -1, minReadySeconds: -1 });
    await postSet(api, {
      ...podIn({}),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: -1 } },
    });
    await postSet(api, { ...podIn({}), serviceName: 'A_B' });
  });
  add('most of a StatefulSet stays', async api => {
    const path = api.in('apps/v1/statefulsets', 'one');
    await api.quietly('POST', api.in('apps/v1/statefulsets'), {
      metadata: { name: 'one' },
      spec: { ...podIn({}), replicas: 0 },
    });
    await api.patch('merge', path, { spec: { serviceName: 'other' } });
    await api.patch('merge', path, { spec: { replicas: -2 } });
  });
  add('a DaemonSet', async api => {
    const post = poster('apps/v1/daemonsets');
    await post(api, {});
    await post(api, { ...podIn({}), updateStrategy: { type: 'Recreate' } });
    await post(api, { ...podIn({}), updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } });
  });
  add('a Job', async api => {
    await postJob(api, {});
    await postJob(api, { template: template() });
    await postJob(api, { template: template({ restartPolicy: 'Always' }) });
    await postJob(api, {
      template: template({ restartPolicy: 'Never' }),
      parallelism: -1,
      completions: -1,
      backoffLimit: -1,
    });
    await postJob(api, { template: template({ restartPolicy: 'Never' }), completionMode: 'Indexed' });
    await postJob(api, {
      template: template({ restartPolicy: 'Never' }),
      completionMode: 'Nope',
      ttlSecondsAfterFinished: -1,
    });
    await postJob(api, { template: template({ restartPolicy: 'Never' }), selector });
    await postJob(api, { template: template({ restartPolicy: 'Never' }), manualSelector: true });
  });
  add('what a Job runs stays', async api => {
    const path = api.in('batch/v1/jobs', 'one');
    const body = {
      metadata: { name: 'one' },
      spec: { template: template({ restartPolicy: 'Never' }), suspend: false },
    };
    await api.quietly('POST', api.in('batch/v1/jobs'), body);
    await api.patch('merge', path, { spec: { completions: 4 } });
    await api.patch('merge', path, { spec: { completionMode: 'Indexed' } });
  });
  add('a CronJob', async api => {
    const jobTemplate = { spec: { template: template({ restartPolicy: 'Never' }) } };
    const post = (spec: object, name?: string) =>
      poster('batch/v1/cronjobs')(api, { jobTemplate, ...spec }, name);
    await post({});
    await post({ schedule: '* * *' });
    await post({ schedule: '61 * * * *' });
    await post({ schedule: '@hourly', concurrencyPolicy: 'Maybe', successfulJobsHistoryLimit: -1 });
    await post({ schedule: '@hourly', timeZone: 'Mars/Base' });
    await post({ schedule: 'TZ=UTC * * * * *' });
    await post({ schedule: '@hourly' }, 'x'.repeat(53));
  });
  add('a HorizontalPodAutoscaler', async api => {
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'one' };
    const post = (spec: object) => poster('autoscaling/v2/horizontalpodautoscalers')(api, spec);
    await post({});
    await post({ scaleTargetRef, minReplicas: 3, maxReplicas: 2 });
    await post({ scaleTargetRef, minReplicas: 0, maxReplicas: 0 });
  });
  add('a PodDisruptionBudget', async api => {
    const post = (spec: object) => poster('policy/v1/poddisruptionbudgets')(api, spec);
    await post({ selector, minAvailable: 1, maxUnavailable: 1 });
    await post({ selector, minAvailable: -1 });
    await post({ selector, maxUnavailable: '120%' });
    await post({ selector, maxUnavailable: 'few' });
  });
});
