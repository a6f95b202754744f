import type { VersionCatalogSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Tx } from '../db';
import type { ClassKey } from '../keys';
import { listObjects } from '../mirrorStore';
import { wake } from '../wakes';

/** Catalogues of the configuration, by name. */
type Configured = ReadonlyMap<string, VersionCatalogSpec>;

/** Has the provider asked for the class that a catalogue takes its versions from, where it names one (E/VC-003). */
export function markClass(tx: Tx, hub: string, spec: VersionCatalogSpec | undefined): void {
  const { clusterClass } = spec ?? {};
  if (clusterClass === undefined) return;
  const { provider, namespace, name } = clusterClass;
  wake(tx, 'classVersionsDue', { hub, name: `${provider}/${namespace}/${name}` });
}

/** The same of every catalogue: nobody knows what was missed. */
export async function markClasses(tx: Tx, hub: string, configured: Configured): Promise<void> {
  for (const spec of await listSpecs(tx, hub, configured)) markClass(tx, hub, spec);
}

/** Whether a catalogue still takes its versions from the class. */
export async function isClassWanted(
  tx: Tx,
  { hub, provider, namespace, name }: ClassKey,
  configured: Configured,
): Promise<boolean> {
  const specs = await listSpecs(tx, hub, configured);
  return specs.some(
    spec =>
      spec?.clusterClass?.provider === provider &&
      spec.clusterClass.namespace === namespace &&
      spec.clusterClass.name === name,
  );
}

async function listSpecs(
  tx: Tx,
  hub: string,
  configured: Configured,
): Promise<readonly (VersionCatalogSpec | undefined)[]> {
  const objects = await listObjects(tx, hub, 'VersionCatalog');
  return [...objects.map(({ spec }) => spec as VersionCatalogSpec | undefined), ...configured.values()];
}
