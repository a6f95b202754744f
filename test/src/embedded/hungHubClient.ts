/** A client in its own process: a failing client loops in native code, where nothing in its process can end it. */
import { KubeClient, readKubeconfig, type KubeObject } from '@fleetstage/kube-client';

export type ClientQuestion = { readonly count: number; readonly bytes: number; readonly timeoutMs: number };
export type ClientAnswer = { readonly written: number };

const configMap = (name: string, bytes: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: { filling: 'x'.repeat(bytes) },
});

async function main(): Promise<void> {
  const client = new KubeClient(await readKubeconfig(process.argv[2], 'hub'));
  process.on('message', ({ id, question }: { id: number; question: ClientQuestion }) => {
    const { count, bytes, timeoutMs } = question;
    const writes = Array.from({ length: count }, (_, i) =>
      client.create(configMap(`filling-${id}-${i}`, bytes), { timeoutMs }),
    );
    void Promise.allSettled(writes).then(results => {
      const written = results.filter(({ status }) => status === 'fulfilled').length;
      process.send?.({ id, value: { written } satisfies ClientAnswer });
    });
  });
  process.send?.({ id: 0, value: { written: 0 } satisfies ClientAnswer });
}

process.once('disconnect', () => process.exit(0));
void main();
