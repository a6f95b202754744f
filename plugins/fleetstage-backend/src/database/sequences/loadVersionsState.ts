import { instant, labelKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fleetsOf, type SequenceState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { loadObject } from '../mirrorStore';
import { DEFAULT_CATALOG, loadCatalog } from './catalogs';
import { listClaims, loadSequenceClusters, loadSequenceState } from './loadSequenceState';
import type { SequencesSettings } from './sequencesSettings';

/** What the versions of clusters in no sequence are judged by: the default catalogue alone says something of them. */
export const loadUnassignedState = async (
  tx: Tx,
  { hub, name }: { readonly hub: string; readonly name: string },
  settings: SequencesSettings,
): Promise<SequenceState> => ({
  sequence: { name, generation: 0, createdAt: instant(0), spec: { stages: [] } },
  siblings: [],
  catalog: await loadCatalog(tx, hub, DEFAULT_CATALOG, settings.catalogs),
  clusters: await loadSequenceClusters(tx, hub),
  rollouts: [],
  upgrades: [],
  settings: settings.rules,
});

/** The sequence that has the fleet of a member: of several the oldest (E/RV-011). */
export async function findSequenceOf(tx: Tx, hub: string, cluster: string): Promise<string | undefined> {
  const member = await loadObject(tx, { hub, kind: 'MemberCluster', name: cluster });
  const fleet = member?.metadata.labels?.[labelKeys.fleet];
  if (fleet === undefined) return undefined;
  const [owner] = (await listClaims(tx, hub))
    .filter(({ stages }) => fleetsOf(stages).includes(fleet))
    .sort((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1));
  return owner?.name;
}

/** The state by which the versions of a member are shown. */
export async function loadStateOfCluster(
  tx: Tx,
  { hub, cluster }: { readonly hub: string; readonly cluster: string },
  settings: SequencesSettings,
): Promise<{ readonly sequence?: string; readonly state: SequenceState }> {
  const name = await findSequenceOf(tx, hub, cluster);
  const loaded = name === undefined ? undefined : await loadSequenceState(tx, { hub, name }, settings);
  if (name === undefined || loaded === undefined)
    return { state: await loadUnassignedState(tx, { hub, name: cluster }, settings) };
  return { sequence: name, state: loaded.state };
}
