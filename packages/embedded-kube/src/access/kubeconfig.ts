import { stringify } from 'yaml';

export interface KubeconfigCluster {
  readonly name: string;
  readonly url: string;
  readonly token: string;
}

/** YAML with a context for each cluster; the first one is current. */
export function renderKubeconfig(clusters: readonly KubeconfigCluster[], caPem: string): string {
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
      'contexts': clusters.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
    },
    { lineWidth: 0 },
  );
}
