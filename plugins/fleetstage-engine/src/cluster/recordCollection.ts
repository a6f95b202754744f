import type { Instant, MemberClusterResourceUsage } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  mergeProperties,
  mergeResources,
  recordAnswers,
  type CollectionFailure,
  type CollectionRecord,
  type ProviderAnswer,
} from './collection';
import { toClusterProperties, type MemberObservation } from './toClusterProperties';

/** What was collected from a member after it answered its probe. */
export interface Collected {
  /** Absent: the core properties could not be read. */
  readonly seen?: MemberObservation;
  /** Why something of the core could not be read. */
  readonly failure?: CollectionFailure;
  /** Of every provider that is installed, by its name. */
  readonly answers: ReadonlyMap<string, ProviderAnswer>;
}

/** What is kept of a cluster's properties. */
export interface KnownProperties {
  /** Core properties and those of providers. */
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage?: MemberClusterResourceUsage;
  readonly collection?: CollectionRecord;
  /** By name: who owns the namespace; absent before the first collection. */
  readonly namespaces?: Readonly<Record<string, string>>;
}

/** What is known after a collection: what could not be read this time stays as it was (C/PP-010, PP-013). */
export function recordCollection(
  previous: KnownProperties | undefined,
  { seen, failure, answers }: Collected,
  now: Instant,
): KnownProperties & { readonly collection: CollectionRecord } {
  const read = seen && toClusterProperties(seen, now);
  const listed = seen?.namespaces;
  const state = listed?.state ?? previous?.collection?.namespaces;
  const namespaces = listed?.namespaces ?? previous?.namespaces;
  const collection: CollectionRecord = {
    // Rows from before there were providers have no core of their own.
    core: read?.properties ?? previous?.collection?.core ?? previous?.properties ?? {},
    ...(failure && { failure }),
    ...(state && { namespaces: state }),
    providers: recordAnswers(previous?.collection?.providers ?? {}, answers, now),
  };
  const core = read?.resourceUsage ?? previous?.resourceUsage;
  const usage = core && mergeResources(core, collection.providers);
  return {
    properties: mergeProperties(collection),
    ...(usage && { resourceUsage: usage }),
    collection,
    ...(namespaces && { namespaces }),
  };
}
