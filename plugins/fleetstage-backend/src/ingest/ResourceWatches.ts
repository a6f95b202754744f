import type { Labels } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ForbiddenError,
  messageOf,
  objectKey,
  watchResource,
  type GroupVersionKind,
  type KubeClient,
  type KubeObject,
  type Reconnect,
  type WatchEvent,
} from '@fleetstage/kube-client';
import type { ServedKind } from '../kube/readServedKinds';
import type { Log } from '../observe/log';
import type { BrokenWatches } from './BrokenWatches';
import type { ResourceIndex } from './ResourceIndex';

export interface ResourceWatchesOptions {
  readonly client: KubeClient;
  readonly index: ResourceIndex;
  readonly broken: BrokenWatches;
  readonly jitter: () => number;
  readonly log: Log;
  readonly reconnect?: Reconnect;
  /** What these placements select may have changed. */
  readonly onChanged: (placements: readonly string[]) => void;
}

interface KindWatch {
  readonly stop: AbortController;
  readonly kind: ServedKind;
  /** `namespace/name` → labels: what a change is compared with. */
  readonly seen: Map<string, Labels>;
  isSynced: boolean;
  /** From the first list on; what may not be watched any more is broken. */
  isForbidden: boolean;
}

const NAMESPACE_KEY = textOf({ group: '', version: 'v1', kind: 'Namespace' });

/**
 * Metadata-only watches on the hub, one per kind that placements select; payloads are read when they are captured. Each
 * complete list notifies every placement of that kind, whatever it held: what changed before the watch, or while it was
 * broken, is found so.
 */
export class ResourceWatches {
  private readonly watches = new Map<string, KindWatch>();

  constructor(private readonly options: ResourceWatchesOptions) {}

  /** Starts watches that are missing, and ends those of kinds that nobody selects or the hub serves no more. */
  ensure(served: readonly ServedKind[]): void {
    const wanted = new Map(this.options.index.wantedKinds(served).map(kind => [textOf(kind), kind]));
    for (const [text, watch] of this.watches) {
      if (wanted.has(text)) continue;
      watch.stop.abort();
      this.watches.delete(text);
      this.options.broken.forget(text);
    }
    for (const [text, kind] of wanted) if (!this.watches.has(text)) this.start(text, kind);
  }

  /**
   * Whether a namespace holds objects of the kind. `unknown` where no watch says so; a capture must read it then. A broken
   * watch counts with its last state: else one broken kind would fail the captures of all whole namespaces.
   */
  holds(kind: GroupVersionKind, namespace: string): boolean | 'unknown' {
    const watch = this.watches.get(textOf(kind));
    if (watch?.isForbidden) return false;
    if (!watch?.isSynced) return 'unknown';
    const prefix = `${namespace}/`;
    for (const key of watch.seen.keys()) if (key.startsWith(prefix)) return true;
    return false;
  }

  /** Kinds whose first list has not come yet. */
  unsynced(): string[] {
    return [...this.watches]
      .filter(([, watch]) => !watch.isSynced && !watch.isForbidden)
      .map(([text]) => text);
  }

  /** Kinds that we may not read. */
  forbidden(): string[] {
    return [...this.watches].filter(([, watch]) => watch.isForbidden).map(([text]) => text);
  }

  /** Asks anew for what selects the kind. */
  recapture(kindText: string): void {
    const watch = this.watches.get(kindText);
    if (watch !== undefined) this.options.onChanged(this.options.index.placementsOfKind(watch.kind));
  }

  stop(): void {
    for (const watch of this.watches.values()) watch.stop.abort();
    this.watches.clear();
  }

  private start(text: string, kind: ServedKind): void {
    const watch: KindWatch = {
      stop: new AbortController(),
      kind,
      seen: new Map(),
      isSynced: false,
      isForbidden: false,
    };
    this.watches.set(text, watch);
    this.follow(watch).catch(error =>
      this.options.log.error('Watch of a selected kind ended', { kind: text, error: messageOf(error) }),
    );
  }

  private async follow(watch: KindWatch): Promise<void> {
    const { client, jitter, broken, reconnect } = this.options;
    const { group, version, kind, plural, isNamespaced } = watch.kind;
    const target = { group, version, kind, plural, namespaced: isNamespaced };
    const text = textOf(watch.kind);
    const onOpen = () => broken.opened(text);
    const onProblem = (error: unknown) => {
      if (error instanceof ForbiddenError && !watch.isSynced) this.noteForbidden(watch, error);
      else broken.failed(text, error);
    };
    const { signal } = watch.stop;
    const backoff = { firstMs: 500, longestMs: 60_000 };
    const options = { signal, jitter, metadataOnly: true, onOpen, onProblem, backoff, reconnect };
    for await (const event of watchResource(client, target, options)) {
      broken.progressed(text);
      this.take(watch, event);
    }
  }

  private noteForbidden(watch: KindWatch, { message: reason }: ForbiddenError): void {
    const wasForbidden = watch.isForbidden;
    watch.isForbidden = true;
    // An attempt in between may have failed with an outage of the hub, and no stream will open to end that.
    this.options.broken.forget(textOf(watch.kind));
    if (wasForbidden) return;
    const { kind, group } = watch.kind;
    this.options.log.warn('The hub lets us read no objects of a kind; placements leave it out', {
      kind,
      group,
      reason,
    });
  }

  private noteAllowed(watch: KindWatch): void {
    if (!watch.isForbidden) return;
    watch.isForbidden = false;
    const { kind, group } = watch.kind;
    this.options.log.info('The hub lets us read the objects of a kind now', { kind, group });
  }

  private take(watch: KindWatch, event: WatchEvent): void {
    const { index, onChanged } = this.options;
    this.noteAllowed(watch);
    if (event.type === 'SYNCED') {
      for (const key of watch.seen.keys()) if (!event.keys.has(key)) watch.seen.delete(key);
      watch.isSynced = true;
      onChanged(index.placementsOfKind(watch.kind));
      return;
    }
    const key = objectKey(event.object.metadata);
    const before = watch.seen.get(key);
    const after = event.object.metadata.labels ?? {};
    if (event.type === 'DELETED') watch.seen.delete(key);
    else watch.seen.set(key, after);
    if (!watch.isSynced) return;
    onChanged([
      ...new Set([
        ...(before === undefined ? [] : this.placementsOf(watch.kind, event.object, before)),
        ...this.placementsOf(watch.kind, event.object, after),
      ]),
    ]);
  }

  private placementsOf(
    { group, version, kind }: ServedKind,
    { metadata }: KubeObject,
    labels: Labels,
  ): string[] {
    const { namespace, name = '' } = metadata;
    const namespaceLabels =
      namespace === undefined ? undefined : this.watches.get(NAMESPACE_KEY)?.seen.get(namespace);
    return this.options.index.placementsOf({
      group,
      version,
      kind,
      namespace,
      name,
      labels,
      namespaceLabels,
    });
  }
}

function textOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
