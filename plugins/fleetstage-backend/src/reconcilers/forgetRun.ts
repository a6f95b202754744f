import { stagedKindsOfKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import { listDesiredApprovals, saveDesiredApproval } from '../database/approvalStore';
import { forgetBlockers } from '../database/blockerStore';
import type { Tx } from '../database/db';
import { forgetDesiredFinalizer } from '../database/finalizerStore';
import type { HubKey } from '../database/keys';
import { markPlacement } from '../database/marks';
import { listObjectsOf } from '../database/mirrorStore';
import { keyOfObject } from '../database/placementObject';
import { forgetRun, loadRun } from '../database/runStore';
import { appendTimeline } from '../database/timelineStore';
import { wake } from '../database/wakes';

/** Asks for the deletion of the approval requests of a run: those we made, and those that merely name it. */
export async function withdrawApprovals(tx: Tx, { hub, name }: HubKey): Promise<void> {
  const approvals = await listDesiredApprovals(tx, hub, name);
  for (const approval of approvals) await saveDesiredApproval(tx, hub, { ...approval, want: 'absent' });
  const known = new Set(approvals.map(approval => approval.name));
  for (const object of await listObjectsOf(tx, hub, stagedKindsOfKey(name).approval, name)) {
    const key = keyOfObject(object);
    if (known.has(key)) continue;
    const foreign = { name: key, run: name, runUid: '', stage: '', task: 'afterStage' } as const;
    await saveDesiredApproval(tx, hub, { ...foreign, want: 'absent' });
  }
}

/** The object of a run is gone: its memory goes, bindings stay where they are (C/UR-135), the timeline stays. */
export async function forgetGoneRun(tx: Tx, at: HubKey): Promise<void> {
  const { hub, name } = at;
  const kind = stagedKindsOfKey(name).run;
  const run = await loadRun(tx, hub, name);
  await withdrawApprovals(tx, at);
  await forgetDesiredFinalizer(tx, hub, { kind, name });
  wake(tx, 'runDecided', { hub, name });
  await forgetBlockers(tx, { hub, kind: 'run', name });
  if (run === undefined) return;
  await forgetRun(tx, hub, name);
  await appendTimeline(tx, hub, [{ subjectKind: kind, subjectName: name, event: 'gone', actor: 'engine' }]);
  await markPlacement(tx, { hub, name: run.placement });
}
