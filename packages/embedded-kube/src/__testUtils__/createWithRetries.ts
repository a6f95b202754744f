import { Agent, request } from 'undici';
import { parse } from 'yaml';

interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: { readonly 'server': string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

const MOST_TRIES = 5;

/** A small client, such as somebody tests with the fleet: creates an empty ConfigMap, however often it takes. */
export async function createConfigMap(kubeconfig: string, name: string): Promise<void> {
  const { clusters, users } = parse(kubeconfig) as Kubeconfig;
  const { cluster } = clusters[0];
  const ca = Buffer.from(cluster['certificate-authority-data'], 'base64');
  const dispatcher = new Agent({ connect: { ca } });
  try {
    for (let tries = 1; ; tries += 1) {
      const { statusCode, body } = await request(`${cluster.server}/api/v1/namespaces/default/configmaps`, {
        method: 'POST',
        dispatcher,
        headers: { 'authorization': `Bearer ${users[0].user.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }),
      });
      await body.dump();
      if (statusCode === 201) return;
      if (statusCode < 500 || tries === MOST_TRIES) throw new Error(`${name}: ${statusCode}`);
    }
  } finally {
    await dispatcher.close();
  }
}
