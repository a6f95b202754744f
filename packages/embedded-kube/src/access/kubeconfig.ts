import { stringify } from 'yaml';

export interface KubeconfigCluster {
  readonly name: string;
  readonly url: string;
  readonly token: string;
}

/** Where faults are governed; kubectl leaves it alone. */
export interface KubeconfigControl {
  readonly url: string;
  readonly token: string;
}

export const CONTROL_EXTENSION = 'embedded-kube';

/** YAML with a context for each cluster; the first one is current. */
export function renderKubeconfig(
  clusters: readonly KubeconfigCluster[],
  caPem: string,
  control?: KubeconfigControl,
): string {
  const authority = Buffer.from(caPem).toString('base64');
  return stringify(
    {
      'apiVersion': 'v1',
      'kind': 'Config',
      'current-context': clusters[0]?.name,
      'clusters': clusters.map(({ name, url }) => ({
        name,
        cluster: { 'server': url, 'certificate-authority-data': authority },
      })),
      'users': clusters.map(({ name, token }) => ({ name, user: { token } })),
      ...(control ? { extensions: [{ name: CONTROL_EXTENSION, extension: control }] } : {}),
      'contexts': clusters.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
    },
    { lineWidth: 0 },
  );
}
