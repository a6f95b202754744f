/** The note in which client-side apply keeps what it applied last; kubectl's own server-side apply keeps it true. */
import type { KubeObject, ResourceType } from '../../contracts';
import { toGoJson } from '../../schema/fieldErrors';
import { difference, emptySet, type FieldSet } from './fieldSet';
import { isStruct } from './schemaNode';
import { rootShape } from './shape';
import { misfitOf } from './typedCheck';
import { compareValues, fieldsOf } from './typedSets';
import { apiVersionOf } from './trackWrites';

const NOTE = 'kubectl.kubernetes.io/last-applied-configuration';
/** Annotations may not be larger; without the note the next client-side apply starts anew. */
const MAX_BYTES = 256 * 1024;

/** Another field manager than `kubectl` leaves the note alone, and nobody starts one. */
export function syncLastApplied(
  next: KubeObject,
  { body, manager }: { body: KubeObject; manager: string },
): KubeObject {
  if (manager !== 'kubectl' || !next.metadata?.annotations?.[NOTE]) return next;
  const { annotations = {}, ...metadata } = body.metadata;
  const { [NOTE]: _old, ...others } = annotations;
  const kept = Object.keys(others).length > 0 ? { annotations: others } : {};
  const text = `${toGoJson({ ...body, metadata: { ...metadata, ...kept } })}\n`;
  const { [NOTE]: _note, ...rest } = next.metadata.annotations;
  const fits = Buffer.byteLength(text) <= MAX_BYTES;
  return { ...next, metadata: { ...next.metadata, annotations: fits ? { ...rest, [NOTE]: text } : rest } };
}

/**
 * What kubectl applied before it applied here, and nobody changed since: that it takes over without a conflict. Another
 * field manager than `kubectl` has no past.
 */
export function appliedByClient({
  live,
  manager,
  type,
}: {
  live?: KubeObject;
  manager: string;
  type: ResourceType;
}): FieldSet {
  const note = manager === 'kubectl' ? live?.metadata.annotations?.[NOTE] : undefined;
  const last = note ? readNote(note) : undefined;
  const shape = rootShape(type);
  if (!isStruct(last) || last.apiVersion !== apiVersionOf(type) || misfitOf(last, shape) !== undefined)
    return emptySet;
  const { written, removed } = compareValues(last, live, shape);
  return difference(difference(fieldsOf(last, shape), written), removed);
}

function readNote(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
