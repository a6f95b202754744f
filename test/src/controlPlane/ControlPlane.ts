import { runKubectl, type KubectlOptions, type KubectlResult } from './runKubectl';
import { describeProgram, type RunningProgram } from './Supervisor';

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
  kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult> {
    const { kubectlPath, kubeconfigPath, kubectlCachePath: cachePath } = this.parts;
    return runKubectl({ kubectlPath, kubeconfigPath, cachePath }, this.name, args, options);
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
}
