import type { ObjectMeta } from './meta';

/** Where the work came from. */
export interface AppliedWorkSpec {
  /** Name of the work on the hub. */
  readonly workName: string;
  /** Namespace of the work on the hub. */
  readonly workNamespace: string;
}

/** One object that was applied. */
export interface AppliedResource {
  /** Position in the work. */
  readonly ordinal: number;
  /** API group; empty for the core group. */
  readonly group?: string;
  /** API version. */
  readonly version?: string;
  /** Kind. */
  readonly kind?: string;
  /** Plural name of the kind. */
  readonly resource?: string;
  /** Namespace; empty for cluster-scoped kinds. */
  readonly namespace?: string;
  /** Name. */
  readonly name?: string;
  /** UID of the object on this cluster. */
  readonly uid?: string;
}

/** What was applied. */
export interface AppliedWorkStatus {
  /** The objects. */
  readonly appliedResources?: readonly AppliedResource[];
}

/** On a member cluster, the owner of what one placement put there; deleting it cleans up. Written by Fleetstage. */
export interface AppliedWork {
  readonly apiVersion: string;
  readonly kind: 'AppliedWork';
  readonly metadata: ObjectMeta;
  /** Where the work came from. */
  readonly spec: AppliedWorkSpec;
  /** What was applied. */
  readonly status?: AppliedWorkStatus;
}

/** Of an envelope of the first part, or of a further one, and further parts themselves (B/WG-032, WG-033). */
const PARTS = [/^(.+)-(?:work|\d+)-envelope-[0-9a-f]{16}$/, /^(.+)-\d+$/];

/**
 * The name of the AppliedWork of the placement, for one that KubeFleet has made for an envelope or a further part of its snapshot;
 * others are their own. No placement has such a name for its own, which ends otherwise.
 *
 *     web-work-envelope-9c1fb9c51f3ced07 → web-work        web-0 → web-work        web-work → web-work
 */
export function wholeWorkOf(name: string): string {
  const base = PARTS.map(part => part.exec(name)?.[1]).find(found => found !== undefined);
  return base === undefined ? name : `${base}-work`;
}
