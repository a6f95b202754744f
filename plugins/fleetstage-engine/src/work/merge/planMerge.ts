import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type KubeObject,
  type OwnerReference,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ManifestIdentity } from '../renderWork';
import { jsonMergePatch } from './jsonMergePatch';
import { lastAppliedOf } from './lastApplied';
import { mergeTypeOf } from './mergeTypes';
import { strategicPatch } from './strategicPatch';

/** A patch as it is sent: of a built-in kind a strategic one, of another a JSON merge patch (B/WA-052). */
export interface MergePatch {
  readonly type: 'strategic' | 'merge';
  readonly body: JsonObject;
}

export interface MergeTarget {
  readonly manifest: Pick<ManifestIdentity, 'group' | 'version' | 'kind'>;
  /** The whole object as it shall be, with its own note of what was applied. */
  readonly body: KubeObject;
  readonly live: KubeObject;
  /** Owners that go whoever wrote them: AppliedWorks that there are no more (B/WA-062). */
  readonly staleOwners?: readonly OwnerReference[];
}

/** The three-way merge of what was applied last, what is wanted, and what is there (B/WA-052). */
export function planMerge({ manifest, body, live, staleOwners = [] }: MergeTarget): MergePatch {
  const last = withOwners(lastAppliedOf(live), staleOwners);
  const type = mergeTypeOf(manifest);
  if (type !== undefined)
    return { type: 'strategic', body: strategicPatch({ last, wanted: body, live }, type) };
  return { type: 'merge', body: planJsonMerge(last, body, live) };
}

function withOwners(last: JsonObject | undefined, owners: readonly OwnerReference[]): JsonObject | undefined {
  if (owners.length === 0) return last;
  const metadata = isJsonObject(last?.metadata) ? last.metadata : {};
  const noted = listOf(metadata.ownerReferences);
  // Whoever has applied it last may have noted them: a list with one of them twice could not be merged.
  const others = owners.filter(owner => !noted.some(one => isSameElement(one, owner)));
  return { ...last, metadata: { ...metadata, ownerReferences: [...noted, ...others] } };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Lists of metadata that others write too; a JSON merge patch can only write them whole. */
const SHARED_LISTS = ['ownerReferences', 'finalizers'] as const;

/** Where it writes a shared list, it is for the version that was read: what others add meanwhile must not get lost. */
function planJsonMerge(last: JsonObject | undefined, body: KubeObject, live: KubeObject): JsonObject {
  const lastMetadata = isJsonObject(last?.metadata) ? last.metadata : {};
  const shared = SHARED_LISTS.filter(field => field in body.metadata).map((field): [string, unknown] => [
    field,
    joinLists(listOf(lastMetadata[field]), listOf(body.metadata[field]), listOf(live.metadata[field])),
  ]);
  const metadata = { ...body.metadata, ...Object.fromEntries(shared) };
  const patch = jsonMergePatch({ last, wanted: { ...body, metadata }, live });
  const changes = isJsonObject(patch.metadata) ? patch.metadata : {};
  if (!SHARED_LISTS.some(field => field in changes)) return patch;
  return { ...patch, metadata: { ...changes, resourceVersion: live.metadata.resourceVersion } };
}

function joinLists(
  last: readonly unknown[],
  wanted: readonly unknown[],
  live: readonly unknown[],
): unknown[] {
  const isIn = (list: readonly unknown[], value: unknown) => list.some(other => isSameElement(other, value));
  const kept = live.flatMap(value => {
    const ours = wanted.find(other => isSameElement(other, value));
    return ours !== undefined ? [ours] : isIn(last, value) ? [] : [value];
  });
  return [...kept, ...wanted.filter(value => !isIn(live, value))];
}

const isSameElement = (a: unknown, b: unknown) =>
  isJsonObject(a) && isJsonObject(b) ? a.uid === b.uid : isSameJson(a, b);
