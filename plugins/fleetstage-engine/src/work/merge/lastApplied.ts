import {
  annotationKeys,
  isJsonObject,
  MEMBER_FIELD_MANAGER,
  utf8Length,
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

const withNote = (body: KubeObject, note: string): KubeObject => ({
  ...body,
  metadata: {
    ...body.metadata,
    annotations: { ...body.metadata.annotations, [annotationKeys.lastApplied]: note },
  },
});

/**
 * What was applied last, as far as it is known: by the annotation, or, where that is missing because server-side apply wrote the
 * object, by the fields that we own. Nobody can tell what else was once applied (B/WA-053).
 */
export function lastAppliedOf(live: KubeObject): JsonObject | undefined {
  const note = live.metadata.annotations?.[annotationKeys.lastApplied];
  return (note ? parse(note) : undefined) ?? pickApplied(live);
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Somebody else wrote it.
    return undefined;
  }
}

function pickApplied(live: KubeObject): JsonObject | undefined {
  const { managedFields } = live.metadata as { readonly managedFields?: readonly JsonObject[] };
  const entry = managedFields?.find(
    ({ manager, operation, subresource }) =>
      manager === MEMBER_FIELD_MANAGER && operation === 'Apply' && !subresource,
  );
  const picked = entry && pickManaged(live, entry.fieldsV1);
  return isJsonObject(picked) ? picked : undefined;
}
