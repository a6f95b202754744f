import { canonicalJson, contentHash, utf8Length } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Instant, KubeObject, ResourceIdentifier } from '@fleetstage/backstage-plugin-fleetstage-common';
import { beyondLimit } from './history';
import type { ResourceSnapshot } from '../state/placement';

/** 800 KiB: with names and brackets around it, a part stays below the megabyte that an API server stores (A/SNP-002). */
export const MAX_PART_BYTES = 800 * 1024;
/** 5 MiB: more than any API server accepts; an object beyond it would only fill the database and fail on every member. */
export const MAX_OBJECT_BYTES = 5 * 1024 * 1024;

export interface SnapshotPlanInput {
  /** Normalized and ordered. */
  readonly manifests: readonly KubeObject[];
  readonly identifiers: readonly ResourceIdentifier[];
  /** What snapshots call this content, where that is not its `snapshotHash`; equal for equal content. */
  readonly hash?: string;
  /** Ascending index; the last one is the latest. */
  readonly snapshots: readonly ResourceSnapshot[];
  /** Indexes that bindings or active runs still name; they are kept whatever the limit says. */
  readonly referenced: ReadonlySet<number>;
  readonly revisionHistoryLimit?: number;
}

export type SnapshotPlan =
  | { readonly kind: 'unchanged'; readonly snapshot: ResourceSnapshot }
  | { readonly kind: 'created'; readonly snapshot: ResourceSnapshot; readonly prune: readonly number[] };

/** Identity of captured content: order and every field count (A/SNP-001). */
export const snapshotHash = (manifests: readonly KubeObject[]) =>
  contentHash({ selectedResources: manifests });

/**
 * The resource snapshot for captured content: the latest one where nothing changed, else a new one with the next
 * index, also when content returns to an older state (A/SNP-001, SNP-005, SNP-010).
 */
export function planResourceSnapshot(input: SnapshotPlanInput, now: Instant): SnapshotPlan {
  const { hash = snapshotHash(input.manifests) } = input;
  const latest = input.snapshots.at(-1);
  if (latest?.hash === hash) return { kind: 'unchanged', snapshot: latest };
  const index = (latest?.index ?? -1) + 1;
  return {
    kind: 'created',
    snapshot: { index, hash, identifiers: input.identifiers, createdAt: now },
    prune: selectPrunable(input),
  };
}

/**
 * Old snapshots beyond the limit, counting the one that is about to be made (A/SNP-020). Unlike in KubeFleet, what a
 * binding or a run still names stays, or what a cluster runs would be unknown.
 *
 *     limit 10, 0…8 → none     limit 10, 0…9 → 0     limit 1, 4 → 4     limit 1, 4 (bound) → none
 */
const selectPrunable = ({ snapshots, referenced, revisionHistoryLimit }: SnapshotPlanInput) =>
  beyondLimit(snapshots, { limit: revisionHistoryLimit, joining: 1 }).filter(index => !referenced.has(index));

/**
 * Parts in which a snapshot is published, in order; a part is closed when the next object would exceed the limit, and
 * an object beyond it is a part of its own (A/SNP-002).
 *
 *     limit 600: 152 383 390 → [152 383] [390]     limit 535: 152 383 → [152 383]
 */
export function splitManifests(manifests: readonly KubeObject[], maxBytes = MAX_PART_BYTES): KubeObject[][] {
  const parts: KubeObject[][] = [];
  let partBytes = Infinity;
  for (const manifest of manifests) {
    const bytes = sizeOf(manifest);
    if (partBytes + bytes > maxBytes) {
      parts.push([]);
      partBytes = 0;
    }
    parts[parts.length - 1].push(manifest);
    partBytes += bytes;
  }
  return parts;
}

/** `undefined` where the object can be placed; `name` is how the sentence calls it. */
export function explainOversize(
  manifest: KubeObject,
  name: string,
  maxBytes = MAX_OBJECT_BYTES,
): string | undefined {
  const bytes = sizeOf(manifest);
  if (bytes <= maxBytes) return undefined;
  return `${name} is ${bytes} bytes long and one object may have ${maxBytes}; make it smaller or leave it out of the selection`;
}

const sizeOf = (manifest: KubeObject) => utf8Length(canonicalJson(manifest));
