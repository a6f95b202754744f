import * as k8s from '@kubernetes/client-node';

export interface ClientApis {
  readonly config: k8s.KubeConfig;
  readonly core: k8s.CoreV1Api;
  readonly apps: k8s.AppsV1Api;
  readonly custom: k8s.CustomObjectsApi;
  readonly objects: k8s.KubernetesObjectApi;
}

export type Story = (apis: ClientApis) => Promise<unknown>;

export const NAMESPACE = 'default';

export const configMap = (
  name: string,
  data: Record<string, string> = {},
  labels?: Record<string, string>,
) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: NAMESPACE, ...(labels && { labels }) },
  data,
});

/** The status code and the body of what the client throws. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof k8s.ApiException)) return { unexpected: String(error) };
  const body: unknown = typeof error.body === 'string' ? JSON.parse(error.body) : error.body;
  return { code: error.code, body };
}
