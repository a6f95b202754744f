import {
  ForbiddenError,
  NotFoundError,
  UnknownKindError,
  objectKey,
  watchResource,
  type KubeClient,
  type WatchOptions,
} from '@fleetstage/kube-client';
import { targetOf } from '../kube/targetOf';

const BACKOFF = { firstMs: 500, longestMs: 60_000 };

/** A hub with definitions of an older KubeFleet, or a role without this kind: no copy is written there, and none is lost. */
const isAbsent = (error: unknown) =>
  [UnknownKindError, NotFoundError, ForbiddenError].some(kind => error instanceof kind);

export interface CopyWatchOptions extends WatchOptions {
  /** There is nothing to watch: no definition, or no right. May be called again and again. */
  readonly onAbsent?: () => void;
  /** Something of its list, or of its stream, has come. */
  readonly onProgress?: () => void;
}

/**
 * Reports copies of statuses that somebody has deleted, by the name of their placement (A/ST-075). Copies that come or
 * change are our own doing.
 */
export async function followStatusCopies(
  client: KubeClient,
  options: CopyWatchOptions,
  onLost: (placements: readonly string[]) => void,
): Promise<void> {
  const seen = new Map<string, string>();
  const target = targetOf('ClusterResourcePlacementStatus');
  const onProblem: WatchOptions['onProblem'] = (...problem) =>
    isAbsent(problem[0]) ? options.onAbsent?.() : options.onProblem?.(...problem);
  const quiet = { ...options, metadataOnly: true, onProblem, backoff: BACKOFF };
  for await (const event of watchResource(client, target, quiet)) {
    options.onProgress?.();
    if (event.type === 'SYNCED') {
      const lost = [...seen].filter(([key]) => !event.keys.has(key));
      for (const [key] of lost) seen.delete(key);
      if (lost.length > 0) onLost(lost.map(([, name]) => name));
      continue;
    }
    const key = objectKey(event.object.metadata);
    const { name = '' } = event.object.metadata;
    if (event.type !== 'DELETED') seen.set(key, name);
    else if (seen.delete(key)) onLost([name]);
  }
}
