import { createHash } from 'node:crypto';
import { COLLECTION, configMapText, NAMESPACE } from './configMaps';
import type { LoadRequest } from './LoadConnection';

const HOME = `namespaces/${NAMESPACE}`;
const MIX: readonly (readonly [count: number, make: (name: string) => LoadRequest])[] = [
  [110, name => post(COLLECTION, configMapText(name, seal(name)))],
  [60, name => post(`/api/v1/${HOME}/secrets`, secretText(name))],
  [50, name => post(`/apis/apps/v1/${HOME}/deployments`, deploymentText(name))],
  [50, name => post(`/api/v1/${HOME}/pods`, podText(name))],
  [30, name => post(`/api/v1/${HOME}/services`, serviceText(name))],
];

export const OBJECTS_PER_MEMBER = MIX.reduce((sum, [count]) => sum + count, 0);

/** What a member holds: names and contents differ on every member, so nothing can be kept once for all. */
export function memberObjects(member: string): LoadRequest[] {
  return MIX.flatMap(([count, make]) => Array.from({ length: count }, (_, i) => make(`${member}-${i}`)));
}

const post = (path: string, body: string): LoadRequest => ({
  method: 'POST',
  path,
  body,
  contentType: 'application/json',
});

/** Like a key: nothing that repeats. */
const seal = (text: string) => createHash('sha256').update(text).digest('base64');

const labelsOf = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'shop',
  'app.kubernetes.io/managed-by': 'bench',
});

const secretText = (name: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, labels: labelsOf(name) },
    type: 'Opaque',
    data: {
      'password': seal(name),
      'tls.key': Array.from({ length: 12 }, (_, i) => seal(`${name}/${i}`).slice(0, 40)).join(''),
    },
  });

const podSpec = (name: string) => ({
  serviceAccountName: 'default',
  containers: [
    {
      name: 'app',
      image: `registry.example.org/shop/${name}:1.4.2`,
      args: ['--config', '/etc/app/application.properties'],
      ports: [{ name: 'http', containerPort: 8080 }],
      env: [
        { name: 'NAME', value: name },
        { name: 'PASSWORD', valueFrom: { secretKeyRef: { name, key: 'password' } } },
      ],
      resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
      readinessProbe: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 5 },
      volumeMounts: [{ name: 'config', mountPath: '/etc/app' }],
    },
  ],
  volumes: [{ name: 'config', configMap: { name } }],
});

const podText = (name: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: labelsOf(name) },
    spec: podSpec(name),
  });

const deploymentText = (name: string) =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: labelsOf(name) },
    spec: {
      replicas: 3,
      selector: { matchLabels: { 'app.kubernetes.io/name': name } },
      template: { metadata: { labels: labelsOf(name) }, spec: podSpec(name) },
    },
  });

const serviceText = (name: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: labelsOf(name) },
    spec: {
      selector: { 'app.kubernetes.io/name': name },
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    },
  });
