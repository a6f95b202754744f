import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { pause, type Ports } from '../ports';
import type { Database } from './db';
import { queueDepth, type QueueDepth } from './queue/inspect';

/** Names neither host nor database nor user: everybody reads it. */
export const DATABASE_AWAY =
  'the database cannot be reached, or answers too late: nothing is decided until it is back, and members keep what they have';

const ANSWER_WITHIN_MS = 2_000;
/**
 * A pool that is exhausted, or a connection that is half-open, may hold a question for minutes. Whoever asks meanwhile
 * waits for the same one, so that probes take no more connections; a new one is asked so long after it.
 */
const ASK_ANEW_AFTER_MS = 30_000;

interface Question {
  readonly askedAt: Instant;
  readonly answer: Promise<readonly QueueDepth[] | undefined>;
}

/** Whether the database answers; resolves within two seconds in any case. */
export class DatabaseProbe {
  private question: Question | undefined;

  constructor(
    private readonly database: Database,
    private readonly ports: Pick<Ports, 'clock' | 'timers'>,
  ) {}

  /** The depths of the queues; undefined where the database refuses, fails or is silent. Never rejects. */
  async queues(): Promise<readonly QueueDepth[] | undefined> {
    const answered = new AbortController();
    const late = pause(this.ports.timers, ANSWER_WITHIN_MS, answered.signal).then(() => undefined);
    try {
      return await Promise.race([this.ask(), late]);
    } finally {
      answered.abort();
    }
  }

  private ask(): Question['answer'] {
    const now = this.ports.clock.now();
    if (this.question !== undefined && now - this.question.askedAt < ASK_ANEW_AFTER_MS)
      return this.question.answer;
    const answer = this.database.transact(queueDepth).then(
      depths => depths,
      () => undefined,
    );
    const question = { askedAt: now, answer };
    this.question = question;
    answer.then(() => {
      if (this.question === question) this.question = undefined;
    });
    return answer;
  }
}
