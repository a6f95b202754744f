import {
  instant,
  type InternalMemberCluster,
  type PropertyProvider,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  decideJoin,
  toSeen,
  type AgentMembership,
  type SeenMembership,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ensureAppliedWorkCrd } from '@fleetstage/applier';
import { messageOf, Reconnect, type KubeObject } from '@fleetstage/kube-client';
import { collectorOf } from './collect';
import type { Clusters } from './connect';
import { Heartbeat } from './Heartbeat';
import { HubWatch } from './HubWatch';
import type { Log } from './log';
import { StateFolder } from './StateFolder';
import { StatusWriter } from './StatusWriter';
import { WorkBook, type KeptMembership } from './WorkBook';
import { WorkKeeper } from './WorkKeeper';

export interface AgentOptions extends Clusters {
  readonly member: string;
  readonly stateDir: string;
  readonly resyncMs: number;
  /** The definition of AppliedWork, for clusters that have none. */
  readonly definition: KubeObject;
  readonly propertyProviders?: readonly PropertyProvider[];
  readonly log: Log;
}

/**
 * Puts the parts together, and follows the membership: works on the cluster while the hub wants it to be a member, and while the hub
 * is away as it wanted last.
 */
export class Agent {
  private readonly stopped = new AbortController();
  private readonly keeper: WorkKeeper;
  private readonly writer: StatusWriter;
  private readonly heartbeat: Heartbeat;
  private readonly watch: HubWatch;
  private isReady = false;
  private isKeeping = false;
  /** Changes of the membership are followed one after the other. */
  private following: Promise<void> = Promise.resolve();

  private constructor(
    private readonly options: AgentOptions,
    private readonly book: WorkBook,
    private kept: KeptMembership,
  ) {
    const { hub, own, member, log, resyncMs } = options;
    const reconnect = new Reconnect();
    const onAnswer = () => {
      // A stream that has not failed may be half-open.
      reconnect.now();
      this.writer.markFailed();
    };
    this.writer = new StatusWriter({ hub, member, book, log, onAnswer });
    const onStatus = (name: string) => this.writer.mark(name);
    const membership = () => this.membership();
    this.keeper = new WorkKeeper({ hub, own, member, book, membership, resyncMs, log, onStatus });
    const collector = collectorOf(options.propertyProviders ?? []);
    this.heartbeat = new Heartbeat({
      ...{ hub, own, member, collector, log, onAnswer },
      begin: () => this.begin(),
    });
    this.watch = new HubWatch({
      hub,
      member,
      reconnect,
      log,
      onWork: work => this.seeWork(work),
      onGone: name => this.keeper.forget(name),
      onListed: names => this.seeList(names),
      onMembership: object => this.seeMembership(object),
      onForbidden: () => this.seeForbidden(),
    });
  }

  static async open(options: AgentOptions): Promise<Agent> {
    const { book, membership } = await WorkBook.open(await StateFolder.open(options.stateDir));
    return new Agent(options, book, membership);
  }

  /** Works until `stop`. */
  async run(): Promise<void> {
    const { log, member } = this.options;
    log.info('The agent starts', { member, works: this.book.names().size, membership: this.kept.membership });
    this.writer.start();
    this.obey();
    await this.watch.run(this.stopped.signal);
  }

  /** Ends when nothing is under way any more. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.following;
    await Promise.all([this.keeper.stop(), this.heartbeat.stop(), this.writer.stop()]);
    this.options.access?.stop();
    await Promise.all([this.options.hub.close(), this.options.own.close()]);
  }

  /** Joined is only who can apply (C/MC-035). */
  private membership(): AgentMembership {
    const { membership } = this.kept;
    return membership === 'joined' && !this.isReady ? 'unknown' : membership;
  }

  private async seeWork(work: Work): Promise<void> {
    const { name } = work.metadata;
    if (await this.book.see(work)) this.keeper.mark(name);
    this.writer.mark(name);
  }

  private async seeList(names: ReadonlySet<string>): Promise<void> {
    for (const name of this.book.names()) if (!names.has(name)) await this.keeper.forget(name);
    this.book.noteListed();
  }

  private seeMembership(object: InternalMemberCluster | undefined): Promise<void> {
    return this.remember(object ? toSeen(object) : {});
  }

  private seeForbidden(): Promise<void> {
    const { seen } = this.kept;
    return this.remember({ ...seen, forbiddenSince: seen?.forbiddenSince ?? instant(Date.now()) });
  }

  private async remember(seen: SeenMembership): Promise<void> {
    const before = this.kept;
    const membership = decideJoin(seen, before.membership, instant(Date.now()));
    this.kept = { seen, membership };
    if (JSON.stringify(this.kept) !== JSON.stringify(before)) await this.book.saveMembership(this.kept);
    if (membership !== before.membership)
      this.options.log.info('The membership has changed', { before: before.membership, now: membership });
    this.obey();
  }

  private obey(): void {
    this.following = this.following
      .then(() => this.follow())
      .catch(error => {
        this.options.log.warn('A change of the membership could not be followed', {
          reason: messageOf(error),
        });
      });
  }

  private async follow(): Promise<void> {
    const { membership, seen = {} } = this.kept;
    if (this.stopped.signal.aborted || membership === 'unknown') return;
    if (membership === 'joined' && !this.isKeeping) {
      this.isKeeping = true;
      this.keeper.start();
    }
    if (membership === 'left' && this.isKeeping) {
      this.isKeeping = false;
      // What was placed stays, and nothing touches it once the hub hears that the cluster has left (C/MC-042, MC-060).
      await this.keeper.stop();
    }
    this.heartbeat.follow(membership, seen);
  }

  /** Before the first Work, and again as long as it fails. */
  private async begin(): Promise<void> {
    if (this.isReady) return;
    const result = await ensureAppliedWorkCrd(this.options.own, this.options.definition);
    if (result.kind === 'mismatch') throw new Error(result.message);
    this.isReady = true;
    for (const name of this.book.names()) this.keeper.mark(name);
  }
}
