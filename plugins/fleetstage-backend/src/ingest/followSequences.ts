import {
  isSameJson,
  type KubeObject,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../database/db';
import { listObjectNames } from '../database/mirrorStore';
import { markSequences, UNASSIGNED } from '../database/sequences/markSequences';
import { wake } from '../database/wakes';
import { isStatusAlone, type ObjectChange } from './keysFor';

/**
 * Wakes what an edit on the hub concerns of sequences of versions. Fleets, catalogues and policies concern every sequence, of which
 * there are few: two that name one fleet wait for each other, and which of them a cluster is in its label alone says.
 */
export async function followSequences(tx: Tx, hub: string, changes: readonly ObjectChange[]): Promise<void> {
  const edits = changes.filter(change => !isStatusAlone(change));
  for (const { kind, name, before, after } of edits) {
    if (kind === 'VersionCatalog') wake(tx, 'catalogChanged', { hub, name });
    if (kind === 'MaintenancePolicy') wake(tx, 'policyChanged', { hub, name });
    if (kind === 'Rollout') wakeRollout(tx, hub, after ?? before, name);
    // The resync, and a delete that nobody saw, come without an object.
    if (kind === 'RolloutSequence') wake(tx, 'sequenceChanged', { hub, name });
  }
  const isFleet = edits.some(isOfFleet);
  if (isFleet) {
    const policies = await listObjectNames(tx, hub, 'MaintenancePolicy');
    wake(
      tx,
      'policyChanged',
      policies.map(({ name }) => ({ hub, name })),
    );
  }
  if (!isFleet && !edits.some(({ kind }) => CONCERNING_ALL.has(kind))) return;
  await markSequences(tx, hub);
  wake(tx, 'memberVersionsDue', { hub, name: UNASSIGNED });
}

const CONCERNING_ALL: ReadonlySet<string> = new Set([
  'RolloutSequence',
  'VersionCatalog',
  'MaintenancePolicy',
]);

/** The object of a name that is taken is gone, or a person has acted: whichever it is, the rows say. */
function wakeRollout(tx: Tx, hub: string, object: KubeObject | undefined, name: string): void {
  const { sequence } = (object?.spec ?? {}) as Partial<VersionRolloutSpec>;
  if (sequence !== undefined) wake(tx, 'sequenceChanged', { hub, name: sequence });
  wake(tx, 'versionRolloutDesired', { hub, name });
  wake(tx, 'versionRolloutDecided', { hub, name });
}

/** What sequences read of a MemberCluster: that it is there, its labels, its annotations. */
function isOfFleet({ kind, before, after }: ObjectChange): boolean {
  if (kind !== 'MemberCluster') return false;
  const read = (object: KubeObject | undefined) =>
    object && [object.metadata.uid, object.metadata.labels ?? {}, object.metadata.annotations ?? {}];
  return !isSameJson(read(before) ?? null, read(after) ?? null);
}
