import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClassFacts } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../db';
import { writeOptional } from '../documents/document';
import { classVersions } from '../documents/sequenceDocuments';

/** A ClusterClass as a VersionCatalog names it (E/VC-003). */
export interface ClassRef {
  readonly provider: string;
  readonly namespace: string;
  readonly name: string;
}

/** `versions`: absent where there is no such class. Whether that is something else than before. */
export async function saveClassVersions(
  tx: Tx,
  hub: string,
  { provider, namespace, name }: ClassRef,
  { versions, knownAt }: { readonly versions?: readonly string[]; readonly knownAt: Instant },
): Promise<boolean> {
  const at = { hub, provider, namespace, name };
  const text = writeOptional(classVersions, versions);
  const known = await tx.sql('class_versions').where(at).first('versions');
  await tx
    .sql('class_versions')
    .insert({ ...at, versions: text, known_at: knownAt })
    .onConflict(['hub', 'provider', 'namespace', 'name'])
    .merge();
  return known === undefined || known.versions !== text;
}

/** `undefined`: its provider has not been asked yet. */
export async function loadClassFacts(
  tx: Tx,
  hub: string,
  { provider, namespace, name }: ClassRef,
): Promise<ClassFacts | undefined> {
  const row = await tx.sql('class_versions').where({ hub, provider, namespace, name }).first('versions');
  if (row === undefined) return undefined;
  return row.versions === null
    ? { kind: 'NotFound' }
    : { kind: 'Found', versions: classVersions.read(row.versions) };
}
