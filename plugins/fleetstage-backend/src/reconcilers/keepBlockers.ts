import {
  kindOfCause,
  planBlockers,
  type Blocker,
  type BlockerPlan,
  type KeptBlocker,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { saveBlockers, type BlockerOwner } from '../database/blockerStore';
import type { Tx } from '../database/db';
import type { Decided } from '../loop/reconciler';
import type { Log } from '../observe/log';

/** The rows of what holds the owner change. */
export interface SaveBlockers extends BlockerPlan {
  readonly kind: 'saveBlockers';
}

/** A decision with what has to be written so that its blockers are kept; without one where they are as before. */
export function withBlockers<A>(
  decision: Decided<A> & { readonly blockers: readonly Blocker[] },
  kept: readonly KeptBlocker[] = [],
  now: Instant,
): Decided<A | SaveBlockers> {
  const plan = planBlockers(kept, decision.blockers, now);
  if (plan.save.length + plan.clear.length === 0) return decision;
  return { ...decision, actions: [...decision.actions, { kind: 'saveBlockers', ...plan }] };
}

/** Writes them, and logs those that came and went once they are committed. */
export async function commitBlockers(
  tx: Tx,
  owner: BlockerOwner,
  plan: SaveBlockers,
  log: Log | undefined,
): Promise<void> {
  await saveBlockers(tx, owner, plan);
  tx.outbox.touch({ hub: owner.hub, kind: owner.kind, name: owner.name });
  if (log === undefined) return;
  const say = (message: string) => (blocker: KeptBlocker) => {
    const { cause, message: reason, actor, parts } = blocker;
    const { hub, name, kind } = owner;
    const clusters = parts.reduce((sum, part) => sum + (part.clusters?.length ?? 0), 0);
    // What the engine sees to by itself comes and goes with every cluster that is updated.
    const level = actor === 'engine' || kindOfCause(cause).tone === 'info' ? 'debug' : 'info';
    log[level](message, { hub, [kind]: name, cause, reason, clusters, actor });
  };
  tx.afterCommit.push(() => {
    plan.appeared.forEach(say('A blocker has appeared'));
    plan.gone.forEach(say('A blocker is gone'));
  });
}
