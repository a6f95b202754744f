import { placementBlockers } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { loadBlockersOf } from '../../database/blockerStore';
import { listObjectNames } from '../../database/mirrorStore';
import { SEQUENCE } from '../../database/sequences/sequenceEvents';
import type { Schemas } from '../contract';

/** With these the state of a sequence is Error: nothing new starts in it (E/RS-035, RC-001). */
const ERRORS: ReadonlySet<string> = new Set([
  'SequenceInvalid',
  'FleetInOtherSequence',
  'CatalogNotFound',
  'ChannelNotFound',
  'NoClustersInSequence',
  'ProviderUnavailable',
]);

/** Why sequences cannot go on, by what their last passes have kept: no state of a thousand clusters is read for it. */
export async function readSequenceTrouble(tx: Tx, hub: string): Promise<readonly Schemas['Blocker'][]> {
  const names = (await listObjectNames(tx, hub, SEQUENCE)).map(({ name }) => name);
  const kept = await loadBlockersOf(tx, hub, { kind: 'sequence', names });
  return [...kept].flatMap(([name, blockers]) =>
    placementBlockers(blockers.filter(({ cause }) => ERRORS.has(cause))).map(one => ({
      ...one,
      state: 'stuck' as const,
      subject: { kind: 'sequence' as const, name },
    })),
  );
}
