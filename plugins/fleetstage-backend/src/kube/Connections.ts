import {
  KubeClient,
  KubeError,
  TransientError,
  UnauthorizedError,
  readInClusterEndpoint,
  readKubeconfig,
  type ClusterEndpoint,
  type RequestSample,
} from '@fleetstage/kube-client';
import { Circuit, type UseOutcome } from './Circuit';

/** Credentials of one cluster: a kubeconfig and a context, or the process's own. */
export interface ClusterAccess {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** No credentials are configured for a member; the message says which setting to add. */
export class NoAccessError extends Error {
  override readonly name = 'NoAccessError';
}

export interface ConnectionsOptions {
  readonly hub: ClusterAccess & { readonly name: string };
  /** Credentials of a member by its MemberCluster name; `undefined`: none are configured. */
  readonly accessOf: (member: string) => ClusterAccess | undefined;
  readonly requestTimeoutMs: number;
  /** Requests at a time per member. */
  readonly requestsPerMember: number;
  /** Milliseconds, only ever compared with itself. */
  readonly now: () => number;
  /**
   * A member works again after it did not. `isNewClient`: its credentials had been refused and were read anew, so what
   * still holds the client of before, its watches, has to begin again.
   */
  readonly onRecovered: (member: string, recovery: { readonly isNewClient: boolean }) => void;
  /** Asked once of each client of the hub, before anybody gets it; rejects when the hub is not the one it should be. */
  readonly approveHub?: (client: KubeClient) => Promise<void>;
  readonly onRequest: (cluster: string, sample: RequestSample) => void;
}

/** Below what API Priority and Fairness gives one client of a small API server. */
const HUB_REQUESTS = 40;

interface MemberLine {
  client: Promise<KubeClient>;
  readonly circuit: Circuit;
  /** The member has refused this client's credentials: the next use reads them anew. */
  isRefused: boolean;
  /** The client is another one than before the member stopped working. */
  isNewClient: boolean;
}

/**
 * The clients of the hub and the members. Everything that is done on a member goes through `useMember`, which asks the
 * member's circuit first; only its probe does not (`probeMember`), and so finds out when it works again.
 */
export class Connections {
  private readonly lines = new Map<string, MemberLine>();
  private hubClient: Promise<KubeClient> | undefined;

  constructor(private readonly options: ConnectionsOptions) {}

  hub(): Promise<KubeClient> {
    this.hubClient ??= this.openHub().catch(error => {
      this.hubClient = undefined;
      throw error;
    });
    return this.hubClient;
  }

  /**
   * Works on a member.
   *
   * @throws NoAccessError without credentials; TransientError at once, without a request, while its circuit is open
   */
  async useMember<T>(member: string, work: (client: KubeClient) => Promise<T>): Promise<T> {
    const line = this.line(member);
    const refusal = line.circuit.refusal();
    if (refusal)
      throw new TransientError(refusal.message, { isClusterWide: true, retryAfterMs: refusal.retryAfterMs });
    return this.observed(member, line, work);
  }

  /** The same for the member's probe: it goes out whatever the circuit says, and closes it when it succeeds. */
  async probeMember<T>(member: string, work: (client: KubeClient) => Promise<T>): Promise<T> {
    return this.observed(member, this.line(member), work);
  }

  /** A client for a watch, which lives longer than a use. */
  async watchClient(member: string): Promise<KubeClient> {
    return this.line(member).client;
  }

  /** 1: the last use of the member succeeded, 0: it did not; for metrics. */
  reachability(): readonly (readonly [member: string, isReachable: boolean])[] {
    return [...this.lines].map(([member, { circuit }]) => [member, circuit.isClosed()] as const);
  }

  /** The member has left the fleet, or its credentials may have changed. */
  async forget(member: string): Promise<void> {
    const line = this.lines.get(member);
    this.lines.delete(member);
    await line?.client.then(client => client.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([...this.lines.keys()].map(member => this.forget(member)));
    await this.hubClient?.then(client => client.close()).catch(() => undefined);
  }

  private line(member: string): MemberLine {
    const known = this.lines.get(member);
    if (known) return known;
    const access = this.options.accessOf(member);
    if (access === undefined) {
      throw new NoAccessError(
        `no credentials are configured for member cluster ${member}: add it to fleetstage.members in the configuration`,
      );
    }
    const line = {
      client: this.open(member, access, this.options.requestsPerMember),
      circuit: new Circuit(member, this.options.now),
      isRefused: false,
      isNewClient: false,
    };
    this.forgetFailed(member, line);
    this.lines.set(member, line);
    return line;
  }

  /** Somebody may have renewed the kubeconfig since; nobody has to restart us for that. */
  private renewClient(member: string, line: MemberLine): void {
    const access = this.options.accessOf(member);
    if (!line.isRefused || access === undefined) return;
    const before = line.client;
    line.isRefused = false;
    line.isNewClient = true;
    line.client = this.open(member, access, this.options.requestsPerMember);
    this.forgetFailed(member, line);
    before.then(client => client.close()).catch(() => undefined);
  }

  private forgetFailed(member: string, line: MemberLine): void {
    line.client.catch(() => {
      if (this.lines.get(member) === line) this.lines.delete(member);
    });
  }

  private async observed<T>(
    member: string,
    line: MemberLine,
    work: (client: KubeClient) => Promise<T>,
  ): Promise<T> {
    this.renewClient(member, line);
    const wasClosed = line.circuit.isClosed();
    try {
      const result = await work(await line.client);
      line.circuit.note({ kind: 'answered' });
      if (!wasClosed) this.recovered(member, line);
      return result;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome) line.circuit.note(outcome);
      if (outcome?.kind === 'refused') line.isRefused = true;
      throw error;
    }
  }

  private recovered(member: string, line: MemberLine): void {
    const { isNewClient } = line;
    line.isNewClient = false;
    this.options.onRecovered(member, { isNewClient });
  }

  private async openHub(): Promise<KubeClient> {
    const { hub, approveHub } = this.options;
    const client = await this.open(hub.name, hub, HUB_REQUESTS);
    try {
      await approveHub?.(client);
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  private async open(cluster: string, access: ClusterAccess, maxConcurrent: number): Promise<KubeClient> {
    const { requestTimeoutMs, onRequest } = this.options;
    return new KubeClient(await readEndpoint(access), {
      requestTimeoutMs,
      maxConcurrent,
      onRequest: sample => onRequest(cluster, sample),
    });
  }
}

/** What an error says of the cluster; nothing: it says something of the request alone. */
function outcomeOf(error: unknown): UseOutcome | undefined {
  if (error instanceof UnauthorizedError)
    return { kind: 'refused', message: `its credentials are refused: ${error.message}` };
  if (error instanceof TransientError)
    return error.isClusterWide ? { kind: 'silent', message: error.message } : undefined;
  return error instanceof KubeError ? { kind: 'answered' } : undefined;
}

function readEndpoint({ kubeconfig, context }: ClusterAccess): Promise<ClusterEndpoint> {
  const file = kubeconfig ?? process.env.KUBECONFIG;
  return file === undefined ? readInClusterEndpoint() : readKubeconfig(file, context);
}
