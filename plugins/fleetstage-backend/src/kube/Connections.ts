import {
  ClosedError,
  KubeClient,
  KubeError,
  MEMBER_LIMITS,
  TransientError,
  UnauthorizedError,
  messageOf,
  type ClusterEndpoint,
  type KubeClientOptions,
  type RequestSample,
} from '@fleetstage/kube-client';
import { Circuit, REFUSED_MS, type UseOutcome } from './Circuit';
import { readEndpoint, type ClusterAccess } from './readEndpoint';

export type { ClusterAccess };

/** How what is placed on a member gets there: by requests to it, or by Works on the hub that its agent pulls (RUL 48, RUL 53). */
export type Carrier = 'push' | 'pull';

/** A member is not reached directly, since no credentials are configured for it; the message says which setting to add. */
export class NoAccessError extends Error {
  override readonly name = 'NoAccessError';
}

/** A member's credentials cannot be read, were taken away, or may not be used; what was held of them is let go. */
export class NoCredentialsError extends TransientError {
  constructor(member: string, cause: unknown) {
    super(`member cluster ${member} cannot be connected to: ${messageOf(cause)}`, {
      cause,
      isClusterWide: true,
    });
  }
}

/** Whether a cluster could be distinguished from others when it was taken for a member. */
export type MemberApproval = 'identified' | 'unidentified';

/** A reason of the condition `Joined`. */
export type NotThisMemberReason =
  'FleetstageSameCluster' | 'FleetstageClusterChanged' | 'FleetstageClusterUnidentified';

/** A member's credentials lead to another cluster; the message says which, and what to do. */
export class NotThisMemberError extends TransientError {
  constructor(
    readonly reason: NotThisMemberReason,
    message: string,
  ) {
    super(message, { isClusterWide: true, retryAfterMs: REFUSED_MS });
  }
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
  /** A member stops working: called once, until it has recovered. */
  readonly onLost?: (member: string, reason: string) => void;
  /**
   * A member works again after it did not, or with another client. `isNewClient`: its credentials were read anew, so what
   * still holds the client of before, its watches, has to begin again.
   */
  readonly onRecovered: (member: string, recovery: { readonly isNewClient: boolean }) => void;
  /** Asked once of each client of the hub, before anybody gets it; rejects when the hub is not the one it should be. */
  readonly approveHub?: (client: KubeClient) => Promise<void>;
  /**
   * Asked of each client of a member before anybody but its probe gets it, and with each probe again; rejects with a
   * NotThisMemberError when the cluster is not the one it should be.
   */
  readonly approveMember?: (member: string, client: KubeClient) => Promise<MemberApproval>;
  readonly onRequest: (cluster: string, sample: RequestSample) => void;
  /** Asked of each way to a cluster before it is taken; throws where that is not allowed. `hub`: of members alone. */
  readonly approveEndpoint?: (
    cluster: string,
    endpoint: ClusterEndpoint,
    hub: ClusterEndpoint | undefined,
  ) => void;
  /** Variables of our own environment that credential plugins get besides the usual ones. */
  readonly pluginEnvironment?: readonly string[];
  /** The hub has answered a request, if only with a refusal that is not of our credentials. */
  readonly onHubAnswered?: () => void;
}

/** Below what API Priority and Fairness gives one client of a small API server. */
const HUB_REQUESTS = 40;

const NOT_OPENED: Promise<KubeClient> = Promise.reject(new Error('not opened yet'));
NOT_OPENED.catch(() => undefined);

interface MemberConnection {
  client: Promise<KubeClient>;
  /** The settings of the open client; absent: it could not be opened. */
  endpoint?: ClusterEndpoint;
  readonly circuit: Circuit;
  /** The member has refused this client's credentials: the next use reads them anew. */
  isRefused: boolean;
  /** The client is another one than before the member stopped working. */
  isNewClient: boolean;
  /** Whether this client's cluster is the member; absent: nobody has asked yet. */
  approval?: Promise<MemberApproval>;
  /** Why it was found not to be. */
  mistaken?: NotThisMemberError;
  usedAt: number;
}

/**
 * The clients of the hub and the members. Everything that is done on a member goes through `useMember`, which asks the
 * member's circuit first; only its probe does not (`probeMember`), and so finds out when it works again.
 */
export class Connections {
  private readonly lines = new Map<string, MemberConnection>();
  private hubClient: Promise<KubeClient> | undefined;

  constructor(private readonly options: ConnectionsOptions) {}

  hub(): Promise<KubeClient> {
    this.hubClient ??= this.openHub().catch(error => {
      this.hubClient = undefined;
      throw error;
    });
    return this.hubClient;
  }

  /** How we reach the hub, as its kubeconfig says now. */
  readonly hubEndpoint = (): Promise<ClusterEndpoint> => this.readEndpoint(this.options.hub);

  /**
   * Works on a member.
   *
   * @throws NoAccessError without credentials; NotThisMemberError where they lead to another cluster; TransientError at
   * once, without a request, while its circuit is open
   */
  async useMember<T>(member: string, work: (client: KubeClient) => Promise<T>): Promise<T> {
    const line = this.line(member);
    const refusal = line.circuit.refusal();
    if (refusal) {
      const { message, retryAfterMs } = refusal;
      throw line.mistaken ?? new TransientError(message, { isClusterWide: true, retryAfterMs });
    }
    return this.observed(member, line, async client => {
      await this.approve(member, line, client);
      return work(client);
    });
  }

  /**
   * Probes a member with a read, whatever its circuit says, and closes that when the read succeeds and the cluster is still
   * the member.
   *
   * @throws NotThisMemberError where it is not
   */
  async probeMember(member: string, read: (client: KubeClient) => Promise<unknown>): Promise<MemberApproval> {
    const line = this.line(member);
    await this.readAnew(member, line);
    return this.observed(member, line, async client => {
      await read(client);
      line.approval = undefined;
      return this.approve(member, line, client);
    });
  }

  /** A member that nobody has configured credentials for has an agent that comes to the hub. */
  carrierOf(member: string): Carrier {
    return this.options.accessOf(member) === undefined ? 'pull' : 'push';
  }

  /** A client for a watch, which lives longer than a use. */
  async watchClient(member: string): Promise<KubeClient> {
    const line = this.line(member);
    const client = await line.client;
    await this.approve(member, line, client);
    return client;
  }

  /** How the member is reached; `undefined`: it cannot be. */
  endpointOf(member: string): ClusterEndpoint | undefined {
    return this.lines.get(member)?.endpoint;
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

  /**
   * Of members that another replica owns, over which somebody views a workload: closes those that nobody has used for a
   * while. Of the others credentials and identity are read anew, as the probes of the owner do for its own.
   */
  async tendForeign(isOwn: (member: string) => boolean, idleMs: number): Promise<void> {
    const before = this.options.now() - idleMs;
    const foreign = [...this.lines].filter(([member]) => !isOwn(member));
    await Promise.all(
      foreign.map(([member, line]) => {
        if (line.usedAt < before) return this.forget(member);
        line.approval = undefined;
        return this.readAnew(member, line);
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.lines.keys()].map(member => this.forget(member)));
    await this.hubClient?.then(client => client.close()).catch(() => undefined);
  }

  /** @throws NoAccessError: a member with an agent has no connection, so nobody waits for one */
  private line(member: string): MemberConnection {
    if (this.carrierOf(member) === 'pull') throw noAccess(member);
    const known = this.lines.get(member);
    if (known) {
      known.usedAt = this.options.now();
      return known;
    }
    const line: MemberConnection = {
      usedAt: this.options.now(),
      client: NOT_OPENED,
      circuit: new Circuit(member, this.options.now),
      isRefused: false,
      isNewClient: false,
    };
    this.replaceClient(member, line, this.readMember(member));
    this.lines.set(member, line);
    return line;
  }

  /**
   * Somebody may have renewed the credentials since, or have taken them away; nobody has to restart us for that. Asked with
   * each heartbeat, and where they were refused.
   */
  private async readAnew(member: string, line: MemberConnection): Promise<void> {
    await line.client.catch(() => undefined);
    const reading = this.readMember(member);
    const read = await reading.catch(() => undefined);
    const { endpoint } = line;
    const isSame = read !== undefined && endpoint !== undefined && read.fingerprint === endpoint.fingerprint;
    if (isSame && !line.isRefused) return;
    line.isNewClient = line.endpoint !== undefined || line.isNewClient;
    this.replaceClient(member, line, reading);
  }

  /** Closes the open client, and with it every request and watch. */
  private replaceClient(member: string, line: MemberConnection, reading: Promise<ClusterEndpoint>): void {
    const before = line.client;
    line.isRefused = false;
    line.approval = undefined;
    line.endpoint = undefined;
    line.client = reading.then(endpoint => {
      line.endpoint = endpoint;
      return this.open(member, endpoint, {
        maxConcurrent: this.options.requestsPerMember,
        limits: MEMBER_LIMITS,
      });
    });
    line.client.catch(() => undefined);
    before.then(client => client.close()).catch(() => undefined);
  }

  private async observed<T>(
    member: string,
    line: MemberConnection,
    work: (client: KubeClient) => Promise<T>,
  ): Promise<T> {
    if (line.isRefused) await this.readAnew(member, line);
    const wasClosed = line.circuit.isClosed();
    try {
      const result = await work(await line.client);
      line.circuit.note({ kind: 'answered' });
      if (!wasClosed || line.isNewClient) this.recovered(member, line);
      return result;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome) line.circuit.note(outcome);
      if (outcome?.kind === 'refused') line.isRefused = true;
      if (error instanceof NotThisMemberError) await this.cutOff(line, error);
      if (wasClosed && !line.circuit.isClosed()) this.options.onLost?.(member, messageOf(error));
      throw error;
    }
  }

  private async approve(member: string, line: MemberConnection, client: KubeClient): Promise<MemberApproval> {
    const { approveMember } = this.options;
    const approval = line.approval ?? approveMember?.(member, client) ?? Promise.resolve('identified');
    line.approval = approval;
    try {
      const approved = await approval;
      line.mistaken = undefined;
      return approved;
    } catch (error) {
      if (line.approval === approval) line.approval = undefined;
      throw error;
    }
  }

  /** Requests to the other cluster end here; the next probe reads the credentials anew. */
  private async cutOff(line: MemberConnection, error: NotThisMemberError): Promise<void> {
    line.mistaken = error;
    await line.client.then(client => client.close()).catch(() => undefined);
  }

  private recovered(member: string, line: MemberConnection): void {
    const { isNewClient } = line;
    line.isNewClient = false;
    this.options.onRecovered(member, { isNewClient });
  }

  private async openHub(): Promise<KubeClient> {
    const { hub, approveHub, approveEndpoint, onHubAnswered } = this.options;
    const endpoint = await this.readEndpoint(hub);
    approveEndpoint?.(hub.name, endpoint, undefined);
    const client = this.open(hub.name, endpoint, { maxConcurrent: HUB_REQUESTS }, ({ status }) => {
      if (status > 0 && status < 500 && status !== 401) onHubAnswered?.();
    });
    try {
      await approveHub?.(client);
      return client;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  private open(
    cluster: string,
    endpoint: ClusterEndpoint,
    how: Pick<KubeClientOptions, 'maxConcurrent' | 'limits'>,
    onSample?: (sample: RequestSample) => void,
  ): KubeClient {
    const { requestTimeoutMs, onRequest } = this.options;
    return new KubeClient(endpoint, {
      requestTimeoutMs,
      ...how,
      onRequest: sample => {
        onRequest(cluster, sample);
        onSample?.(sample);
      },
    });
  }

  /** @throws NoAccessError, NoCredentialsError, NotThisMemberError */
  private async readMember(member: string): Promise<ClusterEndpoint> {
    const { accessOf, approveEndpoint, hub } = this.options;
    const access = accessOf(member);
    if (access === undefined) throw noAccess(member);
    try {
      const endpoint = await this.readEndpoint(access);
      approveEndpoint?.(member, endpoint, await this.readEndpoint(hub).catch(() => undefined));
      return endpoint;
    } catch (error) {
      throw error instanceof NotThisMemberError ? error : new NoCredentialsError(member, error);
    }
  }

  private readEndpoint(access: ClusterAccess): Promise<ClusterEndpoint> {
    return readEndpoint(access, this.options.pluginEnvironment);
  }
}

const noAccess = (member: string) =>
  new NoAccessError(
    `no credentials are configured for member cluster ${member}, so it is reached by its agent only; to reach it directly, add it to fleetstage.members in the configuration`,
  );

/** What an error says of the cluster; undefined: it concerns the request alone. */
function outcomeOf(error: unknown): UseOutcome | undefined {
  if (
    error instanceof NotThisMemberError ||
    error instanceof NoCredentialsError ||
    error instanceof NoAccessError
  )
    return { kind: 'refused', message: error.message };
  if (error instanceof UnauthorizedError)
    return { kind: 'refused', message: `its credentials are refused: ${error.message}` };
  if (error instanceof TransientError)
    return error.isClusterWide ? { kind: 'silent', message: error.message } : undefined;
  // A client that we closed ourselves says nothing of the cluster.
  if (error instanceof ClosedError) return undefined;
  return error instanceof KubeError ? { kind: 'answered' } : undefined;
}
