import { spawn } from 'node:child_process';
import { describeProgram, type RunningProgram } from './Supervisor';

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
}

interface ControlPlaneParts {
  readonly name: string;
  readonly url: string;
  readonly caPem: string;
  readonly adminToken: string;
  readonly auditLogPath: string;
  readonly kubeconfigPath: string;
  readonly kubectlPath: string;
  readonly kubectlCachePath: string;
  readonly apiServer: RunningProgram;
  readonly others: readonly RunningProgram[];
}

/** One real cluster of a fleet: an API server and what works on it. */
export class ControlPlane {
  /** Its name, and the name of its context in the fleet's kubeconfig. */
  readonly name: string;
  readonly url: string;
  /** The authority that signed the server's certificate. */
  readonly caPem: string;
  /** Bearer token of a user in `system:masters`. */
  readonly adminToken: string;
  /** JSON lines of every write outside of kube-system, events and leases; see `readAuditLog`. */
  readonly auditLogPath: string;
  /** The API server first. */
  readonly programs: readonly RunningProgram[];

  constructor(private readonly parts: ControlPlaneParts) {
    this.name = parts.name;
    this.url = parts.url;
    this.caPem = parts.caPem;
    this.adminToken = parts.adminToken;
    this.auditLogPath = parts.auditLogPath;
    this.programs = [parts.apiServer, ...parts.others];
  }

  /** Runs kubectl against this control plane; throws with what it printed when it fails. */
  async kubectl(args: readonly string[], options: KubectlOptions = {}): Promise<KubectlResult> {
    const result = await this.spawnKubectl(args, options);
    if (result.exitCode === 0 || options.allowFailure) return result;
    throw new Error(
      `kubectl ${args.join(' ')} on ${this.name} ended with ${result.exitCode}: ${result.stderr.trim()}`,
    );
  }

  /** Stops the API server in its tracks: it accepts connections and answers nothing. */
  freeze(): void {
    process.kill(this.parts.apiServer.pid, 'SIGSTOP');
  }

  /** Ends {@link freeze}. */
  thaw(): void {
    process.kill(this.parts.apiServer.pid, 'SIGCONT');
  }

  /** State and end of the log of each of its programs, for failure messages. */
  logs(): string {
    return this.programs.map(describeProgram).join('\n');
  }

  private spawnKubectl(args: readonly string[], { stdin, token }: KubectlOptions): Promise<KubectlResult> {
    const { kubectlPath, kubeconfigPath, kubectlCachePath } = this.parts;
    const access = [
      `--kubeconfig=${kubeconfigPath}`,
      `--context=${this.name}`,
      ...(token ? [`--token=${token}`] : []),
    ];
    return new Promise((done, fail) => {
      const kubectl = spawn(kubectlPath, [...access, ...args], {
        env: { ...process.env, KUBECACHEDIR: kubectlCachePath, KUBERC: 'off' },
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
  }
}
