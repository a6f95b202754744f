import { spawn } from 'node:child_process';

/** What a call of kubectl gave. */
export interface KubectlResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** How to call kubectl. */
export interface KubectlOptions {
  /** Given to `-f -`. */
  readonly stdin?: string;
  /** Return a failed call instead of throwing it. */
  readonly allowFailure?: boolean;
  /** Call as the user of this token instead of as the administrator. */
  readonly token?: string;
  /** Beside the environment of this process, e.g. `KUBE_EDITOR`. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface KubectlAccess {
  readonly kubectlPath: string;
  readonly kubeconfigPath: string;
  /** Where kubectl keeps what it learnt of servers. */
  readonly cachePath: string;
}

/** Runs kubectl in a context of a kubeconfig; throws with what it printed when it fails. */
export async function runKubectl(
  { kubectlPath, kubeconfigPath, cachePath }: KubectlAccess,
  context: string,
  args: readonly string[],
  { stdin, allowFailure, token, env }: KubectlOptions = {},
): Promise<KubectlResult> {
  const access = [
    `--kubeconfig=${kubeconfigPath}`,
    `--context=${context}`,
    ...(token ? [`--token=${token}`] : []),
  ];
  const result = await new Promise<KubectlResult>((done, fail) => {
    const kubectl = spawn(kubectlPath, [...access, ...args], {
      env: { ...process.env, KUBECACHEDIR: cachePath, KUBERC: 'off', ...env },
    });
    let stdout = '';
    let stderr = '';
    kubectl.stdout.setEncoding('utf8').on('data', chunk => {
      stdout += chunk;
    });
    kubectl.stderr.setEncoding('utf8').on('data', chunk => {
      stderr += chunk;
    });
    kubectl.on('error', fail);
    kubectl.on('close', (code, signal) => {
      done({ stdout, stderr: signal ? `${stderr}\n${signal}` : stderr, exitCode: code ?? 1 });
    });
    // kubectl may end without reading all of it; its exit code says whether that matters.
    kubectl.stdin.on('error', () => {});
    kubectl.stdin.end(stdin ?? '');
  });
  if (result.exitCode === 0 || allowFailure) return result;
  throw new Error(
    `kubectl ${args.join(' ')} on ${context} ended with ${result.exitCode}: ${result.stderr.trim()}`,
  );
}
