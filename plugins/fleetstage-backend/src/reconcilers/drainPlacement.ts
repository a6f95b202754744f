import { placementKindOf } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { deleteBindings, loadBindings, saveBindings } from '../database/bindingStore';
import { requestCapture } from '../database/captureStore';
import type { Tx } from '../database/db';
import { dbNow } from '../database/dbNow';
import { loadPlacementFacts } from '../database/facts';
import { forgetDesiredFinalizer } from '../database/finalizerStore';
import type { PlacementRef } from '../database/keys';
import { listObjectNames } from '../database/mirrorStore';
import { markPlacement, markRunsOf, markWork } from '../database/marks';
import { forgetPlacement, loadPlacementUid } from '../database/placementStore';
import { loadRemoval, mayBegin, requestRemoval } from '../database/removalStore';
import { appendTimeline } from '../database/timelineStore';
import { loadReports } from '../database/workStore';
import { wake } from '../database/wakes';

/**
 * The object is gone without having waited for us (its finalizers were taken off by hand), or was recreated under the same
 * name: what was placed for it is cleaned from the members before its rows go. A new object of the name waits until then.
 */
export async function drainPlacement(tx: Tx, placement: PlacementRef): Promise<void> {
  const { hub, name } = placement;
  const bindings = await loadBindings(tx, hub, name);
  if (await isHeld(tx, placement, bindings)) return undefined;
  const reports = await loadReports(tx, hub, name);
  // A confirmation names the revision that was removed: one of an earlier binding of the name is none.
  const clean = new Map(
    reports.flatMap(({ isReleased, cluster, revision }) => (isReleased ? [[cluster, revision]] : [])),
  );
  const members = new Set((await listObjectNames(tx, hub, 'MemberCluster')).map(member => member.name));
  const isDone = ({ cluster, revision }: Binding) =>
    revision === undefined || clean.get(cluster) === revision || !members.has(cluster);
  const left = bindings.filter(binding => !isDone(binding));
  const gone = bindings.filter(binding => !left.includes(binding)).map(binding => binding.cluster);
  await deleteBindings(tx, placement, gone);
  if (left.length === 0) return finish(tx, placement);
  const releasedAt = await dbNow(tx);
  const unasked = left.filter(binding => binding.releasedAt === undefined);
  await saveBindings(
    tx,
    placement,
    unasked.map(binding => ({ ...binding, releasedAt })),
  );
  markWork(
    tx,
    placement,
    unasked.map(binding => binding.cluster),
  );
  return undefined;
}

/** What is leaving all of its clusters goes on; else its removal is asked for first (decision 0032). */
async function isHeld(tx: Tx, placement: PlacementRef, bindings: readonly Binding[]): Promise<boolean> {
  if (bindings.every(({ releasedAt }) => releasedAt !== undefined)) return false;
  const uid = await loadPlacementUid(tx, placement);
  const removal = await loadRemoval(tx, placement, uid);
  if (removal === undefined) await requestRemoval(tx, placement, uid);
  return !mayBegin(removal);
}

async function finish(tx: Tx, placement: PlacementRef): Promise<void> {
  const { hub, name } = placement;
  const wasKnown = await forgetPlacement(tx, hub, name);
  if (!wasKnown) return;
  const kind = placementKindOf(name);
  await forgetDesiredFinalizer(tx, hub, { kind, name });
  await appendTimeline(tx, hub, [{ subjectKind: kind, subjectName: name, event: 'gone', actor: 'engine' }]);
  wake(tx, 'placementDecided', placement);
  await markRunsOf(tx, placement);
  if ((await loadPlacementFacts(tx, placement)) === undefined) return;
  await markPlacement(tx, placement);
  await requestCapture(tx, hub, name);
}
