/** A cluster of a kubeconfig with the one user that its context uses. */
export interface KubeconfigEntry {
  readonly name: string;
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
}

/** A kubeconfig with one context for each entry, the first one current. JSON, which every YAML reader takes. */
export function renderKubeconfig(entries: readonly KubeconfigEntry[]): string {
  return JSON.stringify(
    {
      'apiVersion': 'v1',
      'kind': 'Config',
      'current-context': entries[0]?.name,
      'clusters': entries.map(({ name, url, caPem }) => ({
        name,
        cluster: { 'server': url, 'certificate-authority-data': Buffer.from(caPem).toString('base64') },
      })),
      'users': entries.map(({ name, token }) => ({ name, user: { token } })),
      'contexts': entries.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
    },
    null,
    2,
  );
}
