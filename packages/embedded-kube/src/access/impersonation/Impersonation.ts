import type { Cluster } from '../../cluster/Cluster';
import { ApiError } from '../../contracts';
import type { Attributes } from '../attributes';
import { decide } from '../rbac/decide';
import { refuse } from '../refuse';
import type { User } from '../user';
import { MODES } from './modes';

const MOST_REMEMBERED = 10_000;

/**
 * Lets users of one cluster be others. The mode in which a user succeeded last is tried first, and its refusal is the one
 * returned, as a real server does to spare itself the other modes.
 */
export class Impersonation {
  private readonly lastModes = new Map<string, number>();

  constructor(private readonly cluster: Cluster) {}

  /** @throws ApiError 403 */
  become(requestor: User, wanted: User, asked: Attributes): User {
    const attempt = { requestor, wanted, asked, check: this.checkFor(requestor) };
    const last = this.lastModes.get(requestor.username);
    const others = MODES.map((_, index) => index).filter(index => index !== last);
    let first: ApiError | undefined;
    for (const index of last === undefined ? others : [last, ...others]) {
      const result = MODES[index](attempt);
      if (result instanceof ApiError) first ??= result;
      else if (result) {
        this.remember(requestor.username, index);
        return result;
      }
    }
    throw first ?? refuse(requestor, asked);
  }

  private checkFor(requestor: User) {
    return (attributes: Attributes): ApiError | undefined => {
      const { isAllowed, reason } = decide(this.cluster, requestor, attributes);
      return isAllowed ? undefined : refuse(requestor, attributes, reason);
    };
  }

  private remember(username: string, mode: number): void {
    if (this.lastModes.size >= MOST_REMEMBERED) this.lastModes.clear();
    this.lastModes.set(username, mode);
  }
}
