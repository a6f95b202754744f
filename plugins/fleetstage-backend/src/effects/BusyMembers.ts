import { cutText, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { messageOf, TransientError as KubeTransientError } from '@fleetstage/kube-client';
import { TransientError } from '../loop/errors';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';

/** Many works wait for one member: it is said once, and again after so long. */
const REPEAT_MS = 10 * 60_000;
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** Members that answer, and take no work for now; whoever keeps their connections takes them for reachable. */
export class BusyMembers {
  private readonly loggedAt = new Map<string, Instant>();

  constructor(private readonly clock: Clock) {}

  /** Logs what the member answered, and returns it as one sentence for the status; `undefined`: it is something else. */
  explain(member: string, error: unknown, log: Log): string | undefined {
    if (!(error instanceof TransientError) || !(error.cause instanceof KubeTransientError)) return undefined;
    const code = error.cause.status?.code ?? 0;
    if (!BUSY.has(code)) return undefined;
    const said = cutText(messageOf(error.cause));
    const now = this.clock.now();
    const last = this.loggedAt.get(member);
    if (last === undefined || now - last >= REPEAT_MS) {
      this.loggedAt.set(member, now);
      log.warn('A member takes no work for now; trying again', { cluster: member, code, reason: said });
    }
    return `Cluster ${member} takes no work for now; it answers ${code}: ${said}. It is tried again`;
  }
}
