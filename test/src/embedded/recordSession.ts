import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  runKubectl,
  startRealFleet,
  type ControlPlane,
  type KubectlOptions,
  type KubectlResult,
} from '../controlPlane';
import { ensureKubeAssets } from '../controlPlane/ensureKubeAssets';
import { renderKubeconfig } from '../controlPlane/renderKubeconfig';
import type { Exchange } from './exchange';
import { isDiscovery, isImpatient, startNormalizing } from './normalize';
import { startRecordingProxy } from './startRecordingProxy';

/** What a story may do while it is written down. */
export interface RecordSession {
  readonly kubeconfigPath: string;
  readonly clusters: readonly string[];
  kubectl(context: string, args: readonly string[], options?: KubectlOptions): Promise<KubectlResult>;
  /** A request as a program would send it. */
  send(cluster: string, sent: SentRequest): Promise<{ readonly status: number; readonly text: string }>;
  /** The control plane itself: what is asked of it here is not written down. */
  behind(cluster: string): ControlPlane;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

export interface RealPlanes {
  readonly planes: Readonly<Record<string, ControlPlane>>;
  stop(): Promise<void>;
}

/**
 * Clusters that store, admit and collect garbage, and run nothing: what happens on them is what was asked for, so a
 * replay meets the same states. Each is the hub of a fleet without members.
 */
export async function startQuietPlanes(names: readonly string[]): Promise<RealPlanes> {
  const fleets = await Promise.all(names.map(() => startRealFleet({ members: [] })));
  return {
    planes: Object.fromEntries(names.map((name, i) => [name, fleets[i].hub])),
    async stop() {
      await Promise.all(fleets.map(fleet => fleet.stop()));
    },
  };
}

/** Plays a story on real control planes and returns what passed between them and their clients. */
export async function recordStory(
  clusters: readonly string[],
  play: (session: RecordSession) => Promise<void>,
): Promise<readonly Exchange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetstage-record-'));
  const { planes, stop } = await startQuietPlanes(clusters);
  const proxy = await startRecordingProxy(planes);
  try {
    const entries = clusters.map(name => ({
      name,
      url: `${proxy.url}/clusters/${name}`,
      caPem: proxy.caPem,
      token: planes[name].adminToken,
    }));
    const kubeconfigPath = join(folder, 'kubeconfig');
    await writeFile(kubeconfigPath, renderKubeconfig(entries), { mode: 0o600 });
    const kubectlPath = join(await ensureKubeAssets(), 'kubectl');
    const access = { kubectlPath, kubeconfigPath, cachePath: join(folder, 'kubectl-cache') };
    await play({
      kubeconfigPath,
      clusters,
      kubectl: (context, args, options) => runKubectl(access, context, args, options),
      send: (cluster, sent) =>
        send(
          entries.find(({ name }) => name === cluster)!,
          sent,
        ),
      behind: cluster => planes[cluster],
    });
  } finally {
    await proxy.stop();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
  return proxy.exchanges
    .filter(exchange => !isDiscovery(exchange) && !isImpatient(exchange))
    .map(startNormalizing());
}

function send(
  { url, caPem, token }: { url: string; caPem: string; token: string },
  { method, path, body, contentType = 'application/json' }: SentRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, {
      method,
      ca: caPem,
      headers: {
        'authorization': `Bearer ${token}`,
        'accept': 'application/json',
        'user-agent': 'fleetstage-recorder/1',
        ...(body !== undefined && { 'content-type': contentType }),
      },
    });
    call.on('error', reject);
    call.on('response', response => {
      let text = '';
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
