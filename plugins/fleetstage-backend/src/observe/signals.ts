import type { SignalsService } from '@backstage/plugin-signals-node';
import type { Subject } from './subject';
import type { Timer } from '../ports';
import { SignalAudience, type AudienceDeps } from './SignalAudience';

/** Pages listen here; messages only say what to read again, and go to people who may see the fleet. */
export const CHANNEL = 'fleetstage';
const AT_MOST_EVERY_MS = 300;
/** Beyond this many a list is longer than "read everything again". */
const MOST_SUBJECTS = 50;
/**
 * A page that receives nothing for two and a half of these polls again: nothing else shows it that its connection is dead.
 */
const BEAT_EVERY_MS = 15_000;

export interface SignalsDeps extends AudienceDeps {
  readonly signals: SignalsService;
  /** Name of the hub. */
  readonly hub: string;
}

interface Message {
  readonly hub: string;
  readonly subjects: readonly { readonly kind: string; readonly name: string }[];
  readonly all?: boolean;
}

/**
 * Notifies pages of what has changed: the first change at once, what follows gathered, at most one message per hub in 300
 * ms. A message that is lost costs a page its next poll.
 */
export class ChangeSignals {
  private readonly waiting = new Map<string, Map<string, Subject>>();
  private timer: Timer | undefined;
  private beating: Timer | undefined;

  private readonly audience: SignalAudience;

  constructor(private readonly deps: SignalsDeps) {
    const catchUp = { hub: deps.hub, subjects: [], all: true };
    this.audience = new SignalAudience(deps, users => this.sendTo(users, catchUp));
  }

  /** Somebody who may see the fleet has asked for something: what changes now concerns them. */
  heard(user: string): void {
    this.audience.heard(user);
  }

  notify(subjects: readonly Subject[]): void {
    for (const subject of subjects) {
      const ofHub = this.waiting.get(subject.hub) ?? new Map<string, Subject>();
      this.waiting.set(subject.hub, ofHub.set(`${subject.kind}/${subject.name}`, subject));
    }
    if (this.timer === undefined) this.publish();
  }

  /** Says every quarter of a minute that signals arrive, with nothing that has changed. */
  beat(): void {
    this.send({ hub: this.deps.hub, subjects: [] });
    this.beating = this.deps.timers.after(BEAT_EVERY_MS, () => this.beat());
  }

  /** Everything that a page shows of the hub may read otherwise. */
  notifyAll(): void {
    this.send({ hub: this.deps.hub, subjects: [], all: true });
  }

  stop(): void {
    this.timer?.cancel();
    this.beating?.cancel();
    this.audience.stop();
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

  private send(message: Message): void {
    this.sendTo(this.audience.users(), message);
    this.audience.reloadSoon();
  }

  private sendTo(users: readonly string[], message: Message): void {
    if (users.length === 0) return;
    const { signals, log } = this.deps;
    const recipients = { type: 'user' as const, entityRef: [...users] };
    signals
      .publish({ recipients, channel: CHANNEL, message: { ...message, subjects: [...message.subjects] } })
      .catch(error =>
        log.debug('A change could not be signalled; pages see it with their next poll', {
          reason: String(error),
        }),
      );
  }
}
