import { instant, memberNamespace, type Work } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isStatusDue, retryPassMs, trimWork } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf, NotFoundError, type KubeClient } from '@fleetstage/kube-client';
import { DueQueue } from './DueQueue';
import { asWork } from './HubWatch';
import { WORK } from './hubKinds';
import type { Log } from './log';
import type { WorkBook } from './WorkBook';

export interface StatusWriterOptions {
  readonly hub: KubeClient;
  readonly member: string;
  readonly book: WorkBook;
  readonly log: Log;
  /** The hub has answered after it had not. */
  readonly onAnswer: () => void;
}

const CONCURRENCY = 4;

/** Brings statuses of Works to the hub, whenever that is there; passes never wait for it. */
export class StatusWriter {
  private readonly queue = new DueQueue({ concurrency: CONCURRENCY, run: name => this.write(name) });
  private readonly failures = new Map<string, number>();

  constructor(private readonly options: StatusWriterOptions) {}

  start(): void {
    this.queue.start();
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  /** What the hub shows may differ from what it shall. */
  mark(name: string): void {
    if (!this.failures.has(name)) this.queue.mark(name);
  }

  /** The hub is back: what has waited is written at once. */
  markFailed(): void {
    for (const name of this.failures.keys()) this.queue.mark(name);
  }

  private async write(name: string): Promise<void> {
    const { hub, member, book, log, onAnswer } = this.options;
    const held = book.get(name);
    const now = instant(Date.now());
    // What the hub has is not known yet: the watch brings it, and marks this again.
    if (held?.kept.status === undefined || !held.isSeen) {
      this.failures.delete(name);
      return;
    }
    const work: Work = { ...held.work, ...(held.onHub && { status: held.onHub }) };
    const status = trimWork(work, held.kept.status, now);
    if (isStatusDue(held.onHub, status, now)) {
      try {
        // Of a Work that was made anew the uid is another one, and the write is refused; servers refuse others, too.
        const body = { metadata: { uid: work.metadata.uid }, status };
        const target = { name, namespace: memberNamespace(member) };
        const answer = await hub.patch(WORK, target, {
          subresource: 'status',
          patch: { type: 'merge', body },
        });
        await book.see(asWork(answer));
      } catch (error) {
        if (!(error instanceof NotFoundError)) {
          this.retry(name, error);
          return;
        }
      }
    }
    if (this.failures.delete(name)) {
      log.info('The status of a Work is on the hub again', { work: name });
      onAnswer();
    }
  }

  private retry(name: string, error: unknown): void {
    const failures = (this.failures.get(name) ?? 0) + 1;
    this.failures.set(name, failures);
    const retryInMs = Math.min(30_000, retryPassMs(failures));
    const about = { work: name, reason: messageOf(error), retryInMs };
    const said = 'The status of a Work cannot be written to the hub';
    if (failures === 1) this.options.log.warn(said, about);
    else this.options.log.debug(said, about);
    this.queue.mark(name, retryInMs);
  }
}
