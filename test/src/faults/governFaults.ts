import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { Fault } from '@fleetstage/embedded-kube';
import { parse } from 'yaml';

/** Faults by the name of the cluster or a pattern. */
export type FaultsByCluster = Readonly<Record<string, readonly Fault[]>>;

export interface FaultReport {
  readonly seed: number;
  readonly clusters: Readonly<
    Record<string, readonly { readonly id: string; readonly fault: Fault; readonly met: number }[]>
  >;
}

export interface FaultControl {
  /** Instead of all that there are. */
  set(clusters: FaultsByCluster): Promise<FaultReport>;
  /** As the README of the embedded fleet describes it. */
  order(order: object): Promise<FaultReport>;
  report(): Promise<FaultReport>;
  clear(): Promise<FaultReport>;
}

interface Kubeconfig {
  readonly extensions: readonly {
    readonly name: string;
    readonly extension: { readonly url: string; readonly token: string };
  }[];
}

/** Governs the faults of an embedded fleet that runs, by the address in its kubeconfig. */
export function governFaults(kubeconfigPath: string, caPem: string): FaultControl {
  const { extensions } = parse(readFileSync(kubeconfigPath, 'utf8')) as Kubeconfig;
  const { url, token } = extensions[0].extension;
  const ask = (method: string, body?: object) =>
    new Promise<FaultReport>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const call = request(url, { method, ca: caPem, agent: false, headers }, response => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
        );
      });
      call.on('error', reject);
      call.end(body && JSON.stringify(body));
    });
  return {
    set: clusters => ask('PUT', { clusters }),
    order: order => ask('POST', order),
    report: () => ask('GET'),
    clear: () => ask('DELETE'),
  };
}

/** How often any of them was met. */
export const countMet = ({ clusters }: FaultReport): number =>
  Object.values(clusters)
    .flat()
    .reduce((sum, { met }) => sum + met, 0);
