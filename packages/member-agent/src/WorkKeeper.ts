import {
  finalizerKeys,
  instant,
  memberNamespace,
  type KubeObject,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  assertNever,
  decideWork,
  isSameEvidence,
  retryPassMs,
  type AgentMembership,
  type AgentStep,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { MemberWatches, releaseWork, ServerForms, WorkCauses } from '@fleetstage/applier';
import { messageOf, NotFoundError, type KubeClient } from '@fleetstage/kube-client';
import { DueQueue } from './DueQueue';
import { asMembership, asWork } from './HubWatch';
import { INTERNAL_MEMBER, WORK } from './hubKinds';
import { keepWork } from './keepWork';
import type { Log } from './log';
import { revisionOf, type HeldWork, type WorkBook } from './WorkBook';

export interface WorkKeeperOptions {
  readonly hub: KubeClient;
  readonly own: KubeClient;
  readonly member: string;
  readonly book: WorkBook;
  readonly membership: () => AgentMembership;
  readonly resyncMs: number;
  readonly log: Log;
  /** A pass has ended with this for the hub to show. */
  readonly onStatus: (name: string) => void;
}

/** B/WA-004. */
const CONCURRENCY = 5;
/** The cluster deletes in a moment; no event says when. */
const RELEASE_POLL_MS = 500;
/** Members report in bursts: one pass reads all of this time. */
const GATHER_MS = 50;

/** Brings the cluster to what the Works want, one pass after the other (B §4). */
export class WorkKeeper {
  private readonly queue = new DueQueue({ concurrency: CONCURRENCY, run: name => this.pass(name) });
  private readonly watches: MemberWatches;
  private readonly forms = new ServerForms();
  private readonly causes = new WorkCauses();
  /** Passes in a row that ended with an error. */
  private readonly failures = new Map<string, number>();
  private stopping = new AbortController();

  constructor(private readonly options: WorkKeeperOptions) {
    const { own, log } = options;
    this.watches = new MemberWatches({
      client: async () => own,
      jitter: Math.random,
      log,
      isSame: isSameEvidence,
      onChanged: (_, names) => names.forEach(name => this.queue.mark(name, GATHER_MS)),
    });
  }

  mark(name: string): void {
    this.queue.mark(name);
  }

  start(): void {
    this.stopping = new AbortController();
    for (const name of this.options.book.names()) this.queue.mark(name);
    this.queue.start();
  }

  /** Nothing is written to the cluster once it has ended. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the agent stops'));
    await this.queue.stop();
    this.watches.stop();
  }

  /** The hub has the Work no more, and has not waited for us: what it placed stays (C/MC-059, MC-060). */
  async forget(name: string): Promise<void> {
    this.queue.forget(name);
    this.failures.delete(name);
    this.forms.forget(name);
    this.causes.forget(name);
    this.unfollow(name);
    await this.options.book.forget(name);
  }

  private unfollow(name: string): void {
    this.watches.need(this.options.member, { work: name, placement: name }, []);
  }

  private async pass(name: string): Promise<void> {
    const { book, log } = this.options;
    const held = book.get(name);
    if (held === undefined) return;
    try {
      await this.take(held, this.decide(held));
      if (this.failures.delete(name)) log.info('A Work is worked on again', { work: name });
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const failures = (this.failures.get(name) ?? 0) + 1;
      this.failures.set(name, failures);
      const retryInMs = retryPassMs(failures);
      const about = { work: name, reason: messageOf(error), retryInMs };
      if (failures === 1) log.warn('A pass over a Work has failed', about);
      else log.debug('A pass over a Work has failed again', about);
      this.queue.mark(name, retryInMs);
    }
  }

  private decide({ work, kept, pace }: HeldWork): AgentStep {
    const { metadata, spec } = work;
    return decideWork(
      {
        membership: this.options.membership(),
        isDeleting: metadata.deletionTimestamp !== undefined,
        hasFinalizer: metadata.finalizers?.includes(finalizerKeys.work) ?? false,
        revision: revisionOf(work),
        ...(kept.appliedRevision !== undefined && { appliedRevision: kept.appliedRevision }),
        strategy: spec?.applyStrategy ?? {},
        pace,
        resyncMs: this.options.resyncMs,
      },
      now(),
    );
  }

  private async take(held: HeldWork, step: AgentStep): Promise<void> {
    const { name } = held.work.metadata;
    switch (step.kind) {
      case 'none':
        return this.options.log.debug('Nothing to do for a Work', { work: name, reason: step.reason });
      case 'requeue':
        return this.queue.mark(name, step.afterMs);
      case 'addFinalizer':
        return this.addFinalizer(held.work);
      case 'release':
        return this.release(held);
      case 'apply':
      case 'observe':
        return this.keep(held, step.kind);
      default:
        return assertNever(step);
    }
  }

  private async keep(held: HeldWork, step: 'apply' | 'observe'): Promise<void> {
    const { book, own: client, member, log, resyncMs, onStatus } = this.options;
    const { name } = held.work.metadata;
    const { watches, forms, causes } = this;
    const deps = { client, member, watches, forms, causes, log, resyncMs };
    const { signal } = this.stopping;
    const works = book.allNames();
    const input = { held, step, ...(works && { works }), now: now(), signal };
    const { againAfterMs, ...left } = await keepWork(deps, input);
    if (book.get(name) === undefined) {
      // The hub has let go of it meanwhile, and the pass has followed its kinds again.
      this.unfollow(name);
      return;
    }
    await book.keep(name, left);
    onStatus(name);
    this.queue.mark(name, againAfterMs);
  }

  /** Before anything is applied (B/WA-006). */
  private async addFinalizer({ metadata }: Work): Promise<void> {
    await this.saveFinalizers(metadata, [...(metadata.finalizers ?? []), finalizerKeys.work]);
    this.queue.mark(metadata.name);
  }

  /** B/WA-130. A member that leaves keeps what it has (C/MC-060), and the hub deletes its Works at about the same time. */
  private async release({ work, kept }: HeldWork): Promise<void> {
    const { hub, own, member, log } = this.options;
    const { metadata } = work;
    const { name, finalizers = [] } = metadata;
    const found = await hub.find(INTERNAL_MEMBER, { name: member, namespace: memberNamespace(member) });
    if (found === undefined || asMembership(found).spec.state !== 'Join') {
      log.info('A Work is being deleted while the cluster leaves: what it placed stays', { work: name });
      return;
    }
    const { signal } = this.stopping;
    const released = await releaseWork(own, {
      placement: name,
      work: name,
      cluster: member,
      deletion: 'Delete',
      now: now(),
      signal,
      ...(kept.inventory && { previousInventory: kept.inventory }),
    });
    if (released.kind === 'releasing') {
      log.debug('Removing what a Work has placed', { work: name, reason: released.message });
      this.queue.mark(name, RELEASE_POLL_MS);
      return;
    }
    await this.saveFinalizers(
      metadata,
      finalizers.filter(key => key !== finalizerKeys.work),
    );
    log.info('Removed what a Work had placed', { work: name });
    await this.forget(name);
  }

  /** A conflict is an error of the pass: the newer Work comes with the watch. */
  private async saveFinalizers(
    { name, namespace, uid, resourceVersion }: Work['metadata'],
    finalizers: readonly string[],
  ): Promise<void> {
    const { hub, book } = this.options;
    try {
      const body = { metadata: { uid, resourceVersion, finalizers } };
      const answer: KubeObject = await hub.patch(
        WORK,
        { name, namespace },
        { patch: { type: 'merge', body } },
      );
      await book.see(asWork(answer));
    } catch (error) {
      // It is gone: nothing holds it any more.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
}

const now = () => instant(Date.now());
