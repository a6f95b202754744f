import {
  objectKey,
  UnknownKindError,
  type ApiResource,
  type KubeObject,
  type WatchEvent,
  type WatchOptions,
} from '@fleetstage/kube-client';

/** Whole lists of kinds, as the hub has them. */
export interface Lists {
  /** @throws UnknownKindError where the hub does not serve the kind */
  list(resource: ApiResource): Promise<readonly KubeObject[]>;
  /** None of a kind that the hub does not serve. */
  listServed(resource: ApiResource): Promise<readonly KubeObject[]>;
}

interface Watched extends Lists {
  watch(resource: ApiResource, options: WatchOptions): AsyncGenerator<WatchEvent>;
}

interface Followed {
  readonly objects: Map<string, KubeObject>;
  /** What is here is what the hub has: a complete list has come, and the watch goes on from it. */
  isCurrent: boolean;
  hasSynced: boolean;
}

/**
 * Lists that are read again and again: a kind is watched once it was listed, until the signal is aborted. Whoever may not watch it, or
 * while the watch is cut, gets what is listed each time, so an answer is never older than the last list but for events on their way.
 */
export class FollowedLists implements Lists {
  private readonly kinds = new Map<string, Followed>();

  constructor(
    private readonly hub: Watched,
    private readonly signal: AbortSignal,
  ) {}

  async list(resource: ApiResource): Promise<readonly KubeObject[]> {
    const key = `${resource.group}/${resource.plural}`;
    const known = this.kinds.get(key);
    if (known?.isCurrent) return [...known.objects.entries()].sort(byKey).map(([, object]) => object);
    const listed = await this.hub.list(resource);
    if (known === undefined) this.follow(key, resource);
    return listed;
  }

  async listServed(resource: ApiResource): Promise<readonly KubeObject[]> {
    try {
      return await this.list(resource);
    } catch (error) {
      if (error instanceof UnknownKindError) return [];
      throw error;
    }
  }

  private follow(key: string, resource: ApiResource): void {
    const followed: Followed = { objects: new Map(), isCurrent: false, hasSynced: false };
    this.kinds.set(key, followed);
    const events = this.hub.watch(resource, {
      signal: this.signal,
      jitter: Math.random,
      onListing: () => setSynced(followed, false),
      onProblem: () => {
        followed.isCurrent = false;
      },
      onOpen: () => {
        followed.isCurrent = followed.hasSynced;
      },
    });
    // It ends with the signal, or with the client; a failure in between is listed away.
    void keepUp(followed, events).catch(() => setSynced(followed, false));
  }
}

async function keepUp(followed: Followed, events: AsyncGenerator<WatchEvent>): Promise<void> {
  const { objects } = followed;
  for await (const event of events) {
    if (event.type === 'SYNCED') {
      for (const key of [...objects.keys()]) if (!event.keys.has(key)) objects.delete(key);
      setSynced(followed, true);
    } else if (event.type === 'DELETED') objects.delete(objectKey(event.object.metadata));
    else objects.set(objectKey(event.object.metadata), event.object);
  }
  setSynced(followed, false);
}

function setSynced(followed: Followed, hasSynced: boolean): void {
  followed.hasSynced = hasSynced;
  followed.isCurrent = hasSynced;
}

const byKey = ([a]: [string, KubeObject], [b]: [string, KubeObject]) => (a < b ? -1 : 1);
