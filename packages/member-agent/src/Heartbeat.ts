import {
  instant,
  memberNamespace,
  type Instant,
  type InternalMemberCluster,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  nextHeartbeatMs,
  projectInternalMember,
  retryPassMs,
  type KnownProperties,
  type Readiness,
  type SeenMembership,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  ConflictError,
  messageOf,
  NotFoundError,
  type KubeClient,
  type KubeObject,
} from '@fleetstage/kube-client';
import { collect, probe, type CollectedCluster } from './collect';
import { asMembership } from './HubWatch';
import { INTERNAL_MEMBER } from './hubKinds';
import type { Log } from './log';

export interface HeartbeatOptions {
  readonly hub: KubeClient;
  readonly own: KubeClient;
  readonly member: string;
  readonly collector: CollectedCluster['collector'];
  readonly log: Log;
  /** Readies the cluster for Works; throws with the reason where it cannot. */
  readonly begin: () => Promise<void>;
  /** The hub has answered after it had not. */
  readonly onAnswer: () => void;
}

/** What is known of the cluster, as last collected. */
interface Known {
  readonly known?: KnownProperties;
  readonly observedAt?: Instant;
}

/** Reports the cluster to the hub at its heartbeat period, and once that it has left (C/MC-035…043). */
export class Heartbeat {
  private state: 'joined' | 'left' | undefined;
  private seen: SeenMembership = {};
  private last: Known = {};
  /** Probes or collections that failed in a row. */
  private failures = 0;
  /** Reports that did not reach the hub, in a row. */
  private unsent = 0;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();

  constructor(private readonly options: HeartbeatOptions) {}

  /** The membership changed, or its period: the next report is due now. */
  follow(state: 'joined' | 'left', seen: SeenMembership): void {
    const isSame = this.state === state && this.seen.heartbeatPeriodSeconds === seen.heartbeatPeriodSeconds;
    this.state = state;
    this.seen = seen;
    if (!isSame) this.schedule(0);
  }

  /** Ends when the report under way has. */
  async stop(): Promise<void> {
    this.state = undefined;
    clearTimeout(this.timer);
    await this.beating;
  }

  private schedule(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.beating = this.beating.then(() => this.beat());
    }, afterMs);
  }

  private async beat(): Promise<void> {
    const { state } = this;
    if (state === undefined) return;
    const nextMs = state === 'joined' ? await this.reportJoined() : await this.reportLeft();
    // Whoever has changed the state meanwhile has scheduled the next one.
    if (this.state === state && nextMs !== undefined) this.schedule(nextMs);
  }

  private async reportJoined(): Promise<number> {
    const heartbeatAt = now();
    const readiness = await probe(this.options.own);
    const failure = await this.begin();
    const isCollected = await this.collect(readiness);
    this.failures =
      readiness.kind === 'ready' && isCollected && failure === undefined ? 0 : this.failures + 1;
    const isSent = await this.send({ state: 'joined', heartbeatAt, readiness, ...(failure && { failure }) });
    const nextMs = nextHeartbeatMs(this.seen, { failures: this.failures, random: Math.random() });
    return isSent ? nextMs : Math.min(nextMs, retryPassMs(this.unsent));
  }

  /** Once it is written no heartbeat follows (C/MC-043). */
  private async reportLeft(): Promise<number | undefined> {
    const isSent = await this.send({ state: 'left', heartbeatAt: now() });
    return isSent ? undefined : retryPassMs(this.unsent);
  }

  private async begin(): Promise<string | undefined> {
    try {
      await this.options.begin();
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  private async collect({ kind }: Readiness): Promise<boolean> {
    if (kind !== 'ready') return false;
    const at = now();
    const known = await collect(this.options, this.last.known, at);
    const { failure } = known.collection ?? {};
    const isRead = failure === undefined || failure.message.startsWith('the namespaces');
    this.last = {
      known,
      ...(isRead ? { observedAt: at } : this.last.observedAt && { observedAt: this.last.observedAt }),
    };
    if (failure) this.options.log.warn('Collecting properties has failed', { reason: failure.message });
    return failure === undefined;
  }

  private async send(report: {
    readonly state: 'joined' | 'left';
    readonly heartbeatAt: Instant;
    readonly readiness?: Readiness;
    readonly failure?: string;
  }): Promise<boolean> {
    try {
      await this.write(report);
      if (this.unsent > 0) {
        this.options.log.info('The hub answers again', { unsent: this.unsent });
        this.options.onAnswer();
      }
      this.unsent = 0;
      return true;
    } catch (error) {
      // It is gone: the watch says so, too.
      if (error instanceof NotFoundError) return true;
      this.unsent += 1;
      const about = { reason: messageOf(error) };
      if (this.unsent === 1) this.options.log.warn('The heartbeat cannot be written to the hub', about);
      else this.options.log.debug('The heartbeat cannot be written to the hub', about);
      return false;
    }
  }

  /** Read and replaced, since maps of names must lose what is gone; somebody who writes in between has it done again, once. */
  private async write(report: Parameters<Heartbeat['send']>[0]): Promise<void> {
    const { hub, member } = this.options;
    const target = { name: member, namespace: memberNamespace(member) };
    const attempt = async () => {
      const object = asMembership(await hub.get(INTERNAL_MEMBER, target));
      const status = projectInternalMember(
        {
          ...report,
          ...(this.last.known && { known: this.last.known }),
          ...(this.last.observedAt !== undefined && { propertiesObservedAt: this.last.observedAt }),
          generation: object.metadata.generation ?? 0,
          ...(object.status && { previous: object.status }),
        },
        now(),
      );
      await hub.replace(toObject({ ...object, status }), { target: INTERNAL_MEMBER, subresource: 'status' });
    };
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      await attempt();
    }
  }
}

const toObject = (object: InternalMemberCluster) => object as unknown as KubeObject;
const now = () => instant(Date.now());
