import { failure, type VersionCatalogSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { resolveCatalog, type SequenceState } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { loadObject } from '../mirrorStore';
import { loadClassFacts } from './classVersionStore';

export const DEFAULT_CATALOG = 'default';

/** The catalogue of a name: the object on the hub, else that of the configuration (E/VC-005, ruling 47). */
export async function findCatalog(
  tx: Tx,
  hub: string,
  name: string,
  configured: ReadonlyMap<string, VersionCatalogSpec>,
): Promise<VersionCatalogSpec | undefined> {
  const object = await loadObject(tx, { hub, kind: 'VersionCatalog', name });
  return object === undefined ? configured.get(name) : (object.spec as VersionCatalogSpec | undefined);
}

/** With the versions of the ClusterClass that it may name. */
export async function resolveKnown(
  tx: Tx,
  hub: string,
  spec: VersionCatalogSpec,
): Promise<ReturnType<typeof resolveCatalog>> {
  const facts = spec.clusterClass && (await loadClassFacts(tx, hub, spec.clusterClass));
  return resolveCatalog(spec, facts);
}

/** What a sequence is decided by; a catalogue that cannot be resolved counts as none (E/RC-001). */
export async function loadCatalog(
  tx: Tx,
  hub: string,
  name: string,
  configured: ReadonlyMap<string, VersionCatalogSpec>,
): Promise<SequenceState['catalog']> {
  const spec = await findCatalog(tx, hub, name, configured);
  if (spec === undefined)
    return missing(`there is no VersionCatalog "${name}"; create it, or name another one`);
  const resolved = await resolveKnown(tx, hub, spec);
  if (resolved.ok) return resolved;
  const [first] = resolved.error.issues;
  return missing(`VersionCatalog "${name}" cannot be used: ${first?.message ?? resolved.error.reason}`);
}

const missing = (message: string): SequenceState['catalog'] =>
  failure({ reason: 'CatalogNotFound', message });
