import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { normalizeManifest } from './normalizeManifest';

/** As an API server sends it: with metadata that we do not declare. */
const served = (object: Record<string, unknown>): KubeObject => {
  const { apiVersion = 'v1', kind = 'ConfigMap', metadata, ...rest } = object;
  return { apiVersion, kind, metadata: { name: 'x', ...(metadata as object) }, ...rest } as KubeObject;
};

describe('normalizeManifest', () => {
  it('A/SEL-060: drops what the server owns', () => {
    const object = served({
      metadata: {
        resourceVersion: '1',
        generation: 2,
        uid: 'u',
        selfLink: '/x',
        deletionTimestamp: '2026-01-01T00:00:00Z',
        managedFields: [{}],
        creationTimestamp: '2026-01-01T00:00:00Z',
        ownerReferences: [{}],
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
          'deployment.kubernetes.io/revision': '3',
        },
      },
      status: { phase: 'Active' },
      data: { a: 'b' },
    });
    expect(normalizeManifest(object)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x' },
      data: { a: 'b' },
    });
  });

  it('A/SEL-061: keeps the rest, and does not touch its input', () => {
    const object = served({
      metadata: {
        namespace: 'web',
        labels: { a: 'b' },
        annotations: { 'note': 'kept', 'deployment.kubernetes.io/revision': '3' },
        finalizers: ['f'],
        generateName: 'x-',
        deletionGracePeriodSeconds: 30,
      },
    });
    const before = structuredClone(object);
    expect(normalizeManifest(object).metadata).toEqual({
      name: 'x',
      namespace: 'web',
      labels: { a: 'b' },
      annotations: { note: 'kept' },
      finalizers: ['f'],
      generateName: 'x-',
      deletionGracePeriodSeconds: 30,
    });
    expect(object).toEqual(before);
  });

  it.each([
    {
      rule: 'addresses and node ports go',
      spec: {
        clusterIP: '10.0.0.1',
        clusterIPs: ['10.0.0.1'],
        healthCheckNodePort: 3,
        ports: [{ port: 80, nodePort: 30080 }],
      },
      kept: { ports: [{ port: 80 }] },
    },
    {
      rule: 'None stays',
      spec: { clusterIP: 'None', clusterIPs: ['None'] },
      kept: { clusterIP: 'None', clusterIPs: ['None'] },
    },
    {
      rule: 'ExternalName has none',
      spec: { externalName: 'a.example' },
      kept: { externalName: 'a.example' },
    },
  ])('A/SEL-062, Service: $rule', ({ spec, kept }) => {
    expect(normalizeManifest(served({ kind: 'Service', spec })).spec).toEqual(kept);
  });

  const controlled = { 'controller-uid': 'u', 'batch.kubernetes.io/controller-uid': 'u', 'app': 'a' };
  const jobSpec = (manualSelector?: boolean) => ({
    ...(manualSelector === undefined ? {} : { manualSelector }),
    selector: { matchLabels: controlled },
    template: { metadata: { creationTimestamp: null, labels: controlled }, spec: { containers: [] } },
  });
  it('A/SEL-063, Job: the labels of the hub’s controller go', () => {
    const object = served({ apiVersion: 'batch/v1', kind: 'Job', spec: jobSpec() });
    expect(normalizeManifest(object).spec).toEqual({
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [] } },
    });
  });

  it('A/SEL-063, Job: a manual selector is the user’s', () => {
    const object = served({ apiVersion: 'batch/v1', kind: 'Job', spec: jobSpec(true) });
    expect(normalizeManifest(object).spec).toEqual(jobSpec(true));
  });
});
