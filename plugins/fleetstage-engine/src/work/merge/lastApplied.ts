import {
  annotationKeys,
  isJsonObject,
  MEMBER_FIELD_MANAGER,
  utf8Length,
  type ApplyStrategy,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { pickManaged } from './pickManaged';

/** As many bytes as all annotations of an object may have, keys and values together (B/WA-051). */
export const MAX_ANNOTATION_BYTES = 262_144;

/** The object with itself as annotation (B/WA-050); undefined: it is too large for that. */
export function withLastApplied(body: KubeObject): KubeObject | undefined {
  const noted = withNote(body, JSON.stringify(body));
  const bytes = Object.entries(noted.metadata.annotations ?? {}).reduce(
    (sum, [key, value]) => sum + utf8Length(key) + utf8Length(String(value)),
    0,
  );
  return bytes > MAX_ANNOTATION_BYTES ? undefined : noted;
}

/** The note is taken back: what it said would be held for what is applied now. */
export const withoutLastApplied = (body: KubeObject): KubeObject => withNote(body, '');

/** Why an object of a client-side apply is applied by the server instead, as it stands on the member (B/WA-051). */
export function explainFallback(
  live: KubeObject,
  { type = 'ClientSideApply' }: ApplyStrategy,
): string | undefined {
  if (type !== 'ClientSideApply' || live.metadata.annotations?.[annotationKeys.lastApplied] !== '')
    return undefined;
  return `it is applied by server-side apply, without force, as its last applied configuration would take its annotations above ${MAX_ANNOTATION_BYTES} bytes`;
}

const withNote = (body: KubeObject, note: string): KubeObject => ({
  ...body,
  metadata: {
    ...body.metadata,
    annotations: { ...body.metadata.annotations, [annotationKeys.lastApplied]: note },
  },
});

/**
 * What was applied last, as far as it is known: by the annotation, or, where that is missing because server-side apply wrote the
 * object, by the fields that we own. What else was once applied is unknown (B/WA-053).
 */
export function lastAppliedOf(live: KubeObject): JsonObject | undefined {
  const note = live.metadata.annotations?.[annotationKeys.lastApplied];
  return (note ? parseNote(note) : undefined) ?? pickApplied(live);
}

/** An object has some twenty levels; what compares or merges objects is recursive, and some thousand end the stack. */
const MAX_LEVELS = 100;

/** What a note says; undefined: it is none that we could have written, for anybody on the member may edit it. */
export function parseNote(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) && !isDeeper(value, MAX_LEVELS) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Without recursion, for the levels may be more than the stack can hold. */
function isDeeper(value: object, levels: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    level = level.flatMap(struct => Object.values(struct).filter(isStruct));
  }
  return false;
}

const isStruct = (value: unknown): value is object => typeof value === 'object' && value !== null;

function pickApplied(live: KubeObject): JsonObject | undefined {
  const { managedFields } = live.metadata as { readonly managedFields?: readonly JsonObject[] };
  const entry = managedFields?.find(
    ({ manager, operation, subresource }) =>
      manager === MEMBER_FIELD_MANAGER && operation === 'Apply' && !subresource,
  );
  const picked = entry && pickManaged(live, entry.fieldsV1);
  return isJsonObject(picked) ? picked : undefined;
}
