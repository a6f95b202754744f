import { isJsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../database/db';
import { endsInStatus, loadPublishedHashes } from '../database/publicationStore';
import { isStatusAlone, type ObjectChange } from './keysFor';

/**
 * The changes that are nothing but statuses as we have written them. The row may come after the event; such an echo is read
 * like a foreign status, and nothing is found to do.
 */
export async function findOwnEchoes(
  tx: Tx,
  hub: string,
  changes: readonly ObjectChange[],
): Promise<ReadonlySet<ObjectChange>> {
  const echoes = new Set<ObjectChange>();
  const candidates = changes.filter(isStatusAlone);
  for (const kind of new Set(candidates.map(change => change.kind))) {
    const ofKind = candidates.filter(change => change.kind === kind);
    const names = ofKind.map(({ name }) => name);
    const published = await loadPublishedHashes(tx, hub, { kind, names });
    for (const change of ofKind) {
      const hash = statusHash(change);
      if (hash !== undefined && endsInStatus(published.get(change.name), hash)) echoes.add(change);
    }
  }
  return echoes;
}

function statusHash({ after }: ObjectChange): string | undefined {
  const status = after?.status;
  return isJsonObject(status) && typeof status.hash === 'string' ? status.hash : undefined;
}
