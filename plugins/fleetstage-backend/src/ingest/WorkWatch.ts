import {
  labelKeys,
  memberNamespace,
  toPlacementKey,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ForbiddenError,
  NotFoundError,
  UnknownKindError,
  objectKey,
  watchResource,
  type KubeClient,
  type WatchEvent,
  type WatchOptions,
} from '@fleetstage/kube-client';
import { isKeyText } from '../database/keyText';
import type { Carrier } from '../kube/Connections';
import { WORK } from '../kube/workKind';

/** Works of pull members, as far as the watch of the hub concerns them. */
export interface PullWorks {
  readonly carrierOf: (member: string) => Carrier;
  /** A Work of the placement has come, changed or gone, or its agent has written its status. */
  readonly onChanged: (member: string, placement: string) => void;
}

export interface WorkWatchOptions extends PullWorks {
  readonly client: KubeClient;
  readonly watch: Omit<WatchOptions, 'signal' | 'metadataOnly'>;
  readonly onProgress: () => void;
  /** Its watch is wanted no more, or the hub has no such kind. */
  readonly onAbsent: () => void;
}

const BACKOFF = { firstMs: 500, longestMs: 60_000 };
const PREFIX = memberNamespace('');

interface Concerned {
  readonly member: string;
  readonly placement: string;
}

/**
 * Follows the Works of all pull members, while there is one. Metadata alone show that an agent has written a status: whoever
 * it concerns reads the Work. Works of others in the same namespaces have no label of a placement, and concern nobody.
 */
export class WorkWatch {
  private readonly members = new Set<string>();
  private readonly seen = new Map<string, Concerned>();
  private running: AbortController | undefined;

  constructor(private readonly options: WorkWatchOptions) {}

  /** A MemberCluster is there, or gone. */
  see(member: string, isThere: boolean): void {
    if (isThere && this.options.carrierOf(member) === 'pull') this.members.add(member);
    else this.members.delete(member);
    if (this.members.size === 0) this.stop();
    else if (this.running === undefined) this.start();
  }

  stop(): void {
    if (this.running === undefined) return;
    this.running.abort();
    this.running = undefined;
    this.seen.clear();
    this.options.onAbsent();
  }

  private start(): void {
    const running = new AbortController();
    this.running = running;
    this.follow(running.signal).catch(() => {
      // The client was closed: the session ends, and the next one begins anew.
      if (this.running === running) this.running = undefined;
    });
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const { client, watch, onAbsent, onProgress } = this.options;
    // Without the kind nothing of ours is there; without the right the hub reports a kind that cannot be watched.
    const isAbsent = (error: unknown) =>
      (error instanceof UnknownKindError || error instanceof NotFoundError) &&
      !(error instanceof ForbiddenError);
    const onProblem: WatchOptions['onProblem'] = (...problem) =>
      isAbsent(problem[0]) ? onAbsent() : watch.onProblem?.(...problem);
    const options = { ...watch, signal, metadataOnly: true, onProblem, backoff: BACKOFF };
    for await (const event of watchResource(client, WORK, options)) {
      onProgress();
      this.take(event);
    }
  }

  private take(event: WatchEvent): void {
    if (event.type === 'SYNCED') {
      const gone = [...this.seen].filter(([key]) => !event.keys.has(key));
      for (const [key, concerned] of gone) this.note(key, concerned, 'DELETED');
      return;
    }
    const concerned = concernedBy(event.object as KubeObject);
    if (concerned && this.members.has(concerned.member))
      this.note(objectKey(event.object.metadata), concerned, event.type);
  }

  private note(key: string, concerned: Concerned, type: 'ADDED' | 'MODIFIED' | 'DELETED'): void {
    if (type === 'DELETED') this.seen.delete(key);
    else this.seen.set(key, concerned);
    this.options.onChanged(concerned.member, concerned.placement);
  }
}

/** Whose Work it is, by its labels (B/WG-001, WG-035). */
function concernedBy({ metadata }: KubeObject): Concerned | undefined {
  const { namespace: ofMember = '', labels = {} } = metadata;
  const { [labelKeys.parentPlacement]: name, [labelKeys.parentPlacementNamespace]: namespace } = labels;
  if (!ofMember.startsWith(PREFIX) || name === undefined) return undefined;
  if (![name, namespace ?? ''].every(isKeyText)) return undefined;
  return { member: ofMember.slice(PREFIX.length), placement: toPlacementKey({ namespace, name }) };
}
