import { contentHash, type ApplyStrategy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding, ResourceSnapshot, RolloutMark } from '../placement/state';

/** What a binding is moved to. */
export interface Advance {
  readonly snapshot: Pick<ResourceSnapshot, 'index' | 'hash'>;
  readonly applyStrategy: ApplyStrategy;
  readonly rollout: RolloutMark;
}

const CONTENT_CHARS = 16;

/**
 * Identity of what a cluster is told to run: a hash of content and apply strategy, and a count of the moves of this
 * binding (`3f2a9c017be41d20-2`).
 *
 *   same content, same strategy        → the same revision: nothing to write, and what was observed still speaks of it
 *   other content or other strategy    → a new one
 *   index 4 → 5 → 4                    → three revisions, though the first and the last have one content: the cluster may
 *                                        hold half of 5, so nothing observed before the second move is evidence
 *   a binding that is made anew        → none of the old one's revisions (`createdAt` is part of the hash)
 */
export function revisionOf(binding: Binding, to: Pick<Advance, 'snapshot' | 'applyStrategy'>): string {
  const content = contentHash([to.snapshot.hash, to.applyStrategy, binding.createdAt]).slice(
    0,
    CONTENT_CHARS,
  );
  const [previous, moves = '0'] = (binding.revision ?? '').split('-');
  return previous === content ? `${content}-${moves}` : `${content}-${Number(moves) + 1}`;
}

/** The same content, to be shown anew: nothing that was observed before speaks of it. */
export function renewRevision(revision: string): string {
  const [content, moves = '0'] = revision.split('-');
  return `${content}-${Number(moves) + 1}`;
}

/** The binding after it was let go to a snapshot; used by rolling updates and by update runs alike (RO-047, C/UR-106). */
export function advanceBinding(binding: Binding, to: Advance): Binding {
  const { previousPhase: _, ...rest } = binding;
  return {
    ...rest,
    phase: 'Bound',
    resourceIndex: to.snapshot.index,
    applyStrategy: to.applyStrategy,
    revision: revisionOf(binding, to),
    rollout: to.rollout,
  };
}

/** What the RolloutStarted condition says of a binding that was let go; the form is requirement 000's. */
export function startedMessage(resourceIndex: number, run?: string): string {
  const message = `Detected the new changes on the resources and started the rollout process, resourceSnapshotIndex: ${resourceIndex}`;
  return run === undefined ? message : `${message}, clusterStagedUpdateRun: ${run}`;
}
