import type {
  ApplyStrategy,
  EnvelopeIdentifier,
  ManifestCondition,
  Work,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClaimScope } from '../work/claims';
import { toManifestIdentity, type Manifest, type ManifestIdentity } from '../work/renderWork';

/** One Work of a binding, as it is on the hub. */
export interface CarriedWork {
  readonly name: string;
  readonly envelope?: EnvelopeIdentifier;
  /** Absent: it could not be written yet. */
  readonly live?: Work;
}

export interface WorksObservation extends ClaimScope {
  readonly cluster: string;
  readonly strategy: ApplyStrategy;
  /** All of the binding. */
  readonly works: readonly CarriedWork[];
  /** Manifests that are in no Work, since they cannot be tried (RUL 50). */
  readonly faults: readonly Manifest[];
  /** The binding lists overrides (B/WG-063). */
  readonly hasOverrides?: boolean;
}

/** What a Work's status says of its objects, each under its name, in the order of the Work. */
export const eachManifest = <T>(
  works: readonly CarriedWork[],
  list: (object: ManifestIdentity, manifest: ManifestCondition) => readonly T[],
): readonly T[] =>
  works.flatMap(({ live, envelope }) =>
    manifestsOf(live).flatMap(manifest => {
      const named = nameOf(manifest, live);
      return list({ ...named, ...(envelope && { envelope }) }, manifest);
    }),
  );

export const manifestsOf = (live: Work | undefined): readonly ManifestCondition[] =>
  live?.status?.manifestConditions ?? [];

/** Of an object that an agent cannot read it knows the position alone (B/WA-020). */
function nameOf({ identifier }: ManifestCondition, live: Work | undefined): ManifestIdentity {
  const { ordinal, group = '', version = '', kind = '', namespace, name = '' } = identifier;
  const sent = kind === '' ? live?.spec?.workload?.manifests?.[ordinal] : undefined;
  return sent ? toManifestIdentity(sent) : { group, version, kind, ...(namespace && { namespace }), name };
}
