/** Small objects that many cases use. */

interface Meta {
  readonly [field: string]: unknown;
}

export const configMap = (name: string, data?: Readonly<Record<string, string>>, metadata: Meta = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  ...(data ? { data } : {}),
});

export const deployment = (name: string, spec: Meta = {}, metadata: Meta = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, ...metadata },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'registry.example/web:1' }] },
    },
    ...spec,
  },
});

/**
 * Between 8 and 48 hours an age is shown in whole hours, and half an hour more keeps it from passing into the next one while
 * a case runs. A moment of the calendar would have another age each day.
 */
export const hoursAgo = (hours: 12.5 | 30.5) =>
  new Date(Date.now() - hours * 3_600_000).toISOString().replace(/\.\d+/, '');
