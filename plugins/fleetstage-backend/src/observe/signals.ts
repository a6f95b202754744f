import type { SignalsService } from '@backstage/plugin-signals-node';
import type { Subject } from '../database/queue/Outbox';
import type { Timer, Timers } from '../ports';
import type { Log } from './log';

/** Every page listens here; messages only say what to read again, through the API that checks permissions. */
export const CHANNEL = 'fleetstage';
const AT_MOST_EVERY_MS = 300;
/** Beyond this many a list is longer than "read everything again". */
const MOST_SUBJECTS = 50;
/** A page that hears nothing for two and a half of these polls again: nothing else tells it that its connection is dead. */
const BEAT_EVERY_MS = 30_000;

export interface SignalsDeps {
  readonly signals: SignalsService;
  readonly timers: Timers;
  readonly log: Log;
}

/**
 * Tells pages what has changed: the first change at once, what follows gathered, at most one message per hub in 300 ms.
 * A message that is lost costs a page its next poll.
 */
export class ChangeSignals {
  private readonly waiting = new Map<string, Map<string, Subject>>();
  private timer: Timer | undefined;
  private beating: Timer | undefined;

  constructor(private readonly deps: SignalsDeps) {}

  tell(subjects: readonly Subject[]): void {
    for (const subject of subjects) {
      const ofHub = this.waiting.get(subject.hub) ?? new Map<string, Subject>();
      this.waiting.set(subject.hub, ofHub.set(`${subject.kind}/${subject.name}`, subject));
    }
    if (this.timer === undefined) this.publish();
  }

  /** Says every half minute that signals arrive, with nothing that has changed. */
  beat(hub: string): void {
    this.send({ hub, subjects: [] });
    this.beating = this.deps.timers.after(BEAT_EVERY_MS, () => this.beat(hub));
  }

  stop(): void {
    this.timer?.cancel();
    this.beating?.cancel();
  }

  private publish(): void {
    for (const [hub, subjects] of this.waiting) {
      const isLong = subjects.size > MOST_SUBJECTS;
      const named = isLong ? [] : [...subjects.values()].map(({ kind, name }) => ({ kind, name }));
      this.send({ hub, subjects: named, ...(isLong && { all: true }) });
    }
    this.waiting.clear();
    this.timer = this.deps.timers.after(AT_MOST_EVERY_MS, () => {
      this.timer = undefined;
      if (this.waiting.size > 0) this.publish();
    });
  }

  private send(message: { hub: string; subjects: { kind: string; name: string }[]; all?: boolean }): void {
    const { signals, log } = this.deps;
    signals.publish({ recipients: { type: 'broadcast' }, channel: CHANNEL, message }).catch(error =>
      log.debug('A change could not be signalled; pages see it with their next poll', {
        reason: String(error),
      }),
    );
  }
}
