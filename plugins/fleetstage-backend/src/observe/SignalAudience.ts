import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Ports, Timer } from '../ports';
import type { Log } from './log';

/** A visible page asks every 72 s at least; who has not asked for so long has closed it, or may not see it any more. */
export const VIEWS_FOR_MS = 180_000;
const NOTE_EVERY_MS = 60_000;
/** So long another replica's newcomer waits for his first signal. */
const RELOAD_AFTER_MS = 5_000;

export interface AudienceDeps extends Pick<Ports, 'clock' | 'timers'> {
  readonly log: Log;
  /** Keeps for all replicas that a user has asked. */
  readonly note: (user: string) => Promise<void>;
  /** Who has asked within this time, of whichever replica. */
  readonly list: (withinMs: number) => Promise<readonly string[]>;
}

/**
 * The people who view the fleet and may see it: whoever's request has been answered of late. Signals carry names, so they
 * are for these people alone.
 *
 * A user of this replica counts at once. Users of other replicas are read after a signal was sent, at most every 5 s; they
 * have missed what was sent meanwhile, so `onJoined` is called for them.
 */
export class SignalAudience {
  private readonly asked = new Map<string, Instant>();
  private others: readonly string[] = [];
  private reload: Timer | undefined;

  constructor(
    private readonly deps: AudienceDeps,
    private readonly onJoined: (users: readonly string[]) => void,
  ) {}

  /** Somebody who may see the fleet has asked for something. */
  heard(user: string): void {
    const now = this.deps.clock.now();
    const before = this.asked.get(user);
    if (before !== undefined && now - before < NOTE_EVERY_MS) return;
    this.asked.set(user, now);
    this.deps.note(user).catch(error =>
      this.deps.log.debug('Viewers could not be saved; other replicas do not signal to them', {
        reason: String(error),
      }),
    );
  }

  /** Sorted. */
  users(): string[] {
    const now = this.deps.clock.now();
    for (const [user, at] of this.asked) if (now - at > VIEWS_FOR_MS) this.asked.delete(user);
    return [...new Set([...this.asked.keys(), ...this.others])].sort();
  }

  /** Soon reads the users of other replicas. */
  reloadSoon(): void {
    this.reload ??= this.deps.timers.after(RELOAD_AFTER_MS, () => this.reloadNow());
  }

  stop(): void {
    this.reload?.cancel();
  }

  private reloadNow(): void {
    const known = new Set(this.users());
    this.deps
      .list(VIEWS_FOR_MS)
      .then(users => {
        this.others = users;
        const joined = users.filter(user => !known.has(user));
        if (joined.length > 0) this.onJoined(joined);
      })
      .catch(error =>
        this.deps.log.debug('Viewers could not be read; their pages poll', { reason: String(error) }),
      )
      .finally(() => {
        this.reload = undefined;
      });
  }
}
