import type { KindName } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ForbiddenError,
  NotFoundError,
  UnknownKindError,
  watchResource,
  type ApiResource,
  type KubeClient,
  type WatchEvent,
  type WatchOptions,
} from '@fleetstage/kube-client';
import { targetOf } from '../kube/targetOf';

const BACKOFF = { firstMs: 500, longestMs: 60_000 };

/** A hub with definitions of an older KubeFleet, or a role without this kind. */
export const isAbsent = (error: unknown) =>
  [UnknownKindError, NotFoundError, ForbiddenError].some(kind => error instanceof kind);

export interface OptionalWatchOptions extends WatchOptions {
  /** There is nothing to watch: no definition, or no right. May be called again and again. */
  readonly onAbsent?: () => void;
  /** Something of its list, or of its stream, has come. */
  readonly onProgress?: () => void;
}

/** Watches the metadata of a kind without which everything else works. */
export async function* watchOptional(
  client: KubeClient,
  kind: KindName | ApiResource,
  options: OptionalWatchOptions,
): AsyncGenerator<WatchEvent> {
  const onProblem: WatchOptions['onProblem'] = (...problem) =>
    isAbsent(problem[0]) ? options.onAbsent?.() : options.onProblem?.(...problem);
  const target = typeof kind === 'string' ? targetOf(kind) : kind;
  const quiet = { ...options, metadataOnly: true, onProblem, backoff: BACKOFF };
  for await (const event of watchResource(client, target, quiet)) {
    options.onProgress?.();
    yield event;
  }
}
