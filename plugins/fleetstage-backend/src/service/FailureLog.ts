import type { Clock } from '../ports';
import type { Log, LogFields } from '../observe/log';

/** Open pages ask every few seconds: the same failure is logged again after so long. */
const REPEAT_MS = 10 * 60_000;
/** More failures than these are not remembered: they are logged as new ones. */
const KEPT = 500;

/** Logs what could not be read for a page, each failure once in ten minutes. */
export class FailureLog {
  private readonly loggedAt = new Map<string, number>();

  constructor(
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  note(message: string, fields: LogFields, cause: unknown): void {
    const line = { ...fields, reason: String(cause) };
    const key = JSON.stringify([message, line]);
    const now = this.clock.now();
    const last = this.loggedAt.get(key);
    if (last !== undefined && now - last < REPEAT_MS) return;
    if (this.loggedAt.size >= KEPT) this.loggedAt.clear();
    this.loggedAt.set(key, now);
    this.log.error(message, line);
  }
}
