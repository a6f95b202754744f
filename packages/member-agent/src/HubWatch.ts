import {
  memberNamespace,
  type InternalMemberCluster,
  type Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ForbiddenError,
  messageOf,
  UnauthorizedError,
  watchResource,
  type ApiResource,
  type KubeClient,
  type KubeObject,
  type Reconnect,
  type WatchEvent,
} from '@fleetstage/kube-client';
import { INTERNAL_MEMBER, WORK } from './hubKinds';
import type { Log } from './log';

export interface HubWatchOptions {
  readonly hub: KubeClient;
  readonly member: string;
  readonly reconnect: Reconnect;
  readonly log: Log;
  /** The Work as it is now. */
  readonly onWork: (work: Work) => Promise<void>;
  /** The hub has this Work no more. */
  readonly onGone: (name: string) => Promise<void>;
  /** Names of all Works that the hub has: others are gone. */
  readonly onListed: (names: ReadonlySet<string>) => Promise<void>;
  /** As it is now; `undefined`: the hub has none. */
  readonly onMembership: (object: InternalMemberCluster | undefined) => Promise<void>;
  /** The hub answers that the agent may not read its membership, or that it does not know it. */
  readonly onForbidden: () => Promise<void>;
}

/** Follows the cluster's namespace on the hub; what a watch missed comes with its next list. */
export class HubWatch {
  /** What the last failure of each watch was, so that an outage is one line. */
  private readonly problems = new Map<string, string>();

  constructor(private readonly options: HubWatchOptions) {}

  /** Ends when the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([this.followMembership(signal), this.followWorks(signal)]);
  }

  private async followWorks(signal: AbortSignal): Promise<void> {
    const { onWork, onGone, onListed } = this.options;
    for await (const event of this.open(WORK, signal)) {
      if (event.type === 'SYNCED') await onListed(new Set([...event.keys].map(nameOfKey)));
      else if (event.type === 'DELETED') await onGone(event.object.metadata.name);
      else await onWork(asWork(event.object));
    }
  }

  private async followMembership(signal: AbortSignal): Promise<void> {
    const { member, onMembership } = this.options;
    const own = `${memberNamespace(member)}/${member}`;
    for await (const event of this.open(INTERNAL_MEMBER, signal)) {
      if (event.type === 'SYNCED') {
        if (!event.keys.has(own)) await onMembership(undefined);
      } else if (event.object.metadata.name === member)
        await onMembership(event.type === 'DELETED' ? undefined : asMembership(event.object));
    }
  }

  private open(kind: ApiResource, signal: AbortSignal): AsyncGenerator<WatchEvent> {
    const { hub, member, reconnect } = this.options;
    return watchResource(hub, kind, {
      signal,
      jitter: Math.random,
      namespace: memberNamespace(member),
      reconnect,
      onOpen: () => this.noteOpen(kind),
      onProblem: error => this.noteProblem(kind, error),
    });
  }

  private noteOpen({ kind }: ApiResource): void {
    if (this.problems.delete(kind)) this.options.log.info('The hub is watched again', { kind });
  }

  private noteProblem({ kind }: ApiResource, error: unknown): void {
    const reason = messageOf(error);
    const { log, onForbidden } = this.options;
    const isKnown = this.problems.has(kind);
    this.problems.set(kind, reason);
    const said = 'The hub cannot be watched; what it asked for last is kept up';
    if (isKnown) log.debug(said, { kind, reason });
    else log.warn(said, { kind, reason });
    // An account that is gone with its member is not known any more (401).
    const isRefused = error instanceof ForbiddenError || error instanceof UnauthorizedError;
    if (isRefused && kind === INTERNAL_MEMBER.kind)
      onForbidden().catch(failure => log.warn('The state cannot be written', { reason: messageOf(failure) }));
  }
}

const nameOfKey = (key: string) => key.slice(key.indexOf('/') + 1);

/** The hub's API server has checked them by their definitions. */
export const asWork = (object: KubeObject) => object as unknown as Work;
export const asMembership = (object: KubeObject) => object as unknown as InternalMemberCluster;
